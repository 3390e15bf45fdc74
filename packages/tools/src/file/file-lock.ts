/** One writer at a time for each file of this process, whichever session or agent it works for. */
const tails = new Map<string, Promise<unknown>>();

/** Runs `work` when every earlier work on the same real path has settled. The map holds only files being worked on. */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const before = tails.get(path) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.then(
    () => undefined,
    () => undefined, // the failure is the caller's, who awaits `mine`; the next in line only needs to know that it is over
  );
  tails.set(path, settled);
  try {
    return await mine;
  } finally {
    if (tails.get(path) === settled) tails.delete(path);
  }
}

/** Sorting paths by the time of their last change. */
import type { FileSystem } from '@leat/engine';
import { statConcurrency } from '../limits.ts';

/** Newest first, then by name. What can't be asked (gone meanwhile) comes last. Stops asking when the signal aborts. */
export async function newestFirst(
  files: FileSystem,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const times = new Map<string, number>();
  const waiting = paths.values();
  const worker = async () => {
    for (const path of waiting) {
      if (signal.aborted) return;
      try {
        times.set(path, (await files.stat(path)).mtimeMs);
      } catch {
        times.set(path, 0); // gone or forbidden since it was listed: no time, so last
      }
    }
  };
  await Promise.all(Array.from({ length: statConcurrency }, worker));
  const time = (path: string) => times.get(path) ?? 0;
  return paths.toSorted((a, b) => time(b) - time(a) || (a < b ? -1 : a > b ? 1 : 0));
}

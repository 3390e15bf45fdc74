/**
 * The recorded head (SPEC 9.1): system segments, tools and user context are kept in blobs and sent again from there, by
 * every later turn, resume and version, until a reset. Built once, when the timeline has none.
 */
import { hashOfHead, stateOf, type ControlRecord, type Head, type ToolDefinition } from '@leat/kernel';
import type { BlobStore } from '../host/host.ts';
import { isLost } from '../store/named-blobs.ts';
import type { Chain } from './chain.ts';
import { sha256 } from './digest.ts';

export interface RecordedHead {
  /** Hash of the whole head. */
  readonly hash: string;
  readonly head: Head;
}

const text = async (blobs: BlobStore, hash: string): Promise<string> =>
  Buffer.from(await blobs.get(hash)).toString('utf8');

/** The head that a timeline recorded, from its blobs. */
export const readHead = async (
  blobs: BlobStore,
  recorded: {
    readonly hash: string;
    readonly system: string;
    readonly tools: string;
    readonly context: string;
  },
): Promise<RecordedHead> => {
  const [system, tools, context] = await Promise.all([
    text(blobs, recorded.system),
    text(blobs, recorded.tools),
    text(blobs, recorded.context),
  ]);
  return {
    hash: recorded.hash,
    // We wrote these blobs ourselves, and a blob's content is what its hash says.
    head: {
      system: JSON.parse(system) as readonly string[],
      tools: JSON.parse(tools) as readonly ToolDefinition[],
      context: JSON.parse(context) as string | null,
    },
  };
};

/** What to say where the recorded head can't be read: `same` when what was built in its place is the same. */
export const headLostWords = (same: boolean): string =>
  same
    ? "The recorded head could not be read from the session's folder; it was built anew and is the same, so nothing of the provider's cache is lost."
    : "The recorded head could not be read from the session's folder; a new one was built. The provider's cache of the old one is lost, and thinking that was signed over it is no longer sent.";

/** The head that a timeline recorded; null where a blob of it is missing or damaged. Other failures reject. */
export const readHeadIfKept = async (
  ...[blobs, recorded]: Parameters<typeof readHead>
): Promise<RecordedHead | null> => {
  try {
    return await readHead(blobs, recorded);
  } catch (error) {
    if (!isLost(error)) throw error;
    return null;
  }
};

/**
 * The head in force; built and recorded when there is none, and when the one that was recorded can't be read any more:
 * then `onLost` hears it. A rebuilt head that is the same only gets its blobs back.
 */
export const ensureHead = async (
  chain: Chain,
  blobs: BlobStore,
  build: () => Head | Promise<Head>,
  signal: AbortSignal,
  onLost: (words: string) => void,
): Promise<RecordedHead> => {
  const recorded = stateOf(chain.timeline).head;
  const kept = recorded === null ? null : await readHeadIfKept(blobs, recorded);
  if (kept !== null) return kept;
  const head = await build();
  const [system, tools, context] = await Promise.all([
    blobs.put(JSON.stringify(head.system)),
    blobs.put(JSON.stringify(head.tools)),
    blobs.put(JSON.stringify(head.context)),
  ]);
  // Nothing of a turn that was stopped meanwhile goes on.
  signal.throwIfAborted();
  const hash = hashOfHead(head, sha256);
  if (recorded?.hash !== hash) {
    chain.add<ControlRecord>({ type: 'control', control: { kind: 'head', hash, system, tools, context } });
  }
  if (recorded !== null) onLost(headLostWords(recorded.hash === hash));
  return { hash, head };
};

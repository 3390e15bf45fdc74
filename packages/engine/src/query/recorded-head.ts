/**
 * The recorded head (SPEC 9.1): system segments, tools and user context are kept in blobs and sent again from there, by
 * every later turn, resume and version, until a reset. Built once, when the timeline has none.
 */
import { hashOfHead, stateOf, type ControlRecord, type Head, type ToolDefinition } from '@leat/kernel';
import type { BlobStore } from '../host/host.ts';
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

/** The head in force; built and recorded when there is none. */
export const ensureHead = async (
  chain: Chain,
  blobs: BlobStore,
  build: () => Head | Promise<Head>,
  signal: AbortSignal,
): Promise<RecordedHead> => {
  const recorded = stateOf(chain.timeline).head;
  if (recorded !== null) return readHead(blobs, recorded);
  const head = await build();
  const [system, tools, context] = await Promise.all([
    blobs.put(JSON.stringify(head.system)),
    blobs.put(JSON.stringify(head.tools)),
    blobs.put(JSON.stringify(head.context)),
  ]);
  // Nothing of a turn that was stopped meanwhile goes on.
  signal.throwIfAborted();
  const hash = hashOfHead(head, sha256);
  chain.add<ControlRecord>({ type: 'control', control: { kind: 'head', hash, system, tools, context } });
  return { hash, head };
};

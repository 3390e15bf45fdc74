/**
 * The wire of one chain and profile (SPEC 9.4): what the next request would carry, as bytes that are rendered once.
 *
 *     head bytes │ sealed segments (shared, only grow) │ open tail (rendered at each build) │ trailer (per request)
 *
 * A wire is a value: `sealTo` and `withTail` give new ones that share what is sealed. Its cost is what is new.
 */
import type { Uuid } from '../timeline/id.ts';
import type { RequestRecord } from '../timeline/record.ts';
import { Sequence } from '../timeline/sequence.ts';
import type { Carry } from '../assembly/draft.ts';
import type { Digest, WireBlock } from '../assembly/types.ts';
import type { CacheState } from '../cache/cache-state.ts';
import type { Profile } from '../model/profile.ts';
import type { ContextCount } from '../tokens/context.ts';
import { type Estimate, addEstimates } from '../tokens/estimate.ts';
import type { HeadBytes } from './head.ts';
import { type Positions, noPositions, withKeys } from './positions.ts';
import type { Rendered, RenderState } from './render.ts';
import { NO_RUNS, type Runs, joinRuns } from './runs.ts';

/** A rendered block with its place: characters from the start of its part (sealed, or open) to its end. */
export interface PlacedBlock extends WireBlock {
  readonly end: number;
}

/** What is sealed: segments that a request has carried. */
export interface SealedPart {
  readonly blocks: Sequence<PlacedBlock>;
  readonly runs: Runs;
  readonly estimate: Estimate;
  readonly state: RenderState;
  /** Ids of calls, as the model gave them and as the wire carries them; blocks by their record. */
  readonly callIds: Positions;
  readonly wireIds: Positions;
  readonly records: Positions;
  /** Segments sealed, the request that sealed the last, and how far the model view was read. */
  readonly segments: number;
  readonly request: RequestRecord | null;
  readonly items: number;
  readonly lastItem: object | null;
}

/** See the file header. */
export interface Wire {
  readonly profile: Profile;
  readonly digest: Digest;
  readonly head: HeadBytes;
  readonly sealed: SealedPart;
  /** The open segment. */
  readonly open: {
    readonly blocks: readonly PlacedBlock[];
    readonly runs: Runs;
    readonly state: RenderState;
  };
  /** Raw estimate of head and all blocks, by kind. */
  readonly estimate: Estimate;
  /** The newest epoch on the path. */
  readonly epoch: Uuid | null;
  /** Marks that no epoch has applied, with what they would change. */
  readonly marks: readonly OpenMark[];
  /** Latches in force for this profile (SPEC 9.6). */
  readonly latches: ReadonlyMap<string, unknown>;
  /** What the server's cache holds as far as the records tell. */
  readonly cache: CacheState;
  /** How many tokens the next request holds, by the last usage figure where it can be trusted (SPEC 8.0). */
  readonly context: ContextCount;
}

/** A mark as it lies over the wire. */
export interface OpenMark {
  readonly edit: Uuid;
  /** Raw estimate of the blocks it would change. */
  readonly tokens: number;
  /** The first block it would change, counted over the whole wire; null = none of them is on it. */
  readonly firstBlock: number | null;
}

/** A wire with nothing on it. */
export function emptySealed(head: HeadBytes, digest: Digest): SealedPart {
  const carry: Carry = {
    lastRole: null,
    paused: false,
    media: { images: 0, pages: 0, large: false, bytes: 0 },
    bound: digest(head.text),
    openedBy: null,
  };
  return {
    blocks: Sequence.empty(),
    runs: NO_RUNS,
    estimate: {},
    state: { chain: head.chain, messages: 0, carry },
    callIds: noPositions(),
    wireIds: noPositions(),
    records: noPositions(),
    segments: 0,
    request: null,
    items: 0,
    lastItem: null,
  };
}

/** Adds a rendered segment to what is sealed. */
export function sealed(
  part: SealedPart,
  rendered: Rendered,
  calls: readonly { readonly id: string; readonly wireId: string }[],
): SealedPart {
  return {
    ...part,
    blocks: part.blocks.extend(placed(rendered, part.runs.chars)),
    runs: joinRuns(part.runs, rendered.runs),
    estimate: addEstimates(part.estimate, rendered.estimate),
    state: rendered.state,
    callIds: withKeys(
      part.callIds,
      calls.map((call) => call.id),
    ),
    wireIds: withKeys(
      part.wireIds,
      calls.map((call) => call.wireId),
    ),
    records: withKeys(
      part.records,
      rendered.blocks.map((block) => block.provenance.record),
    ),
  };
}

/** Blocks with their ends, counted from where their part began. */
export function placed(rendered: Rendered, from: number): readonly PlacedBlock[] {
  return rendered.blocks.map((block, index) => ({ ...block, end: from + (rendered.ends[index] ?? 0) }));
}

/** How many blocks stand on a wire. */
export const blockCount = (wire: Pick<Wire, 'sealed' | 'open'>): number =>
  wire.sealed.blocks.length + wire.open.blocks.length;

/** The block at a position over the whole wire; negative counts from the end. */
export function blockAt(wire: Pick<Wire, 'sealed' | 'open'>, position: number): PlacedBlock | undefined {
  const at = position < 0 ? blockCount(wire) + position : position;
  const { blocks } = wire.sealed;
  return at < blocks.length ? blocks.at(at) : wire.open.blocks[at - blocks.length];
}

/** All blocks in order: for views and tests, since it costs the length. */
export const blocksOfWire = (wire: Wire): readonly WireBlock[] => [
  ...wire.sealed.blocks,
  ...wire.open.blocks,
];

/**
 * Hash of all that a thinking block of the next answer is signed over (API-CONTRACT B32): record it as `prefixHash` of
 * the assistant records that answer this wire.
 */
export const prefixHashOf = (wire: Wire): string => wire.open.state.carry.bound;

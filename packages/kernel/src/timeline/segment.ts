/**
 * Segments (SPEC 9.2, S2): what stands on the path between two sealing requests is rendered together, once, then sealed.
 *
 *     u1 |Q1| a1[t1] r1 |Q2| a2 u3
 *     └0┘     └───1───┘     └open┘
 *
 * A request seals when its response says accepted or unknown, or when nothing tells and anything followed it. A refused
 * one seals nothing. A request without response that is the last thing is in flight: its segment is still open, but its
 * bytes may be on their way. Once a request counts as sealing because another followed, it stays so.
 */
import { pathState, type Fold } from './fold.ts';
import type { RequestRecord, ResponseOutcome, TimelineRecord } from './record.ts';
import { Sequence } from './sequence.ts';
import type { Timeline } from './timeline.ts';

/** A sealed part of the path. */
export interface Segment {
  /** Places on the path: `from` inclusive, `to` exclusive; the sealing request stands at `to`. */
  readonly from: number;
  readonly to: number;
  /** The request that sealed it, and what is known of its outcome. */
  readonly request: RequestRecord;
  readonly outcome: Exclude<ResponseOutcome, 'refused'>;
}

/** The part behind the last seal. */
export interface OpenSegment {
  readonly from: number;
  readonly to: number;
  readonly records: readonly TimelineRecord[];
  /** The request on its way, when it is the last thing. */
  readonly inFlight: RequestRecord | null;
}

/** What a walk along the path knows of seals. */
export interface SealState {
  readonly sealed: Sequence<Segment>;
  readonly pending: {
    readonly at: number;
    readonly request: RequestRecord;
    readonly followed: boolean;
  } | null;
}

const seal = (state: SealState, outcome: Segment['outcome']): Sequence<Segment> => {
  if (state.pending === null) return state.sealed;
  const { at, request } = state.pending;
  return state.sealed.append({ from: (state.sealed.at(-1)?.to ?? -1) + 1, to: at, request, outcome });
};

const followed = (state: SealState): SealState =>
  state.pending === null || state.pending.followed
    ? state
    : { sealed: state.sealed, pending: { ...state.pending, followed: true } };

/** One step along the path. */
export const sealStep = (state: SealState, record: TimelineRecord, at: number): SealState => {
  switch (record.type) {
    case 'request':
      return { sealed: seal(state, 'unknown'), pending: { at, request: record, followed: false } };
    case 'response':
      if (state.pending === null || record.request !== state.pending.request.uuid) return state;
      if (record.outcome === 'refused') return { sealed: state.sealed, pending: null };
      return { sealed: seal(state, record.outcome), pending: null };
    case 'user':
    case 'assistant':
    case 'attachment':
    case 'tombstone':
    case 'edit':
    case 'epoch':
      return followed(state);
    case 'system':
    case 'progress':
    case 'control':
    case 'foreign':
      return state;
  }
};

export const UNSEALED: SealState = { sealed: Sequence.empty(), pending: null };
const sealFold: Fold<SealState> = { initial: UNSEALED, every: true, step: sealStep };

/** First place that no sealing request has covered; a request that is only pending counts as sealing if `strict`. */
export const openFrom = (state: SealState, strict = false): number =>
  state.pending !== null && (strict || state.pending.followed)
    ? state.pending.at + 1
    : (state.sealed.at(-1)?.to ?? -1) + 1;

/** The sealed segments of the path, oldest first. A followed request without response counts as unknown. */
export const segmentsOf = (timeline: Timeline): Sequence<Segment> => {
  const state = pathState(timeline, sealFold);
  return state.pending?.followed === true ? seal(state, 'unknown') : state.sealed;
};

/** What stands behind the last seal: rendered at the next request. */
export const openSegment = (timeline: Timeline): OpenSegment => {
  const state = pathState(timeline, sealFold);
  const from = openFrom(state);
  return {
    from,
    to: timeline.path.length,
    records: timeline.path.slice(from),
    inFlight: state.pending !== null && !state.pending.followed ? state.pending.request : null,
  };
};

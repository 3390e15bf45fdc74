/** `contextTokens` from the records themselves: which usage figure counts for a path and its wire (SPEC 8.0). */
import type { Fold } from '../timeline/fold.ts';
import { pathState } from '../timeline/fold.ts';
import { pathOf, placeOf } from '../timeline/path.ts';
import type { RequestRecord, Usage } from '../timeline/record.ts';
import { type Timeline, recordOf } from '../timeline/timeline.ts';
import { positionsOf } from '../wire/positions.ts';
import { type Wire, blockAt } from '../wire/wire.ts';
import { type Calibration, NO_CALIBRATION, factorOf } from './calibrate.ts';
import { type ContextCount, type UsageFigure, contextTokens, usageTokens } from './context.ts';
import { totalTokens } from './estimate.ts';

/** What of a wire is asked here: all but what is counted from it. */
type Rendering = Pick<Wire, 'profile' | 'head' | 'sealed' | 'open' | 'estimate'>;

interface Billed {
  readonly request: RequestRecord;
  readonly usage: Usage;
}

interface BilledState {
  readonly last: Billed | null;
  readonly before: Billed | null;
  /** A rewind or a reset came after the last figure. */
  readonly isStale: boolean;
}

const billedFold: Fold<BilledState> = {
  initial: { last: null, before: null, isStale: false },
  step: (state, record, _at, timeline) => {
    if (record.type === 'control' && record.control.kind === 'rewind') return { ...state, isStale: true };
    if (record.type === 'epoch' && record.reason === 'reset') return { ...state, isStale: true };
    if (record.type !== 'response' || record.usage === null || record.outcome !== 'accepted') return state;
    const request = recordOf(timeline, record.request);
    if (request?.type !== 'request') return state;
    return {
      last: { request, usage: record.usage },
      before: state.isStale ? null : state.last,
      isStale: false,
    };
  },
};

/** How many tokens the next request of this path holds; `wire` is what `assemble` gave for the timeline. */
export function contextOf(
  timeline: Timeline,
  wire: Rendering,
  calibration: Calibration = NO_CALIBRATION,
): ContextCount {
  const factor = factorOf(wire.estimate, calibration);
  const raw = totalTokens(wire.estimate);
  return contextTokens(figureOf(timeline, wire), raw, wire.profile.windowTokens, factor);
}

function figureOf(timeline: Timeline, wire: Rendering): UsageFigure | 'switched' | null {
  const { last, before, isStale } = pathState(timeline, billedFold);
  if (last === null) return null;
  const { request, usage } = last;
  if (isStale || request.profile !== wire.profile.name || request.head !== wire.head.hash) return 'switched';
  const isComparable = before !== null && before.request.profile === request.profile;
  return {
    usage,
    estimatedTokens: request.estimatedTokens,
    answerTokens: answerTokens(timeline, wire, request),
    before: isComparable
      ? { tokens: usageTokens(before.usage), estimatedTokens: before.request.estimatedTokens }
      : null,
  };
}

/** Raw estimate of the blocks on the wire that answered a request. */
function answerTokens(timeline: Timeline, wire: Rendering, request: RequestRecord): number {
  const path = pathOf(timeline);
  const answer = new Set<string>();
  for (let place = (placeOf(timeline, request.uuid) ?? path.length) + 1; place < path.length; place++) {
    const record = path.at(place);
    if (record?.type === 'assistant' && String(record.round) === String(request.uuid))
      answer.add(record.uuid);
  }
  let tokens = 0;
  for (const block of wire.open.blocks) {
    if (block.provenance.record !== null && answer.has(block.provenance.record)) tokens += block.tokens;
  }
  for (const uuid of answer) {
    for (const position of positionsOf(wire.sealed.records, uuid))
      tokens += blockAt(wire, position)?.tokens ?? 0;
  }
  return tokens;
}

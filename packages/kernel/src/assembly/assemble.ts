/**
 * Assembly (SPEC 9): from a timeline to the wire of its next request.
 *
 *     timeline ─ settle → segments ─ passes (each segment once) → wire
 *
 * The law (9.2): what a segment renders to depends on the path up to it and on the profile. So a wire that is handed in
 * again is grown by what is new, and gives the bytes that a build from nothing gives.
 */
import { isToolUse } from '../timeline/block.ts';
import { isEndTaken } from '../edit/taken.ts';
import { stateOf } from '../timeline/control-state.ts';
import { pathOf } from '../timeline/path.ts';
import type { ResponseRecord, TimelineRecord } from '../timeline/record.ts';
import { segmentsOf } from '../timeline/segment.ts';
import type { Sequence } from '../timeline/sequence.ts';
import { type Timeline, append } from '../timeline/timeline.ts';
import { isBlankText } from '../timeline/white-space.ts';
import type { ViewItem } from '../view/item.ts';
import { modelView } from '../view/model-view.ts';
import type { Profile } from '../model/profile.ts';
import { type Calibration, NO_CALIBRATION } from '../tokens/calibrate.ts';
import { contextOf } from '../tokens/context-of.ts';
import { addEstimates } from '../tokens/estimate.ts';
import { cacheStateOf } from '../cache/cache-state.ts';
import { type HeadBytes, headBytes } from '../wire/head.ts';
import { marksOnWire } from '../wire/open-marks.ts';
import { positionsOf } from '../wire/positions.ts';
import { type RenderState, renderEntries } from '../wire/render.ts';
import { type SealedPart, type Wire, emptySealed, placed, sealed } from '../wire/wire.ts';
import { wellFormed } from './clean-json.ts';
import { type Draft, type Entry, type Pass, type Setting, fixedEntry } from './draft.ts';
import { type Responses, entryOf } from './entries.ts';
import { type SettleOptions, settle } from './settle.ts';
import type { Digest, Head, Issue } from './types.ts';
import { leaveOut } from './passes/n00-leave-out.ts';
import { place } from './passes/n01-place.ts';
import { joinAnswers } from './passes/n03-join-answers.ts';
import { mergeUsers } from './passes/n04-merge-users.ts';
import { thinking } from './passes/n06-thinking.ts';
import { dropBlank } from './passes/n07-blank.ts';
import { alternate } from './passes/n08-alternate.ts';
import { pair } from './passes/n09-pair.ts';
import { reminders } from './passes/n10-reminders.ts';
import { errorResults } from './passes/n11-error-results.ts';
import { allowed } from './passes/n12-allowed.ts';
import { media } from './passes/n13-media.ts';
import { close } from './passes/n14-close.ts';

/** The passes in their order; each file's header says the rule it serves (SPEC 9.3). */
export const PASSES: readonly Pass[] = [
  { name: 'N0 leave out', run: leaveOut },
  { name: 'N1 place', run: place },
  { name: 'N3 join answers', run: joinAnswers },
  { name: 'N4 merge users', run: mergeUsers },
  { name: 'N6 thinking', run: thinking },
  { name: 'N7 blank', run: dropBlank },
  { name: 'N8 alternate', run: alternate },
  { name: 'N9 pair', run: pair },
  { name: 'N10 reminders', run: reminders },
  { name: 'N11 error results', run: errorResults },
  { name: 'N12 allowed keys', run: allowed },
  { name: 'N13 media', run: media },
  { name: 'N14 close', run: close },
];

/** What assembly takes. */
export interface AssembleInput {
  readonly timeline: Timeline;
  readonly head: Head;
  readonly profile: Profile;
  readonly digest: Digest;
  /** The wire of the same chain and profile as it was built before; grown where it still fits, else set aside. */
  readonly wire?: Wire | null;
  /** What repeating a tool means, and whether open reads run again instead of being settled. Default: effects, settled. */
  readonly settle?: SettleOptions;
  /** What real usage has taught about the estimator (SPEC 8.0); it moves the count of the wire, never its bytes. */
  readonly calibration?: Calibration;
}

/** What assembly gives. */
export interface Assembled {
  readonly wire: Wire;
  /** Records to append before the request goes out, in order; the wire already carries them. */
  readonly settle: readonly TimelineRecord[];
  /** The timeline with these records appended. */
  readonly timeline: Timeline;
  /** What the person should know about what assembly had to do with the open segment; sealed ones were told when open. */
  readonly issues: readonly Issue[];
}

/**
 * Builds the wire of the next request. Never throws and always gives a request that the API accepts, whatever stands in
 * the timeline (I4, I7); keeps every word of a person's that no record took out.
 */
export function assemble(input: AssembleInput): Assembled {
  const { profile, digest } = input;
  const settled = settle(input.timeline, { ...input.settle, digest });
  const timeline = settled.reduce(append, input.timeline);
  const head = sameHead(input.wire ?? null, input.head, profile) ?? headBytes(input.head, profile, digest);
  const grown = grow(timeline, startOf(timeline, input.wire ?? null, head, input), {
    head,
    profile,
    digest,
    calibration: input.calibration ?? NO_CALIBRATION,
  });
  return { ...grown, settle: settled, timeline };
}

/** The head's bytes of the wire before, where it is the same head. */
function sameHead(wire: Wire | null, head: Head, profile: Profile): HeadBytes | null {
  return wire !== null && wire.head.source === head && isSameProfile(wire.profile, profile)
    ? wire.head
    : null;
}

const isSameProfile = (a: Profile, b: Profile): boolean =>
  a === b || (a.name === b.name && a.model === b.model && a.apiVersion === b.apiVersion);

/** What may stay of the wire before: all that is sealed on it, if the path still begins with exactly that. */
function startOf(timeline: Timeline, wire: Wire | null, head: HeadBytes, input: AssembleInput): SealedPart {
  const { digest, profile } = input;
  if (wire !== null && isSameProfile(wire.profile, profile) && wire.head.hash === head.hash) {
    const { segments, request, items, lastItem } = wire.sealed;
    const last = segmentsOf(timeline).at(segments - 1);
    const view = modelView(timeline);
    const sameSegments = segments === 0 || (last !== undefined && last.request === request);
    const sameItems = items === 0 || view.at(items - 1) === lastItem;
    const nextBehind = segments === 0 || (view.at(items)?.place ?? Infinity) > (last?.to ?? Infinity);
    if (sameSegments && sameItems && nextBehind) return wire.sealed;
  }
  return withContext(emptySealed(head, digest), input);
}

/** The user context at index 0 (SPEC 9.1): the first message, sealed from the start. */
function withContext(part: SealedPart, { head, profile, digest }: AssembleInput): SealedPart {
  const text = wellFormed(head.context ?? '');
  if (isBlankText(text)) return part;
  const context: Entry = fixedEntry('user', text, 'context');
  return sealed(part, renderEntries([context], part.state, profile, digest), []);
}

interface Growing {
  readonly head: HeadBytes;
  readonly profile: Profile;
  readonly digest: Digest;
  readonly calibration: Calibration;
}

/** Seals what requests have carried since, and renders the open tail. */
function grow(timeline: Timeline, start: SealedPart, growing: Growing): Pick<Assembled, 'wire' | 'issues'> {
  const { head, profile, digest } = growing;
  const segments = segmentsOf(timeline);
  const view = modelView(timeline);
  let part = start;
  while (part.segments < segments.length) {
    const segment = segments.at(part.segments);
    if (segment === undefined) break;
    const items = itemsUntil(view, part.items, segment.to);
    const isSent = !isEndTaken(timeline, segment);
    const { rendered, calls } = renderSegment(timeline, items, part, { ...growing, isSent });
    const next = sealed(part, rendered, calls);
    const state = openedBy(rendered.state, segment.request.uuid);
    const lastItem = items.at(-1) ?? part.lastItem;
    part = {
      ...next,
      state,
      segments: part.segments + 1,
      request: segment.request,
      items: part.items + items.length,
      lastItem,
    };
  }
  const items = view.slice(part.items);
  const { rendered, issues } = renderSegment(timeline, items, part, { ...growing, isSent: true });
  const { lastEpoch, latches } = stateOf(timeline);
  const open = { blocks: placed(rendered, 0), runs: rendered.runs, state: rendered.state };
  const estimate = addEstimates(addEstimates(head.estimate, part.estimate), rendered.estimate);
  const wire: Omit<Wire, 'context' | 'marks'> = {
    profile,
    digest,
    head,
    sealed: part,
    open,
    estimate,
    epoch: lastEpoch?.uuid ?? null,
    latches: latches.get(profile.name) ?? new Map(),
    cache: cacheStateOf(timeline),
  };
  return {
    wire: {
      ...wire,
      context: contextOf(timeline, wire, growing.calibration),
      marks: marksOnWire(timeline, wire),
    },
    issues,
  };
}

/** Items from a position on that stand before a place of the path. */
function itemsUntil(view: Sequence<ViewItem>, from: number, to: number): readonly ViewItem[] {
  let end = from;
  while (end < view.length && (view.at(end)?.place ?? to) < to) end++;
  return view.slice(from, end);
}

const openedBy = (state: RenderState, request: string): RenderState => ({
  ...state,
  carry: { ...state.carry, openedBy: request },
});

/** One segment through the passes and onto bytes. */
function renderSegment(
  timeline: Timeline,
  items: readonly ViewItem[],
  part: SealedPart,
  rendering: Growing & Pick<Setting, 'isSent'>,
) {
  const { head, profile, digest, isSent } = rendering;
  const responses = responsesAt(timeline, items);
  const setting: Setting = {
    profile,
    digest,
    carry: part.state.carry,
    isSent,
    tools: head.tools,
    ids: {
      used: (wireId) => positionsOf(part.wireIds, wireId).length > 0,
      seen: (id) => positionsOf(part.callIds, id).length,
    },
  };
  const entries = items.map((item) => entryOf(item, responses, profile));
  const draft = PASSES.reduce<Draft>((sum, pass) => pass.run(sum, setting), { entries, issues: [] });
  const calls = draft.entries.flatMap(({ blocks }) =>
    blocks.flatMap(({ block }) =>
      isToolUse(block) ? [{ id: block.id, wireId: block.wireId ?? block.id }] : [],
    ),
  );
  return { rendered: renderEntries(draft.entries, part.state, profile, digest), calls, issues: draft.issues };
}

/** The responses between the first and the last item of a segment and the next request: they say how answers stopped. */
function responsesAt(timeline: Timeline, items: readonly ViewItem[]): Responses {
  const responses = new Map<string, ResponseRecord>();
  const rounds = new Set(
    items.flatMap(({ record }) =>
      record.type === 'assistant' && record.round !== null ? [record.round] : [],
    ),
  );
  if (rounds.size === 0) return responses;
  const path = pathOf(timeline);
  for (let place = items[0]?.place ?? path.length; place < path.length; place++) {
    const record = path.at(place);
    if (record?.type === 'response') responses.set(record.request, record);
    if (record?.type === 'request' && place > (items.at(-1)?.place ?? place)) break;
  }
  return responses;
}

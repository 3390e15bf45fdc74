/**
 * The model test of the edit algebra: random timelines × edits × epochs × rewinds × resumes. After every action the
 * incremental kernel is held against the naive reference, and against the invariants. One state an action.
 *
 * `LEAT_RUNS` sets the number of histories; a failure prints its seed and the numbers that make it.
 */
import {
  append,
  applicationsOf,
  editState,
  modelView,
  personView,
  placeOf,
  stateOf,
  timelineOf,
  transcript,
  turnRuns,
  turnStart,
  viewAt,
  type EpochRecord,
  type Timeline,
  type TimelineRecord,
  type Uuid,
  type ViewItem,
} from '@leat/kernel';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemSize } from '../../src/edit/size.ts';
import { Driver, type Deed, type Numbers } from './driver.ts';
import { pathIn, rowsIn, statusesIn, viewIn } from './reference.ts';

const RUNS = Number(process.env['LEAT_RUNS'] ?? 300);

const line = (item: ViewItem): string => {
  if (item.form === 'fold') {
    return `${item.place} ${item.record.uuid} fold ${item.covered} to ${item.last} ${JSON.stringify(item.content)}`;
  }
  const form = item.form === 'cleared' ? `cleared ${JSON.stringify(item.content)}` : 'itself';
  return `${item.place} ${item.at} ${item.record.uuid} ${form}${item.standing ? ' standing' : ''}${item.thinkingDropped ? ' dropped' : ''}`;
};
/** Cheap where equal; the costly comparison only words the failure. */
const same = (a: readonly unknown[], b: readonly unknown[], what: string): void => {
  if (a.length === b.length && a.every((entry, index) => entry === b[index])) return;
  expect(a, what).toEqual(b);
};

const lines = (timeline: Timeline): string[] => [...modelView(timeline)].map(line);
const undropped = (view: readonly string[]): string[] => view.map((text) => text.replace(/ dropped$/, ''));
/** Without what no byte tells: how many records a fold covers. */
const shown = (view: readonly string[]): string[] =>
  undropped(view).map((text) => text.replace(/ fold \d+ to /, ' fold to '));
const statuses = (timeline: Timeline): string[] =>
  editState(timeline).map(({ edit, state }) => `${edit.uuid} ${state.status}`);
const sessionKey = (timeline: Timeline): string =>
  JSON.stringify(
    editState(timeline).flatMap(({ edit, state }) =>
      edit.scope === 'session' && state.status === 'applied' ? [edit.uuid, state] : [],
    ),
  );
const sizes = (timeline: Timeline): [number, number] => {
  const view = [...modelView(timeline)];
  return [view.length, view.reduce((sum, item) => sum + itemSize(item), 0)];
};

interface Seen {
  readonly timeline: Timeline;
  readonly view: readonly string[];
  readonly session: string;
}

/** What one history has shown so far. */
class Witness {
  readonly #views = new Map<Uuid | null, Seen>();
  #before: Seen = { timeline: timelineOf([]), view: [], session: '[]' };
  #skipped = false;
  states = 0;

  constructor() {
    this.#views.set(null, this.#before);
  }

  check(driver: Driver, deed: Deed, number: number): void {
    const { timeline } = driver;
    const before = this.#before;
    const now: Seen = { timeline, view: lines(timeline), session: sessionKey(timeline) };
    const records = driver.records;
    this.states += 1;
    same(now.view, viewIn(records), 'the view is the reference');
    same(
      [...personView(timeline)].map(({ record }) => record.uuid),
      rowsIn(records),
      'I3',
    );
    if (number % 3 === 0) {
      same(statuses(timeline), statusesIn(records), 'statuses');
      const resumed = timelineOf(records);
      same(lines(resumed), now.view, 'I2, I12: resume');
      expect(stateOf(resumed), 'resume restores the controls').toEqual(stateOf(timeline));
    }
    this.#tombstones(timeline);
    if (deed.kind === 'append' && !this.#skipped) this.#appended(before, now, deed.record, deed.planned);
    if (deed.kind === 'rewind') this.#rewound(deed.to, now);
    if (number % 5 === 0) this.#older(number);
    const head = timeline.records.at(-1);
    if (head !== undefined) this.#views.set(head.uuid, now);
    this.#before = now;
    this.#skipped = false;
  }

  /** An action after which nobody asks: what compares with the state before waits for the next. */
  skip(): void {
    this.#skipped = true;
  }

  /** I11. */
  #tombstones(timeline: Timeline): void {
    const path = timeline.path.slice();
    const gone = path.flatMap((record, at) => {
      const place = record.type === 'tombstone' ? placeOf(timeline, record.target) : undefined;
      const said = ['user', 'assistant', 'system', 'attachment', 'progress'].includes(
        path[place ?? -1]?.type ?? '',
      );
      return record.type === 'tombstone' && place !== undefined && place < at && said ? [record.target] : [];
    });
    if (gone.length === 0) return;
    const shown = new Set<Uuid>([
      ...[...modelView(timeline)].map(({ record }) => record.uuid),
      ...[...personView(timeline)].map(({ record }) => record.uuid),
      ...transcript(timeline).map(({ uuid }) => uuid),
    ]);
    expect(
      gone.filter((uuid) => shown.has(uuid)),
      'I11',
    ).toEqual([]);
  }

  #appended(before: Seen, now: Seen, record: TimelineRecord, planned: boolean): void {
    same([...before.timeline.records], now.timeline.records.slice(0, before.timeline.length), 'I1');
    if (record.type === 'tombstone') return;
    if (record.type === 'epoch') {
      if (planned) this.#planned(before, now, record);
      return;
    }
    if (record.type === 'edit' && record.applies === 'at_once') return;
    if (record.type === 'edit') same(now.view, before.view, 'a mark changes nothing');
    else same(now.view.slice(0, before.view.length), before.view, 'an append changes nothing before it');
  }

  #planned(before: Seen, now: Seen, epoch: EpochRecord): void {
    const edits = epoch.apply.map((uuid) => editState(now.timeline).find(({ edit }) => edit.uuid === uuid));
    for (const entry of edits) expect(entry?.state.status, 'what is planned is applied').toBe('applied');
    this.#spans(now.timeline, epoch);
    if (epoch.undo.length === 0) {
      if (edits.every((entry) => entry?.edit.scope === 'path')) {
        const [a, b] = [sizes(before.timeline), sizes(now.timeline)];
        expect([b[0] <= a[0], b[1] <= a[1]], `I13 ${a} ${b}`).toEqual([true, true]);
      }
      const undone = append(
        timelineOf(now.timeline.records),
        this.#epoch(now.timeline, 'x', { undo: epoch.apply }),
      );
      expect(undropped(lines(undone)), 'undo gives the view before').toEqual(undropped(before.view));
    }
    this.#commutes(before.timeline, epoch);
    this.#cut(before, now, epoch);
  }

  /** What was planned crosses no fold in force. */
  #spans(timeline: Timeline, epoch: EpochRecord): void {
    const folds = applicationsOf(timeline).filter(({ edit }) => edit.op.kind === 'fold');
    const crossing = folds
      .filter(({ edit }) => epoch.apply.includes(edit.uuid))
      .filter((a) =>
        folds.some(
          (b) =>
            (a.first < b.first && b.first <= a.last && a.last < b.last) ||
            (b.first < a.first && a.first <= b.last && b.last < a.last),
        ),
      );
    same(crossing, [], 'spans are nested or disjoint');
  }

  #epoch(timeline: Timeline, name: string, parts: Partial<EpochRecord>): EpochRecord {
    const head = timeline.records.at(-1)?.uuid ?? null;
    const base = {
      uuid: `${name}${timeline.length}` as Uuid,
      parentUuid: head,
      timestamp: '2026-01-01T00:00:00.000Z',
    }; // a test's own id
    return {
      ...base,
      type: 'epoch',
      apply: [],
      undo: [],
      dropped: [],
      reason: 'limit',
      sentence: '',
      price: null,
      cut: null,
      ...parts,
    };
  }

  /** I12: in one epoch in any order, or one after the other, edits give one view. */
  #commutes(timeline: Timeline, epoch: EpochRecord): void {
    if (epoch.apply.length < 2 || epoch.undo.length > 0) return;
    const fresh = (): Timeline => timelineOf(timeline.records);
    const together = lines(append(fresh(), this.#epoch(timeline, 'x', { apply: epoch.apply })));
    const reversed = lines(append(fresh(), this.#epoch(timeline, 'x', { apply: epoch.apply.toReversed() })));
    let single = fresh();
    for (const uuid of epoch.apply.toReversed())
      single = append(single, this.#epoch(single, 'y', { apply: [uuid] }));
    same(reversed, together, 'order in an epoch');
    same(lines(single), together, 'order of epochs');
  }

  #cut(before: Seen, now: Seen, epoch: EpochRecord): void {
    const [old, fresh] = [shown(before.view), shown(now.view)];
    const first = old.findIndex((text, index) => text !== fresh[index]);
    const index = first < 0 && fresh.length > old.length ? old.length : first;
    const placeAt = (view: readonly string[]): number =>
      Number(view[index]?.split(' ')[0] ?? Number.POSITIVE_INFINITY);
    if (epoch.cut === null) return;
    expect(index, 'a cut where something changed').toBeGreaterThanOrEqual(0);
    const changed = Math.min(placeAt(old), placeAt(fresh));
    const inTurn = turnRuns(before.timeline) && changed >= turnStart(before.timeline);
    expect(placeOf(now.timeline, epoch.cut), 'cut').toBe(inTurn ? turnStart(before.timeline) : changed);
  }

  /** Byte for byte the view that was there, but for what holds on every path. */
  #rewound(to: Uuid | null, now: Seen): void {
    const then = this.#views.get(to);
    if (then !== undefined && then.session === now.session) same(now.view, then.view, 'rewind');
  }

  /** Older values still show what they showed, and `viewAt` gives the same. */
  #older(number: number): void {
    const seen = [...this.#views.values()];
    const old = seen[number % seen.length];
    if (old === undefined) return;
    same(lines(old.timeline), old.view, 'an older value');
    const head = old.timeline.records.at(-1);
    const now = this.#before.timeline;
    if (head === undefined || now.records.at(old.timeline.length - 1) !== head) return;
    same([...(viewAt(now, head.uuid) ?? [])].map(line), old.view, 'viewAt');
  }
}

const numbers: fc.Arbitrary<Numbers> = fc.tuple(fc.nat(99), fc.nat(255), fc.nat(255), fc.nat(255));

test('the incremental views are the naive ones, and the invariants hold, in every state', () => {
  let states = 0;
  const reached = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 10, maxLength: 90, size: 'max' }), (history) => {
      const driver = new Driver();
      const witness = new Witness();
      for (const [number, step] of history.entries()) {
        const deed = driver.act(step);
        // Views are asked for after most actions, not all: what came in between must be caught up with.
        if (deed.kind === 'nothing') continue;
        if (step[3] % 8 === 7) witness.skip();
        else witness.check(driver, deed, number);
      }
      states += witness.states;
      for (const { state } of editState(driver.timeline))
        reached.set(state.status, (reached.get(state.status) ?? 0) + 1);
      for (const item of modelView(driver.timeline))
        reached.set(item.form, (reached.get(item.form) ?? 0) + 1);
      expect(pathIn(driver.records)).toEqual(driver.timeline.path.slice());
    }),
    { numRuns: RUNS },
  );
  console.info(`${states} states; ${[...reached].map(([name, count]) => `${name} ${count}`).join(', ')}`);
  for (const name of [
    'open',
    'applied',
    'withdrawn',
    'undone',
    'dropped',
    'elsewhere',
    'itself',
    'cleared',
    'fold',
  ]) {
    expect(reached.get(name) ?? 0, `${name} is reached`).toBeGreaterThan(0);
  }
});

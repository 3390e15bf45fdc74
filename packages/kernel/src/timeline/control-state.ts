/** What the controls of the path say now: facts that rule the chain, each the last word on the path. */
import type { EpochRecord, Control, RequestRecord, ResponseRecord, TimelineRecord } from './record.ts';
import { pathState, type Fold } from './fold.ts';
import type { Uuid } from './id.ts';
import { Sequence } from './sequence.ts';
import { recordOf, type Timeline } from './timeline.ts';

type ControlOf<K extends Control['kind']> = Extract<Control, { readonly kind: K }>;

/** The last word of each kind of control on the path. */
export interface ControlState {
  readonly session: ControlOf<'session'> | null;
  /** The recorded head in force. */
  readonly head: ControlOf<'head'> | null;
  /** Latches by profile, then by name, in the order in which they were latched. */
  readonly latches: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  readonly pins: Sequence<ControlOf<'pin'>>;
  /** Permission mode: the last mode control, or the mode that a human message was sent in. */
  readonly mode: string | null;
  readonly model: string | null;
  readonly cwd: string | null;
  readonly title: string | null;
  /** Messages that every edit leaves alone. */
  readonly kept: ReadonlySet<Uuid>;
  /** Checkpoints, oldest first, each with its record. */
  readonly checkpoints: Sequence<{ readonly uuid: Uuid; readonly files: ControlOf<'checkpoint'>['files'] }>;
  /** Terminal of the last turn that ended, null while one runs or before the first. */
  readonly turnEnd: { readonly uuid: Uuid; readonly terminal: string } | null;
  /** Ids of calls whose tool was started, in order. */
  readonly started: Sequence<string>;
  readonly permissions: Sequence<ControlOf<'permission'>>;
  readonly lastRequest: RequestRecord | null;
  readonly lastResponse: ResponseRecord | null;
  readonly lastEpoch: EpochRecord | null;
}

const initial: ControlState = {
  session: null,
  head: null,
  latches: new Map(),
  pins: Sequence.empty(),
  mode: null,
  model: null,
  cwd: null,
  title: null,
  kept: new Set(),
  checkpoints: Sequence.empty(),
  turnEnd: null,
  started: Sequence.empty(),
  permissions: Sequence.empty(),
  lastRequest: null,
  lastResponse: null,
  lastEpoch: null,
};

const latched = (
  state: ControlState,
  profile: string,
  name: string,
  value: { readonly of: unknown } | null,
) => {
  const ofProfile = new Map(state.latches.get(profile));
  if (value === null) ofProfile.delete(name);
  else ofProfile.set(name, value.of);
  return { ...state, latches: new Map(state.latches).set(profile, ofProfile) };
};

const withMember = <T>(set: ReadonlySet<T>, member: T, present: boolean): ReadonlySet<T> => {
  const next = new Set(set);
  if (present) next.add(member);
  else next.delete(member);
  return next;
};

const control = (state: ControlState, uuid: Uuid, fact: Control): ControlState => {
  switch (fact.kind) {
    case 'session':
      return { ...state, session: fact, cwd: fact.cwd };
    case 'head':
      return { ...state, head: fact };
    case 'latch':
      return latched(state, fact.profile, fact.name, { of: fact.value });
    case 'unlatch':
      return latched(state, fact.profile, fact.name, null);
    case 'pin':
      return { ...state, pins: state.pins.append(fact) };
    case 'keep':
      return { ...state, kept: withMember(state.kept, fact.target, true) };
    case 'unkeep':
      return { ...state, kept: withMember(state.kept, fact.target, false) };
    case 'mode':
      return { ...state, mode: fact.mode };
    case 'model':
      return { ...state, model: fact.model };
    case 'cwd':
      return { ...state, cwd: fact.cwd };
    case 'title':
      return { ...state, title: fact.title };
    case 'checkpoint':
      return { ...state, checkpoints: state.checkpoints.append({ uuid, files: fact.files }) };
    case 'permission':
      return { ...state, permissions: state.permissions.append(fact) };
    case 'tool_started':
      return { ...state, started: state.started.append(fact.toolUseId) };
    case 'turn_end':
      return { ...state, turnEnd: { uuid, terminal: fact.terminal } };
    case 'queue':
    case 'rewind':
    case 'other':
      return state;
  }
};

/** `/clear` (a reset with nothing in its place) drops the latches. */
const clears = (timeline: Timeline, epoch: EpochRecord): boolean =>
  epoch.apply.some((uuid) => {
    const edit = recordOf(timeline, uuid);
    return edit?.type === 'edit' && edit.op.kind === 'fold' && edit.op.reset && edit.op.content.length === 0;
  });

const step = (state: ControlState, record: TimelineRecord, _at: number, timeline: Timeline): ControlState => {
  switch (record.type) {
    case 'control':
      return control(state, record.uuid, record.control);
    case 'user':
      if (record.origin.kind !== 'human') return state;
      return { ...state, turnEnd: null, mode: record.permissionMode ?? state.mode };
    case 'request':
      return { ...state, lastRequest: record };
    case 'response':
      return { ...state, lastResponse: record };
    case 'epoch':
      return clears(timeline, record)
        ? { ...state, lastEpoch: record, latches: new Map() }
        : { ...state, lastEpoch: record };
    default:
      return state;
  }
};

const controlFold: Fold<ControlState> = { initial, step };

/** The facts in force at the head. */
export const stateOf = (timeline: Timeline): ControlState => pathState(timeline, controlFold);

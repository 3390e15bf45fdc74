/**
 * Where the running turn began. A turn is what follows from a human message (or a notice taken while idle) until the
 * agent rests; a message that joins a running turn behind its results begins none.
 */
import { isToolUse } from './block.ts';
import { pathState, type Fold } from './fold.ts';
import type { Origin } from './origin.ts';
import type { TimelineRecord } from './record.ts';
import type { Timeline } from './timeline.ts';

export interface TurnState {
  /** Place of the record that began the last turn; -1 before the first. */
  readonly start: number;
  /** The agent has answered without a call, was interrupted, or its turn was ended. */
  readonly resting: boolean;
  readonly ended: boolean;
}

const STARTERS: ReadonlySet<Origin['kind']> = new Set(['human', 'task_notification', 'teammate', 'channel']);

const turnStep = (state: TurnState, record: TimelineRecord, at: number): TurnState => {
  if (record.type === 'control' && record.control.kind === 'turn_end')
    return { ...state, resting: true, ended: true };
  if (record.type === 'assistant') {
    const resting = !record.content.some(isToolUse);
    return resting === state.resting ? state : { ...state, resting };
  }
  if (record.type !== 'user') return state;
  if (STARTERS.has(record.origin.kind)) {
    return state.resting || state.start < 0 ? { start: at, resting: false, ended: false } : state;
  }
  const resting = record.origin.kind === 'interruption' || (state.ended && state.resting);
  return resting === state.resting ? state : { ...state, resting };
};

export const turnFold: Fold<TurnState> = {
  initial: { start: -1, resting: false, ended: false },
  step: turnStep,
};

/** Place where the last turn began, -1 if none has. After the turn's end it is still the last turn's. */
export const turnStart = (timeline: Timeline): number => pathState(timeline, turnFold).start;

/** True while a turn has begun and no `turn_end` was recorded behind it. */
export const turnRuns = (timeline: Timeline): boolean => {
  const state = pathState(timeline, turnFold);
  return state.start >= 0 && !state.ended;
};

/**
 * Phase 2 of the loop: the compaction ladder's place (SPEC 8). Its stations are the kernel's; they stand in this list in
 * their fixed order. Result budget works where results are made (`hand-over.ts`), since it decides before a first
 * sending; the other four take their places here when they exist.
 */
import type { State } from './state.ts';
import type { TurnContext } from './turn-context.ts';

/** One station: looks at the state and returns it, the same object when it did nothing. */
type Station = (state: State, turn: TurnContext) => Promise<State>;

const STATIONS: readonly Station[] = [];

export const climbLadder = async (state: State, turn: TurnContext): Promise<State> => {
  let current = state;
  for (const station of STATIONS) current = await station(current, turn);
  return current;
};

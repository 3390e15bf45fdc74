/** What crosses a round (SPEC 7), and nothing else does. Immutable, replaced whole: reference equality tells what changed. */
import type { Timeline, Wire } from '@leat/kernel';
import type { Terminal } from './terminal.ts';
import type { Transition } from './transition.ts';

export interface State {
  readonly timeline: Timeline;
  /** The wire as it was built last; null before the first request of the chain. It grows by what is new. */
  readonly wire: Wire | null;
  /** Rounds of this turn that were begun. */
  readonly round: number;
  readonly transition: Transition;
  /** How often `transition` came in a row, from 1. */
  readonly repeats: number;
  readonly autocompact: {
    readonly turnId: string;
    readonly turnCounter: number;
    readonly failures: number;
  };
  readonly reactiveCompactUsed: boolean;
  readonly outputRecoveries: number;
  /** `max_tokens` of an escalated retry; null = as set. */
  readonly outputOverride: number | null;
  readonly stopHookDepth: number;
  /** Tokens; null where the request carries no task budget. */
  readonly taskBudgetLeft: number | null;
}

/** What a phase decides: the next state, or the end. */
export type Step =
  | { readonly next: State; readonly terminal?: never }
  | { readonly terminal: Terminal; readonly next?: never };

/** The state that a turn begins with. */
export const openState = (
  timeline: Timeline,
  wire: Wire | null,
  turnId: string,
  transition: Transition,
): State => ({
  timeline,
  wire,
  round: 0,
  transition,
  repeats: 1,
  autocompact: { turnId, turnCounter: 0, failures: 0 },
  reactiveCompactUsed: false,
  outputRecoveries: 0,
  outputOverride: null,
  stopHookDepth: 0,
  taskBudgetLeft: null,
});

/** The next state, reached by `transition`, over the timeline as it is now. */
export const goOn = (
  state: State,
  timeline: Timeline,
  transition: Transition,
  change: Partial<Omit<State, 'timeline' | 'transition' | 'repeats'>> = {},
): Step => ({
  next: {
    ...state,
    ...change,
    timeline,
    transition,
    repeats: state.transition === transition ? state.repeats + 1 : 1,
  },
});

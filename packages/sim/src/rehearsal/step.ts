/**
 * What a job does, one step at a time. A job is a generator: it yields a step (some words and one action), is given
 * the observation, and returns its final answer. It holds no state outside of what it was told, so running it again
 * over the calls of a conversation brings it to the same point.
 */

/** One thing to do in the project, before it is put into the words of the tools that are offered. */
export type Action =
  | { readonly kind: 'list' }
  | { readonly kind: 'read'; readonly path: string; readonly fromLine?: number; readonly lines?: number }
  | { readonly kind: 'search'; readonly pattern: string }
  | { readonly kind: 'edit'; readonly path: string; readonly oldText: string; readonly newText: string }
  | {
      readonly kind: 'shell';
      readonly command: string;
      readonly purpose: string;
      readonly timeoutMs?: number;
    };

export type ActionKind = Action['kind'];

/** A step: what is said before the call, and the call. */
export interface Step {
  readonly say: string;
  readonly action: Action;
}

/** What came back for a step. */
export interface Observation {
  readonly text: string;
  /** The tool reported an error. */
  readonly failed: boolean;
  /** The call was not allowed to run. */
  readonly refused: boolean;
  /** The call was cut, and nobody knows how far it came. */
  readonly cut: boolean;
}

/** A part of a job, which returns `T`. */
export type Job<T> = Generator<Step, T, Observation>;

/** Why the loop goes on to another round (SPEC 7): a closed union. Each is logged, and a test can ask for it. */
export const TRANSITIONS = [
  /** The first round of a turn. */
  'start',
  'tool_results',
  'collapse_drain_retry',
  'reactive_compact_retry',
  'max_output_tokens_escalate',
  'max_output_tokens_recovery',
  'stop_hook_blocking',
  'model_fallback',
  'pause_turn',
  'queued_command',
  'repair_retry',
  'empty_answer',
  /** A stream broke after a call that isn't a read had started: the round was closed with what it had (SPEC 11.2). */
  'round_closed',
] as const;
export type Transition = (typeof TRANSITIONS)[number];

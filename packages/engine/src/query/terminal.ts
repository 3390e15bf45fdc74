/** How a turn ends (SPEC 7): a closed union; each end has its exit code and its stream-json result subtype. */
import { isLeatError } from '../errors.ts';
import { sentence } from '../request/retry.ts';
import type { AbortReason } from './abort.ts';

/** What a provider said when it refused, as data. */
export interface Failure {
  /** Type of the API (`overloaded_error` …), or `network_error`, `timeout_error`, `stream_cut`. */
  readonly type: string;
  readonly message: string;
  readonly status: number | null;
  readonly code: string | null;
  readonly requestId: string | null;
}

export type Terminal =
  | { readonly reason: 'completed'; readonly stopReason: string | null }
  | { readonly reason: 'aborted'; readonly by: AbortReason }
  | { readonly reason: 'max_turns'; readonly rounds: number }
  | { readonly reason: 'budget_spent'; readonly spentUsd: number; readonly limitUsd: number }
  | { readonly reason: 'blocking_limit'; readonly tokens: number; readonly limitTokens: number }
  | { readonly reason: 'prompt_too_long'; readonly failure: Failure }
  | { readonly reason: 'media_error'; readonly failure: Failure }
  | { readonly reason: 'output_limit'; readonly maxTokens: number }
  | { readonly reason: 'refusal'; readonly details: unknown }
  | { readonly reason: 'stop_hook'; readonly message: string }
  | { readonly reason: 'window_full' }
  | { readonly reason: 'auth_error'; readonly failure: Failure }
  | { readonly reason: 'provider_error'; readonly failure: Failure }
  | { readonly reason: 'store_error'; readonly message: string };
export type TerminalReason = Terminal['reason'];

/** `subtype` of the last stream-json message (API-CONTRACT J18). */
export type ResultSubtype = 'success' | 'error_max_turns' | 'error_max_budget_usd' | 'error_during_execution';

/** Exit codes of print mode. 2 is kept for a wrong command line; 130 is what shells give for Ctrl-C. */
export const TERMINAL_EXIT_CODES: { readonly [R in TerminalReason]: number } = {
  completed: 0,
  provider_error: 1,
  max_turns: 3,
  budget_spent: 4,
  blocking_limit: 5,
  prompt_too_long: 5,
  window_full: 5,
  output_limit: 6,
  media_error: 7,
  refusal: 8,
  stop_hook: 9,
  auth_error: 10,
  store_error: 11,
  aborted: 130,
};

export const TERMINAL_SUBTYPES: { readonly [R in TerminalReason]: ResultSubtype } = {
  completed: 'success',
  stop_hook: 'success',
  max_turns: 'error_max_turns',
  budget_spent: 'error_max_budget_usd',
  aborted: 'error_during_execution',
  provider_error: 'error_during_execution',
  blocking_limit: 'error_during_execution',
  prompt_too_long: 'error_during_execution',
  window_full: 'error_during_execution',
  output_limit: 'error_during_execution',
  media_error: 'error_during_execution',
  refusal: 'error_during_execution',
  auth_error: 'error_during_execution',
  store_error: 'error_during_execution',
};

/** What a thrown error makes of a turn: the store's own errors are its end, anything else is a bug of leat's. */
export const terminalOfError = (error: unknown): Terminal => {
  const message = error instanceof Error ? error.message : String(error);
  if (isLeatError(error) && error.code.startsWith('LEAT_STORE_')) return { reason: 'store_error', message };
  const failure = { type: 'internal_error', message, status: null, code: BROKEN, requestId: null };
  return { reason: 'provider_error', failure };
};
/** Code of a turn that a bug ended. */
export const BROKEN = 'LEAT_TURN_BROKEN';

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** What a failure of the provider, or of the way to it, says and what can be done. */
const providerWords = ({ type, status, message }: Failure): string => {
  if (status === 404 || type === 'not_found_error') {
    const next = /model/i.test(message) ? '--model names another.' : 'Check ANTHROPIC_BASE_URL and --model.';
    return `The provider failed: ${sentence(message)} ${next}`;
  }
  if (status === null && type === 'invalid_request_error') return sentence(capital(message));
  const goesOn = status === null && WAYSIDE.has(type) ? ' --continue goes on.' : '';
  return goesOn === '' ? `The provider failed: ${message}` : `No answer came: ${sentence(message)}${goesOn}`;
};
/** Types of failures on the way, not of the provider. */
const WAYSIDE: ReadonlySet<string> = new Set(['network_error', 'stream_cut', 'stream_stalled']);

/** One sentence for the person: what ended the turn and what can be done. */
export const explainTerminal = (terminal: Terminal): string => {
  switch (terminal.reason) {
    case 'completed':
      return 'Done.';
    case 'aborted':
      return `The turn was stopped (${terminal.by}). --continue goes on with it.`;
    case 'max_turns':
      return `Stopped after ${terminal.rounds} ${terminal.rounds === 1 ? 'round' : 'rounds'}, the limit that was set. --max-turns raises it; --continue goes on.`;
    case 'budget_spent':
      return `Stopped at $${terminal.spentUsd.toFixed(4)} of the $${terminal.limitUsd} that may be spent. --max-budget-usd raises it; --continue goes on.`;
    case 'blocking_limit':
      return `The conversation holds about ${terminal.tokens} tokens, above the ${terminal.limitTokens} that can be sent. Start a new session, or fork this one from an earlier message.`;
    case 'prompt_too_long':
      return `The provider says that the conversation is too long: ${terminal.failure.message}`;
    case 'media_error':
      return `The provider refused an image or document: ${terminal.failure.message}`;
    case 'output_limit':
      return `The answer was cut at ${terminal.maxTokens} tokens, the limit of one answer. Ask for it in smaller pieces.`;
    case 'refusal':
      return 'The model declined to answer this. Your message has left what the model sees, and nothing of its answer was kept; word it anew to go on.';
    case 'stop_hook':
      return terminal.message;
    case 'window_full':
      return "The model's window is full. Start a new session, or fork this one from an earlier message.";
    case 'auth_error':
      return `The provider refused the credential: ${terminal.failure.message} Check ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN and ANTHROPIC_BASE_URL.`;
    case 'provider_error':
      return providerWords(terminal.failure);
    case 'store_error':
      return `The session's files could not be used: ${terminal.message}`;
  }
};

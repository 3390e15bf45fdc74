/**
 * What a turn tells those who watch it. Events are for showing: everything that matters is in the records, and a turn
 * runs the same whether anyone reads them. `turn_finished` is always the last, and always comes.
 */
import type { AssistantRecord, RequestRecord, ResponseRecord, Usage, UserRecord, Uuid } from '@leat/kernel';
import type { ServerEvent } from '../provider/provider.ts';
import type { Terminal } from './terminal.ts';
import type { Transition } from './transition.ts';

/** The API message that a finished block belongs to, as far as known at that moment. */
export interface MessageEnvelope {
  /** `message.id` of the API. */
  readonly id: string | null;
  readonly model: string;
  /** The usage object as the server last sent it. */
  readonly usage: { readonly [key: string]: unknown } | null;
}

/** A call that was not allowed. */
export interface PermissionDenial {
  readonly toolUseId: string;
  readonly name: string;
  readonly input: unknown;
  /** Why, for the person. */
  readonly reason: string;
  /** The flag that would have allowed it; null where none would. */
  readonly flag: string | null;
}

/** Totals of one model in a turn. */
export interface ModelTotals {
  readonly usage: Usage;
  readonly requests: number;
  /** US dollars; null where a request had no known price. */
  readonly costUsd: number | null;
}

/** What a turn came to. `costUsd` is null where a price is unknown. */
export interface TurnSummary {
  readonly terminal: Terminal;
  /** Text of the last answer that had any; empty when there was none. */
  readonly text: string;
  readonly rounds: number;
  readonly stopReason: string | null;
  /** Milliseconds: the whole turn, and waiting for the provider. */
  readonly durationMs: number;
  readonly apiDurationMs: number;
  readonly usage: Usage;
  readonly costUsd: number | null;
  readonly models: { readonly [model: string]: ModelTotals };
  readonly denials: readonly PermissionDenial[];
}

export type NoticeLevel = 'info' | 'warning' | 'error';

export type QueryEvent =
  /** `prompt` is null when a turn that was cut goes on. */
  | { readonly type: 'turn_started'; readonly prompt: UserRecord | null }
  | { readonly type: 'transition'; readonly round: number; readonly transition: Transition }
  /** On disk, about to be sent. */
  | { readonly type: 'request_started'; readonly record: RequestRecord }
  /** The server's raw event; only with `rawEvents`. */
  | { readonly type: 'stream_event'; readonly request: Uuid; readonly event: ServerEvent }
  | { readonly type: 'text_delta'; readonly request: Uuid; readonly index: number; readonly text: string }
  | {
      readonly type: 'thinking_delta';
      readonly request: Uuid;
      readonly index: number;
      readonly text: string;
    }
  /** A block is whole and became a record. */
  | {
      readonly type: 'block_finished';
      readonly record: AssistantRecord;
      readonly message: MessageEnvelope;
    }
  /** `billUsd` is the bill of this engine so far; null where a price is unknown. */
  | { readonly type: 'request_finished'; readonly record: ResponseRecord; readonly billUsd: number | null }
  | {
      readonly type: 'tool_started';
      readonly toolUseId: string;
      readonly name: string;
      readonly title: string;
      readonly input: unknown;
    }
  | {
      readonly type: 'tool_progress';
      readonly toolUseId: string;
      readonly name: string;
      readonly data: unknown;
    }
  /** In the order of the calls. `durationMs` is 0 for a call that never ran. */
  | {
      readonly type: 'tool_result';
      readonly toolUseId: string;
      readonly name: string;
      readonly title: string;
      readonly record: UserRecord;
      readonly isError: boolean;
      readonly durationMs: number;
    }
  | { readonly type: 'permission_denied'; readonly denial: PermissionDenial }
  /** Waiting before attempt `attempt + 1` of `attemptsMax + 1`. */
  | {
      readonly type: 'retry';
      readonly attempt: number;
      readonly attemptsMax: number;
      readonly delayMs: number;
      readonly status: number | null;
      readonly error: { readonly type: string; readonly message: string };
    }
  /** What was shown of these records is void. */
  | { readonly type: 'taken_back'; readonly targets: readonly Uuid[] }
  /** The words that tell the model why things stopped were added. */
  | { readonly type: 'interrupted'; readonly record: UserRecord }
  /** An error that ends the turn, as the synthetic answer that is shown and never sent. */
  | { readonly type: 'failed'; readonly record: AssistantRecord }
  | {
      readonly type: 'notice';
      readonly level: NoticeLevel;
      readonly code: string;
      readonly text: string;
    }
  /** The reader was too slow: this many events were left out here. */
  | { readonly type: 'events_dropped'; readonly count: number }
  | { readonly type: 'turn_finished'; readonly summary: TurnSummary };

/**
 * The shapes that the stations of the simulator hand to each other. A request travels
 *
 *     socket → validate (contract/) → cache (cache/) → behaviour (script · replay · rehearsal) → events (stream/) → socket
 *
 * Bodies come from strangers, so they are typed loosely here and judged by `contract/`.
 */

/** A JSON object as it came off the wire. */
export type Json = { readonly [key: string]: unknown };

/** A content block: any object with a `type`. */
export type Block = { readonly type: string; readonly [key: string]: unknown };

/** One entry of `messages`. */
export interface Message {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string | readonly Block[];
  readonly [key: string]: unknown;
}

/** A request body that passed the contract. */
export interface MessagesRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: readonly Message[];
  readonly system?: string | readonly Block[];
  readonly tools?: readonly Json[];
  readonly tool_choice?: Json;
  readonly thinking?: Json;
  readonly output_config?: Json;
  readonly stream?: boolean;
  readonly [key: string]: unknown;
}

/** Price of a million tokens, in US dollars, by class (API-CONTRACT A.9). */
export interface Price {
  readonly input: number;
  readonly write5m: number;
  readonly write1h: number;
  readonly read: number;
  readonly output: number;
}

/** What refuses a request: the rule that bit, and what the server answers. */
export interface Rejection {
  /** Rule id of API-CONTRACT, e.g. `C19`, `B27`. */
  readonly rule: string;
  readonly status: number;
  /** Error type of the envelope, e.g. `invalid_request_error`. */
  readonly type: string;
  readonly message: string;
  /** `error.details.error_code`, where the contract names one. */
  readonly errorCode?: string;
}

/** What a behaviour answers: whole blocks; the stream station cuts them into events. */
export interface Answer {
  /** text · thinking (signature added later by the server) · tool_use (with `name`, `input`; the server adds `id`). */
  readonly content: readonly Block[];
  readonly stopReason:
    | 'end_turn'
    | 'tool_use'
    | 'max_tokens'
    | 'stop_sequence'
    | 'pause_turn'
    | 'refusal'
    | 'model_context_window_exceeded';
  readonly stopSequence?: string | null;
  readonly stopDetails?: Json | null;
}

/** Decides what the model says. Deterministic: the same request (and seed) gives the same answer. */
export interface Behaviour {
  readonly name: string;
  answer(request: MessagesRequest): Answer | Promise<Answer>;
}

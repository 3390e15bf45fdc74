/**
 * Faults: what can go wrong between the model and a client, written down so that it goes wrong on purpose.
 *
 *     { "seed": 7, "faults": [
 *       { "kind": "overloaded", "when": { "request": [2, 3] } },
 *       { "kind": "cut", "at": { "inside": "tool_json" }, "when": { "contains": "refactor" }, "times": 1 },
 *       { "kind": "stall", "ms": 60000, "pings": false, "when": { "rate": 0.02 } } ] }
 */

import type { Framing } from '../stream/index.ts';
import type { Json } from '../types.ts';

/**
 * Where in a response a fault bites. `byte`: before this byte of the body. `event`: before this event (0 is
 * `message_start`). `inside`: in the middle of the first delta of this kind. Default: `{ "event": 2 }`.
 */
export type Place =
  | { readonly byte: number }
  | { readonly event: number }
  | { readonly inside: 'tool_json' | 'text' | 'thinking' };

/** An answer with an error status instead of a message. */
export interface ErrorFault {
  readonly kind: 'error';
  /** Rule id of API-CONTRACT C whose status, type and words are sent; the other fields replace parts of it. */
  readonly rule?: string;
  readonly status?: number;
  readonly type?: string;
  readonly message?: string;
  readonly error_code?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Seconds for the `retry-after` header. */
  readonly retry_after?: number;
  /** A raw body in place of the envelope, e.g. a proxy's HTML page. */
  readonly body?: string;
}

/** An `error` event in the stream, then its end (C128). */
export interface StreamErrorFault {
  readonly kind: 'stream-error';
  readonly at?: Place;
  readonly rule?: string;
  readonly type?: string;
  readonly message?: string;
}

/** The response ends early: cleanly, by closing the socket, or by a reset. */
interface CutFault {
  readonly kind: 'cut';
  readonly at?: Place;
  readonly how?: 'end' | 'close' | 'reset';
}

/** Silence of `ms`, with or without pings; after it the response goes on, or is cut. */
interface StallFault {
  readonly kind: 'stall';
  readonly at?: Place;
  readonly ms: number;
  readonly pings?: boolean;
  readonly after?: 'go-on' | 'cut';
}

/** `bytes` at a time, every `ms`. */
interface DripFault {
  readonly kind: 'drip';
  readonly bytes?: number;
  readonly ms?: number;
}

/** Every event of this type (default: all) twice. */
interface DuplicateFault {
  readonly kind: 'duplicate';
  readonly event?: string;
}

/** Legal but rare ways to write events. */
interface FramingFault {
  readonly kind: 'framing';
  readonly style: Framing;
}

/** How bytes are cut into chunks: one each, all at once, or with every character beyond ASCII split. */
interface ChunksFault {
  readonly kind: 'chunks';
  readonly style: 'single-bytes' | 'joined' | 'split-characters' | 'random';
}

/** Text that does not belong there. */
interface GarbageFault {
  readonly kind: 'garbage';
  readonly at?: Place;
  readonly text?: string;
}

/** A `content-length` that is off by `delta` bytes. */
interface ContentLengthFault {
  readonly kind: 'content-length';
  readonly delta: number;
}

/** The clock jumps when the request comes. */
interface ClockFault {
  readonly kind: 'clock';
  readonly ms: number;
}

/** Everything that can go wrong. */
export type Fault =
  | ErrorFault
  | StreamErrorFault
  | CutFault
  | StallFault
  | DripFault
  | DuplicateFault
  | FramingFault
  | ChunksFault
  | GarbageFault
  | ContentLengthFault
  | ClockFault;

/** Which requests a fault meets. All that are given must hold; none given: every request. */
export interface FaultCondition {
  /** Numbers of requests to the same path, from 1. */
  readonly request?: number | readonly number[] | { readonly from?: number; readonly to?: number };
  /** Every n-th request. */
  readonly every?: number;
  /** Chance per request, 0 to 1, by the plan's seed. */
  readonly rate?: number;
  /** The body contains this text. */
  readonly contains?: string;
  /** The body matches this regular expression. */
  readonly pattern?: string;
  /** Default `messages`. */
  readonly path?: 'messages' | 'count_tokens' | 'models';
  readonly model?: string;
  readonly stream?: boolean;
}

/** A fault, and when and how often it strikes. */
export type FaultRule = Fault & {
  readonly when?: FaultCondition;
  /** Strikes at most so often. Default: no bound. */
  readonly times?: number;
};

/** A whole plan. */
export interface FaultPlan {
  readonly seed?: number;
  readonly faults: readonly FaultRule[];
  /** Limits per minute of the simulator's clock; beyond them a request gets a 429 (C124b). */
  readonly limits?: RateLimits;
}

/** Limits per minute and key. Cache reads do not count as input (API-CONTRACT D13). */
export interface RateLimits {
  readonly requests_per_minute?: number;
  readonly input_tokens_per_minute?: number;
  readonly output_tokens_per_minute?: number;
}

/** A response that is refused before the model speaks. */
export interface ErrorReply {
  readonly rule: string | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string;
  readonly message: string;
  readonly body: Json | string;
}

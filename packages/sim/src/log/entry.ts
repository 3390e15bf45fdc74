/** What the log says of a request. One JSON line each; no secret is in it. */

import type { Json } from '../types.ts';
import type { Bill, Usage } from '../usage/usage.ts';

/** How a request ended. `aborted`: the client went away first. `cut`: a fault broke the answer off. */
export type Outcome = 'answered' | 'refused' | 'failed' | 'aborted' | 'cut';

/** One request. */
export interface LogEntry {
  /** Number among all requests, from 1. */
  readonly number: number;
  /** Number among the requests to the same path, from 1: what fault plans count by. */
  readonly pathNumber: number;
  readonly id: string;
  /** ISO 8601, on the simulator's clock. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Headers of use to a reader; never a credential. */
  readonly headers: Readonly<Record<string, string>>;
  /** Which header carried the credential, and a short hash of it: equal keys have equal hashes. */
  readonly credential: { readonly header: 'x-api-key' | 'authorization' | 'none'; readonly hash: string };
  readonly model: string | null;
  readonly stream: boolean;
  readonly status: number | null;
  readonly outcome: Outcome;
  /** Rule of API-CONTRACT that refused the request, and what was said. Also set where a fault hid the refusal. */
  readonly rule: string | null;
  readonly message: string | null;
  /** Kinds of the faults that struck. */
  readonly faults: readonly string[];
  readonly stopReason: string | null;
  readonly tokens: Usage | null;
  /** The `usage` object as it was sent. */
  readonly usage: Json | null;
  readonly price: Bill | null;
  readonly cache: {
    readonly breakpoints: readonly number[];
    readonly hit: number;
    readonly positions: number;
  } | null;
  readonly behaviour: string;
  readonly bodyBytes: number;
  readonly bodySha256: string;
  /** The whole body, where the simulator was told to keep bodies. */
  readonly body?: unknown;
  /** Milliseconds of real time since the request came. `judge`: until the contract had spoken. */
  readonly timings: {
    readonly readMs: number;
    readonly judgeMs: number;
    readonly firstByteMs: number | null;
    readonly doneMs: number;
  };
}

/** Sums over all requests since the last reset. */
export interface Totals {
  readonly requests: number;
  readonly answered: number;
  readonly refused: number;
  readonly aborted: number;
  readonly tokens: Usage;
  readonly price: Bill;
  /** Requests whose model has no published price: their tokens are counted, their price is not. */
  readonly unpriced: number;
}

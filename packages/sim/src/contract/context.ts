/**
 * What a request is judged by, besides its body. The server makes one context per request; tests make them with
 * `validationContext`, which fills in a well-behaved client.
 */

import type { Profile } from '../models/index.ts';
import { FIRST_PARTY } from '../models/index.ts';
import type { Block, MessagesRequest } from '../types.ts';

/**
 * What the simulator says of a signature (API-CONTRACT B30, B32).
 * - `ok`: issued here, for this prefix.
 * - `foreign`: not issued here; counts as another account's and passes.
 * - `mismatch`: issued here for another prefix (C51b where the model binds).
 * - `corrupt`: refused (C51).
 * - `gap`: issued here, for this prefix, but the thought before it is missing or another (B32; C58 in the latest turn).
 * - `modified`: issued here, but the block's text is no longer what it was (C58 in the latest turn).
 */
export type SignatureVerdict = 'ok' | 'foreign' | 'mismatch' | 'gap' | 'corrupt' | 'modified';

/**
 * Judges the signature of one thinking block whose prefix has this hash (see `boundPrefix`). `earlier` are the
 * signatures of the thinking blocks before it, in their order, so that one missing from their middle shows.
 * Must not throw.
 */
export type SignatureCheck = (
  signature: string,
  boundPrefixHash: string,
  block: Block,
  earlier: readonly string[],
) => SignatureVerdict;

/** See the file header. */
export interface ValidationContext {
  readonly endpoint: 'messages' | 'count_tokens';
  /** Request headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Value of `anthropic-version`; `null` if the header is missing. */
  readonly apiVersion: string | null;
  /** Values of `anthropic-beta`, in their order. */
  readonly betas: readonly string[];
  readonly profile: Profile;
  /** `true`: the first-party server as observed, rather than at its strictest. */
  readonly lenient: boolean;
  /** Size of the body on the wire, in bytes (A4). */
  readonly bodyBytes: number;
  /** Without it every non-empty signature passes. */
  readonly checkSignature?: SignatureCheck;
  /** Input tokens of the request, for C61 and C62; without it these are not judged. Must not throw. */
  readonly countTokens?: (request: MessagesRequest) => number;
}

/** What `validationContext` needs to know; everything left out is as an ordinary client has it. */
export type ContextOptions = Partial<Omit<ValidationContext, 'apiVersion' | 'betas'>>;

const ORDINARY_HEADERS = {
  'x-api-key': 'sk-sim',
  'anthropic-version': '2023-06-01',
  'content-type': 'application/json',
};

/** Builds a context: version and betas are read from the headers (default: those of an ordinary client). */
export function validationContext(options: ContextOptions = {}): ValidationContext {
  const headers: Readonly<Record<string, string>> = options.headers ?? ORDINARY_HEADERS;
  return {
    endpoint: 'messages',
    profile: FIRST_PARTY,
    lenient: false,
    bodyBytes: 0,
    ...options,
    headers,
    apiVersion: headers['anthropic-version'] ?? null,
    betas: betasOf(headers['anthropic-beta']),
  };
}

/** Splits a header `anthropic-beta: a,b` (A11); values keep their case. */
function betasOf(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((beta) => beta.trim())
    .filter((beta) => beta !== '');
}

/**
 * What assembly takes and gives (SPEC 9). All pure data: the digest, the head's contents and blob sizes come in.
 *
 *     timeline ─ settle → passes (N0…N14) per segment ─→ wire (sealed arena + open tail) ─ breakpoints → params → request
 */
import type { ContentBlock } from '../timeline/block.ts';
import type { Uuid } from '../timeline/id.ts';
import type { ControlRecord, New, RequestRecord } from '../timeline/record.ts';

/** A hash of text, hexadecimal, at least 128 bits. Comes in as an argument: the kernel has no crypto of its own. */
export type Digest = (text: string) => string;

/** A tool as the Messages API takes it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly input_schema: { readonly type: 'object'; readonly [key: string]: unknown };
  readonly defer_loading?: boolean;
}

/** The recorded head (SPEC 9.1): re-sent as it was until the next reset. */
export interface Head {
  /** System segments, in order: who leat is · rules · environment. Each is a text block. */
  readonly system: readonly string[];
  /** In their deterministic order. */
  readonly tools: readonly ToolDefinition[];
  /** The user context at index 0, already wrapped; null when there is none. */
  readonly context: string | null;
}

/** A blob whose base64 stands here; its length in bytes is known. */
export interface BlobChunk {
  readonly blob: string;
  readonly mediaType: string;
  readonly base64Bytes: number;
}

/** A piece of the body: text, or a blob. */
export type BodyChunk = string | BlobChunk;

/** A thing the person should know about what assembly had to do. */
export interface Issue {
  readonly pass: string;
  readonly record: Uuid | null;
  readonly what: string;
}

/** Where a rendered block came from (SPEC 14.4). */
export interface Provenance {
  readonly record: Uuid | null;
  /** The pass or component that wrote it. */
  readonly by: string;
}

/** One rendered block on the wire. */
export interface WireBlock {
  readonly role: 'user' | 'assistant' | 'system';
  /** Index of its message in `messages`. */
  readonly message: number;
  /** `type` of the block as sent. */
  readonly type: string;
  /** JSON text of the block without cache_control; a blob's base64 is left out of it. */
  readonly json: string;
  /** Blobs in it, each at a number of characters from the start of `json`. */
  readonly blobs: readonly { readonly at: number; readonly chunk: BlobChunk }[];
  /** Hash chain over head and blocks up to and including this one. */
  readonly chain: string;
  /** Raw estimate; calibration is the reader's. */
  readonly tokens: number;
  /** Id of the call that it makes or answers, as the wire carries it. */
  readonly callId: string | null;
  /** Whether cache_control may stand on it. */
  readonly markable: boolean;
  readonly provenance: Provenance;
}

/** What the `request` record says of the body, minus what only the engine knows. */
export type RequestFacts = Pick<
  RequestRecord,
  | 'model'
  | 'profile'
  | 'head'
  | 'epoch'
  | 'openMarks'
  | 'chainHash'
  | 'predicted'
  | 'estimatedTokens'
  | 'betas'
  | 'bytes'
  | 'maxTokens'
>;

/** A request ready to be sent: the body in chunks with its exact length, and what its record says. */
export interface WireRequest {
  readonly chunks: readonly BodyChunk[];
  /** Bytes of the whole body (content-length). */
  readonly bytes: number;
  /** `anthropic-beta` values, in stable order; empty = no header. */
  readonly betas: readonly string[];
  /** Tokens that it is counted to hold (SPEC 8.0): what the lines and the meter look at. */
  readonly inputTokens: number;
  readonly facts: RequestFacts;
  /** Control records to append together with the `request` record: betas that are latched by this request (SPEC 9.6). */
  readonly latches: readonly New<ControlRecord>[];
}

/** Settings of a request that are not in the timeline. */
export interface RequestSettings {
  readonly maxTokens?: number;
  readonly thinking?: 'default' | 'off' | { readonly budgetTokens: number };
  readonly effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max';
  readonly stream: boolean;
  readonly cache: { readonly enabled: boolean; readonly ttl: '5m' | '1h' };
  readonly userId?: string;
}

export type { ContentBlock };

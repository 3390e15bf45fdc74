/**
 * What assembly takes and gives (SPEC 9). All pure data: the digest, the head's contents and blob sizes come in.
 *
 *     timeline ─ settle → passes (N0…N14) per segment ─→ wire (sealed arena + open tail) ─ breakpoints → params → request
 */
import type { ContentBlock } from '../timeline/block.ts';
import type { Uuid } from '../timeline/id.ts';
import type { RequestRecord } from '../timeline/record.ts';

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

/** A piece of the body: text, or a blob whose base64 stands here (its length in bytes is known). */
export type BodyChunk =
  | string
  | { readonly blob: string; readonly mediaType: string; readonly base64Bytes: number };

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
  /** JSON text of the block without cache_control. */
  readonly json: string;
  /** Hash chain over everything up to and including this block. */
  readonly chain: string;
  readonly tokens: number;
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
  readonly facts: RequestFacts;
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

/**
 * The records of a timeline (SPEC 4.1): a tagged union, one tag a boundary between person, system and model.
 *
 * Invariants: a record is never changed once appended; the order of the file is the order of events; `parentUuid` names
 * the record that was the head when this one was appended (only a rewind makes a branch), so the *path* is the chain of
 * parents from the head to the first record.
 */
import type { EditOp, EpochReason } from '../edit/edit.ts';
import type { ContentBlock } from './block.ts';
import type { ChainId, RoundId, SessionId, Uuid } from './id.ts';
import type { Audience, Origin } from './origin.ts';

export interface RecordBase {
  readonly uuid: Uuid;
  readonly parentUuid: Uuid | null;
  /** ISO 8601 with milliseconds. */
  readonly timestamp: string;
}

/** Anything that reaches the model in the user role. */
export interface UserRecord extends RecordBase {
  readonly type: 'user';
  readonly origin: Origin;
  readonly audience: Audience;
  readonly content: readonly ContentBlock[];
  /** The permission mode as of sending; a rewind restores it. */
  readonly permissionMode?: string;
  /** Paste ids of images. */
  readonly images?: readonly string[];
  /** For SDK consumers, never for the model. */
  readonly mcpMeta?: unknown;
}

/** What the model said, a record per finished block; or a synthetic error (SPEC 4.4), which is never sent. */
export interface AssistantRecord extends RecordBase {
  readonly type: 'assistant';
  /** The round it answers; in imports the first record of the answer, or null where nothing tells. */
  readonly round: RoundId | null;
  /** `message.id` of the API. */
  readonly messageId?: string;
  /** Model that wrote it; `<synthetic>` for our own. */
  readonly model: string;
  readonly audience: Audience;
  readonly content: readonly ContentBlock[];
  /** Present on a synthetic error only. */
  readonly error?: SyntheticError;
  /** Present on a settled assistant text ("no answer was asked for"), which is sent. */
  readonly settled?: 'unanswered';
  /** Hash of the canonical prefix a thinking block was signed over (SPEC 8.6, bound thinking). */
  readonly prefixHash?: string;
  /** The stop reason, in imports that state it on the message (ours is the `response` record's). */
  readonly stopReason?: string;
}

export interface SyntheticError {
  readonly kind: string;
  readonly status?: number;
  readonly message: string;
  /** Path in the request that the server named. */
  readonly path?: string;
}

/** Subtypes of notices that leat knows; others (imports) are kept as they came. */
export const SYSTEM_SUBTYPES = [
  'compact_boundary',
  'microcompact_boundary',
  'snip_boundary',
  'fold_boundary',
  'api_error',
  'api_metrics',
  'stop_hook_summary',
  'permission_retry',
  'permission_denied',
  'local_command',
  'informational',
  'bridge_status',
  'turn_duration',
  'cache_break',
  'thinking_lost',
  'memory_saved',
  'away_summary',
  'fallback_notice',
] as const;
export type SystemSubtype = (typeof SYSTEM_SUBTYPES)[number];

/** A notice for the person; only `local_command` reaches the model (as `command` with `args` and `output`). */
export interface SystemRecord extends RecordBase {
  readonly type: 'system';
  readonly subtype: SystemSubtype | (string & {});
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly data?: { readonly [key: string]: unknown };
}

/** Structured context, rendered late: `words` are what the model sees, fixed at append; null = nothing for the model. */
export interface AttachmentRecord extends RecordBase {
  readonly type: 'attachment';
  readonly subtype: string;
  readonly data: { readonly [key: string]: unknown };
  readonly words: readonly ContentBlock[] | null;
  /** The record it belongs to (a tool result, an assistant message, a human message); null = stands where it came. */
  readonly about: Uuid | null;
}

/** The last state of a running tool, for the person. */
export interface ProgressRecord extends RecordBase {
  readonly type: 'progress';
  readonly toolUseId: string;
  readonly data: unknown;
}

/** "Take back record X" of the open round: a stream failed and what was shown is void. */
export interface TombstoneRecord extends RecordBase {
  readonly type: 'tombstone';
  readonly target: Uuid;
}

/** A mark, its withdrawal (SPEC 8.6). */
export interface EditRecord extends RecordBase {
  readonly type: 'edit';
  readonly op: EditOp;
  /** Who marked it and why, in words for `/context`. */
  readonly by: 'result_budget' | 'snip' | 'microcompact' | 'collapse' | 'autocompact' | 'recovery' | 'person';
  readonly why: string;
  /** `session`: holds on every path (redacted, refused by the server). */
  readonly scope: 'path' | 'session';
  /** `at_once` only when every target stands in the open segment, so that no sent byte changes. */
  readonly applies: 'at_epoch' | 'at_once';
}

/** The application of marks, and undos of applied ones: the only thing that changes bytes already sent. */
export interface EpochRecord extends RecordBase {
  readonly type: 'epoch';
  readonly apply: readonly Uuid[];
  readonly undo: readonly Uuid[];
  readonly dropped: readonly { readonly edit: Uuid; readonly why: string }[];
  readonly reason: EpochReason;
  /** The decision in one sentence (SPEC 14.2). */
  readonly sentence: string;
  /** US dollars of acting now against not acting; null where no price is known. */
  readonly price: number | null;
  /** First changed block, or the start of the running turn if it lies inside it: bound thinking behind it, up to here, is gone. */
  readonly cut: Uuid | null;
}

/** US dollars per million tokens, by class. */
export interface TokenPrices {
  readonly input: number;
  readonly write5m: number;
  readonly write1h: number;
  readonly read: number;
  readonly output: number;
}

/** What is about to be sent; on disk before the send. Each HTTP attempt has one. */
export interface RequestRecord extends RecordBase {
  readonly type: 'request';
  /** Round number in this chain, from 1; a retry of the same bytes keeps it. */
  readonly round: number;
  /** Attempt at this round, from 1. */
  readonly attempt: number;
  readonly source: string;
  readonly model: string;
  readonly profile: string;
  /** Hash of the head (system, tools, context) it sends. */
  readonly head: string;
  /** The newest epoch it reflects. */
  readonly epoch: Uuid | null;
  readonly openMarks: readonly { readonly edit: Uuid; readonly tokens: number }[];
  /** Chain hash at the last breakpoint, and at the end. */
  readonly chainHash: string;
  readonly predicted: { readonly read: number; readonly write: number } | null;
  readonly estimatedTokens: number;
  readonly betas: readonly string[];
  /** Bytes of the body. */
  readonly bytes: number;
  readonly maxTokens: number;
}

/** Usage as billed, each class in tokens. */
export interface Usage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly output: number;
}

/**
 * How a request ended. `accepted`: the server took it (also when the stream was cut later) — it seals its segment.
 * `refused`: it was answered with an error before any content — seals nothing. `unknown`: nothing tells — seals.
 */
export type ResponseOutcome = 'accepted' | 'refused' | 'unknown';

export interface ResponseRecord extends RecordBase {
  readonly type: 'response';
  readonly request: Uuid;
  readonly outcome: ResponseOutcome;
  /** True when the answer came to its `message_stop`. */
  readonly complete: boolean;
  readonly requestId: string | null;
  readonly status: number | null;
  readonly messageId?: string;
  readonly model?: string;
  readonly stopReason: string | null;
  readonly stopDetails?: unknown;
  readonly usage: Usage | null;
  /** What a token of each class was billed at; null where the profile has no price. */
  readonly prices: TokenPrices | null;
  readonly costUsd: number | null;
  readonly appliedEdits?: readonly unknown[];
  readonly error?: { readonly type: string; readonly message: string; readonly code?: string };
  /** Milliseconds: to the first byte, and in all. */
  readonly firstByteMs?: number;
  readonly durationMs?: number;
}

/** Facts that rule the chain: applied by replay, never shown to the model. */
export type Control =
  | {
      readonly kind: 'session';
      readonly session: SessionId;
      readonly chain: ChainId;
      readonly cwd: string;
      readonly version: string;
      readonly forkOf?: { readonly session: SessionId; readonly seq: number; readonly crc: string };
      readonly importedFrom?: string;
    }
  | {
      /** The recorded head (SPEC 9.1): hashes of blobs. */
      readonly kind: 'head';
      readonly hash: string;
      readonly system: string;
      readonly tools: string;
      readonly context: string;
    }
  | { readonly kind: 'latch'; readonly name: string; readonly value: unknown; readonly profile: string }
  | { readonly kind: 'unlatch'; readonly name: string; readonly profile: string; readonly why: string }
  | { readonly kind: 'pin'; readonly carrier: Uuid; readonly references: readonly string[] }
  | { readonly kind: 'keep'; readonly target: Uuid }
  | { readonly kind: 'unkeep'; readonly target: Uuid }
  | { readonly kind: 'mode'; readonly mode: string }
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'cwd'; readonly cwd: string }
  | { readonly kind: 'title'; readonly title: string }
  | {
      readonly kind: 'checkpoint';
      readonly files: readonly { readonly path: string; readonly hash: string | null }[];
    }
  | { readonly kind: 'queue'; readonly op: 'add' | 'edit' | 'remove' | 'take'; readonly command: unknown }
  | {
      readonly kind: 'permission';
      readonly toolUseId: string;
      readonly decision: 'allow' | 'deny';
      readonly by: string;
    }
  | { readonly kind: 'tool_started'; readonly toolUseId: string }
  | {
      /** The head moved back: this record's parent is the record before `to`. */
      readonly kind: 'rewind';
      readonly to: Uuid;
    }
  | { readonly kind: 'turn_end'; readonly terminal: string }
  /** A control of a newer version, kept as it came. */
  | { readonly kind: 'other'; readonly name: string; readonly data: unknown };

export interface ControlRecord extends RecordBase {
  readonly type: 'control';
  readonly control: Control;
}

/** A record of a type this version doesn't know: kept, in no view, counted. */
export interface ForeignRecord extends RecordBase {
  readonly type: 'foreign';
  readonly original: { readonly [key: string]: unknown };
}

export type TimelineRecord =
  | UserRecord
  | AssistantRecord
  | SystemRecord
  | AttachmentRecord
  | ProgressRecord
  | TombstoneRecord
  | EditRecord
  | EpochRecord
  | RequestRecord
  | ResponseRecord
  | ControlRecord
  | ForeignRecord;
export type RecordType = TimelineRecord['type'];

/** A record as its producer makes it: the appender adds uuid, parent and time. */
export type NewRecord = TimelineRecord extends infer R
  ? R extends RecordBase
    ? Omit<R, 'uuid' | 'parentUuid' | 'timestamp'>
    : never
  : never;

/** A record of one type as its producer makes it. */
export type New<R extends RecordBase> = Omit<R, 'uuid' | 'parentUuid' | 'timestamp'>;

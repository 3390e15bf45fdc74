/** What a `QueryEngine` is made of, and what it gives back (SPEC 6). */
import type { AssistantRecord, ContentBlock, Head, RequestSettings, TimelineRecord } from '@leat/kernel';
import type { BlobStore, ChainLog, Host, Machine } from '../host/host.ts';
import type { Asker, PermissionMode, PermissionOptions } from '../permission/permission.ts';
import type { Provider } from '../provider/provider.ts';
import type { AnyTool, ToolSession } from '../tool/tool.ts';
import type { AbortReason } from './abort.ts';
import type { QueryEvent } from './events.ts';
import type { Terminal } from './terminal.ts';

/** Limits of a run; absent = none. */
export interface TurnLimits {
  /** Rounds (requests and their tools) in one turn. */
  readonly maxTurns?: number;
  /** US dollars of this engine's requests: no request is sent once the bill has reached it. */
  readonly maxBudgetUsd?: number;
}

export interface QueryEngineOptions {
  readonly host: Host;
  readonly machine: Machine;
  /** The chain's log, opened for appending. The engine never closes it. */
  readonly log: ChainLog;
  /** What the log already holds, in disk order; empty for a new session. */
  readonly records: readonly TimelineRecord[];
  readonly blobs: BlobStore;
  readonly provider: Provider;
  readonly model: string;
  /** A window in tokens: it can only shrink that of a model leat knows, and is believed for one it doesn't (SPEC 8.0). */
  readonly windowTokens?: number;
  /** Builds the head. Called once, and only when the timeline has no recorded head. */
  readonly head: () => Head | Promise<Head>;
  /** Tools that can run; their definitions stand in the head. */
  readonly tools: readonly AnyTool[];
  readonly toolSession: ToolSession;
  readonly permissions: PermissionOptions;
  /** Absent: nobody is there, and what would ask is refused. */
  readonly asker?: Asker;
  readonly limits?: TurnLimits;
  readonly request?: Partial<Omit<RequestSettings, 'stream'>>;
  /** Emit `stream_event` with the server's raw events. */
  readonly rawEvents?: boolean;
  /** Version of leat, for the session's record. */
  readonly version: string;
}

export interface SubmitOptions {
  /** Changes the permission mode from this message on. */
  readonly permissionMode?: PermissionMode;
}

/** A running turn. It runs to its end whoever listens. */
export interface Turn {
  /**
   * For one reader. The iterator's `return()` (a `break` out of `for await`) aborts the turn and waits, bounded, until it
   * has settled. A reader that stops reading without that stops nothing.
   */
  readonly events: AsyncIterable<QueryEvent>;
  /** Never rejects. */
  readonly done: Promise<Terminal>;
  abort(reason?: AbortReason): void;
}

/** One chain of one session. A turn at a time: a second `submitMessage` while one runs throws LEAT_TURN_RUNNING. */
export interface QueryEngineApi {
  submitMessage(prompt: string | readonly ContentBlock[], options?: SubmitOptions): Turn;
  /** Goes on with a turn that was cut; ends at once as `completed` when there is nothing to go on with. */
  continueTurn(): Turn;
  /** Whether the chain's last turn was cut: an open call, a message without its answer, a cut answer. */
  readonly isCut: boolean;
  /** The last answer's record with text; null when there is none. */
  readonly lastAnswer: AssistantRecord | null;
  /** US dollars of this engine's requests so far; null where a price is unknown. */
  readonly billUsd: number | null;
}

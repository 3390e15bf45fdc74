/**
 * One attempt at one request: recorded before it is sent, watched, collected, and its end recorded (SPEC 5, 10). It never
 * retries and never throws: how it ended is data.
 *
 *     request record (on disk) ─→ send ─→ events ─→ blocks → records ─→ response record
 */
import {
  asRoundId,
  isAnyThinking,
  pricesAt,
  type AssistantRecord,
  type ContentBlock,
  type Profile,
  type RequestRecord,
  type ResponseOutcome,
  type ResponseRecord,
  type WireRequest,
} from '@leat/kernel';
import type { BlobStore, Clock } from '../host/host.ts';
import type { Provider, ProviderResponse } from '../provider/provider.ts';
import { childController } from '../query/abort.ts';
import type { Chain } from '../query/chain.ts';
import type { QueryEvent } from '../query/events.ts';
import type { FailedAttempt } from './retry.ts';
import { AnswerCollector, type AnswerFacts, type Collected } from './server-events.ts';
import { costOf, promptTokens, usageOf } from './usage.ts';
import { StreamStalled, Watchdog } from './watchdog.ts';

export interface AttemptContext {
  readonly chain: Chain;
  readonly provider: Provider;
  readonly profile: Profile;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly signal: AbortSignal;
  readonly rawEvents: boolean;
  emit(event: QueryEvent): void;
  /** A block became a record. `invalidInput`: why a call's JSON can't be used. */
  onBlock(record: AssistantRecord, invalidInput: string | null): void;
  /** Asked at every event: the executor's first exit. */
  onEvent(): void;
  /** A response was recorded: the bill. */
  onResponse(record: ResponseRecord): void;
}

/** What is being tried. */
export interface AttemptPlan {
  readonly wire: WireRequest;
  /** What thinking of this answer is signed over. */
  readonly prefixHash: string;
  readonly round: number;
  readonly attempt: number;
  readonly source: string;
}

export type AttemptEnd =
  | { readonly kind: 'complete'; readonly facts: AnswerFacts; readonly blocks: readonly AssistantRecord[] }
  | {
      readonly kind: 'failed';
      readonly failed: FailedAttempt;
      readonly requestId: string | null;
      readonly blocks: readonly AssistantRecord[];
    }
  /** `partialText`: what the person saw of a block that was cut. */
  | {
      readonly kind: 'aborted';
      readonly blocks: readonly AssistantRecord[];
      readonly partialText: string;
      readonly request: RequestRecord;
      readonly model: string;
    }
  | { readonly kind: 'store_failed'; readonly message: string };

interface Progress {
  readonly prefixHash: string;
  readonly request: RequestRecord;
  readonly collector: AnswerCollector;
  readonly blocks: AssistantRecord[];
  readonly startedMs: number;
  firstByteMs: number | null;
  connected: boolean;
  response: ProviderResponse | null;
  /** A blob of the body that could not be read. */
  blobFailure: string | null;
}

export const attempt = async (plan: AttemptPlan, context: AttemptContext): Promise<AttemptEnd> => {
  const { chain, clock, emit } = context;
  const { wire, round, source } = plan;
  const request = chain.add<RequestRecord>({
    type: 'request',
    round,
    attempt: plan.attempt,
    source,
    ...wire.facts,
  });
  await chain.flush('power');
  if (chain.failure !== null) return { kind: 'store_failed', message: chain.failure.message };
  emit({ type: 'request_started', record: request });
  const progress: Progress = {
    prefixHash: plan.prefixHash,
    request,
    collector: new AnswerCollector(),
    blocks: [],
    startedMs: clock.now(),
    firstByteMs: null,
    connected: false,
    response: null,
    blobFailure: null,
  };
  const failed = await exchange(wire, progress, context);
  return conclude(failed, progress, context);
};

/** Sends and reads to the end. Null: it ended as the server meant it, or the turn was stopped. */
const exchange = async (
  wire: WireRequest,
  progress: Progress,
  context: AttemptContext,
): Promise<FailedAttempt | null> => {
  const own = childController(context.signal);
  const { signal } = own.controller;
  const watchdog = new Watchdog(context.clock, context.provider.timing, (stalled) =>
    own.controller.abort(stalled),
  );
  try {
    if (signal.aborted) return null;
    const response = await context.provider.send({
      chunks: wire.chunks,
      bytes: wire.bytes,
      betas: wire.betas,
      apiVersion: context.profile.apiVersion,
      signal,
      blob: (hash) => base64Of(hash, progress, context),
      connected: () => {
        progress.connected = true;
        watchdog.connected();
      },
    });
    progress.response = response;
    if (!response.ok) return { status: response.status, headers: response.headers, error: response.error };
    watchdog.answered();
    return await read(response, progress, watchdog, context);
  } catch (thrown) {
    return thrownFailure(thrown, signal, context.signal);
  } finally {
    watchdog.stop();
    own.release();
    // Whatever of the connection is still open is of no use to anyone.
    if (!signal.aborted) own.controller.abort(new Error('the request is over'));
  }
};

const base64Of = async (hash: string, progress: Progress, context: AttemptContext): Promise<string> => {
  try {
    return Buffer.from(await context.blobs.get(hash)).toString('base64');
  } catch (error) {
    progress.blobFailure = error instanceof Error ? error.message : String(error);
    throw error;
  }
};

const thrownFailure = (thrown: unknown, own: AbortSignal, turn: AbortSignal): FailedAttempt | null => {
  if (turn.aborted) return null;
  const reason: unknown = own.aborted ? own.reason : thrown;
  const message = reason instanceof Error ? reason.message : String(reason);
  const type = reason instanceof StreamStalled ? 'stream_stalled' : 'network_error';
  return { status: null, headers: {}, error: { type, message, code: null } };
};

const read = async (
  response: Extract<ProviderResponse, { ok: true }>,
  progress: Progress,
  watchdog: Watchdog,
  context: AttemptContext,
): Promise<FailedAttempt | null> => {
  const { collector, request } = progress;
  for await (const event of response.events) {
    progress.firstByteMs ??= context.clock.now() - progress.startedMs;
    if (context.signal.aborted) return null;
    if (context.rawEvents) context.emit({ type: 'stream_event', request: request.uuid, event });
    const collected = collector.push(event);
    watchdog.heard(isContent(collected));
    if (collected.kind === 'error')
      return { status: null, headers: response.headers, error: collected.error };
    handle(collected, progress, context);
    context.onEvent();
    if (collected.kind === 'completed') return null;
  }
  if (context.signal.aborted) return null;
  return {
    status: null,
    headers: {},
    error: { type: 'stream_cut', message: 'the stream ended before the answer was complete', code: null },
  };
};

const isContent = ({ kind }: Collected): boolean => kind !== 'ping' && kind !== 'ignored';

const handle = (collected: Collected, progress: Progress, context: AttemptContext): void => {
  const request = progress.request.uuid;
  switch (collected.kind) {
    case 'text':
      return context.emit({ type: 'text_delta', request, index: collected.index, text: collected.text });
    case 'thinking':
      return context.emit({ type: 'thinking_delta', request, index: collected.index, text: collected.text });
    case 'block':
      return addBlock(collected.block, collected.invalidInput, progress, context);
    default:
      return;
  }
};

/** A whole block becomes a record. Blank text is nothing that anyone said, so it becomes none. */
const addBlock = (
  block: ContentBlock,
  invalidInput: string | null,
  progress: Progress,
  context: AttemptContext,
): void => {
  if (block.type === 'text' && String((block as { text?: unknown }).text ?? '').trim() === '') return; // the collector made the text
  const { facts } = progress.collector;
  const model = facts.model ?? progress.request.model;
  const record = context.chain.add<AssistantRecord>({
    type: 'assistant',
    round: asRoundId(progress.request.uuid),
    ...(facts.messageId === null ? {} : { messageId: facts.messageId }),
    model,
    audience: 'both',
    content: [block],
    ...(isAnyThinking(block) ? { prefixHash: progress.prefixHash } : {}),
  });
  progress.blocks.push(record);
  context.emit({
    type: 'block_finished',
    record,
    message: { id: facts.messageId, model, usage: facts.usage },
  });
  context.onBlock(record, invalidInput);
};

/** Records how it ended. */
const conclude = (failed: FailedAttempt | null, progress: Progress, context: AttemptContext): AttemptEnd => {
  const { collector, blocks, request } = progress;
  const { facts } = collector;
  const requestId = progress.response?.requestId ?? null;
  addResponse(failed, progress, context);
  // A body without its image is no failure of the network: the next engine that opens the session sends a sentence.
  if (progress.blobFailure !== null) return { kind: 'store_failed', message: progress.blobFailure };
  if (failed !== null) return { kind: 'failed', failed, requestId, blocks };
  if (facts.complete) return { kind: 'complete', facts, blocks };
  const model = facts.model ?? request.model;
  return { kind: 'aborted', blocks, partialText: collector.partialText, request, model };
};

const outcomeOf = (failed: FailedAttempt | null, progress: Progress): ResponseOutcome => {
  if (progress.collector.facts.messageId !== null) return 'accepted';
  if (progress.response?.ok === false && progress.response.status !== null) return 'refused';
  // Nothing left this machine: the server can't have taken anything.
  if (!progress.connected && progress.response?.ok !== true) return 'refused';
  // An error event before any message is a refusal that came with status 200.
  return failed !== null && progress.response?.ok === true && !LOST.has(failed.error.type)
    ? 'refused'
    : 'unknown';
};
const LOST: ReadonlySet<string> = new Set(['stream_cut', 'stream_stalled', 'network_error']);

const addResponse = (failed: FailedAttempt | null, progress: Progress, context: AttemptContext): void => {
  const { facts } = progress.collector;
  const usage = usageOf(facts.usage);
  const prices = usage === null ? null : pricesAt(context.profile, promptTokens(usage));
  const record = context.chain.add<ResponseRecord>({
    type: 'response',
    request: progress.request.uuid,
    outcome: outcomeOf(failed, progress),
    complete: facts.complete,
    requestId: progress.response?.requestId ?? null,
    status: progress.response?.status ?? null,
    ...(facts.messageId === null ? {} : { messageId: facts.messageId }),
    ...(facts.model === null ? {} : { model: facts.model }),
    stopReason: facts.stopReason,
    ...(facts.stopDetails === undefined ? {} : { stopDetails: facts.stopDetails }),
    usage,
    prices,
    costUsd: usage === null || prices === null ? null : costOf(usage, prices),
    ...(facts.appliedEdits === null ? {} : { appliedEdits: facts.appliedEdits }),
    ...(failed === null ? {} : { error: errorOf(failed) }),
    ...(progress.firstByteMs === null ? {} : { firstByteMs: progress.firstByteMs }),
    durationMs: Math.max(0, context.clock.now() - progress.startedMs),
  });
  context.onResponse(record);
};

const errorOf = ({ error }: FailedAttempt): NonNullable<ResponseRecord['error']> => ({
  type: error.type,
  message: error.message,
  ...(error.code === null ? {} : { code: error.code }),
});

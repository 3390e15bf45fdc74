/**
 * Runs the calls of one answer while it still streams (SPEC 10). Self-driving: each completion starts what may start next.
 *
 *     add → queued ─ judged, recorded ─→ executing → completed ─ in call order ─→ yielded
 *
 * Reads run side by side; a call that changes things runs alone, in its place. No call starts before its tool_use, its
 * permission and its start are on disk (I8, INV-06). Every call that was added gets exactly one result, whatever happens,
 * unless the executor is discarded: then nothing of it is recorded or shown any more.
 */
import {
  asToolUseId,
  CALL_INTERRUPTED,
  DIALOG_CLOSED,
  NEVER_RAN,
  refusedByRule,
  REFUSED,
  refusedWithReason,
  type ControlRecord,
  type ProgressRecord,
  type SettledWhy,
  type SystemRecord,
  type UserRecord,
  type Uuid,
} from '@leat/kernel';
import type { BlobStore, Clock, Machine } from '../host/host.ts';
import type { Decision, PermissionGate } from '../permission/gate.ts';
import { childController } from '../query/abort.ts';
import type { Chain, Fresh } from '../query/chain.ts';
import type { QueryEvent } from '../query/events.ts';
import {
  CALL_ABORT_MS_MAX,
  PARALLEL_CALLS_MAX,
  PROGRESS_INTERVAL_MS,
  RESULT_CHARS_MAX,
} from '../query/limits.ts';
import { fitResult, type ResultContent } from './result-budget.ts';
import {
  prepareCall,
  wordsOf,
  type CallResult,
  type CallState,
  type CallToRun,
  type Prepared,
} from './tool-call.ts';
import type { AnyTool, ToolOutcome, ToolSession } from './tool.ts';

export interface ExecutorContext {
  readonly chain: Chain;
  readonly tools: ReadonlyMap<string, AnyTool>;
  readonly gate: PermissionGate;
  readonly session: ToolSession;
  readonly machine: Machine;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  /** The turn's signal. */
  readonly signal: AbortSignal;
  emit(event: QueryEvent): void;
}

interface Call {
  readonly toRun: CallToRun;
  readonly prepared: Prepared;
  state: CallState;
  result: CallResult | null;
  progress: { readonly data: unknown } | null;
  shownAtMs: number;
}

type Runnable = Extract<Prepared, { ok: true }>;

/** What ends a call: an outcome of the tool, or words of ours. */
interface Ending {
  readonly outcome: ToolOutcome;
  /** Set where the words are ours and the call has no result of its own. */
  readonly settled?: SettledWhy;
  readonly durationMs: number;
}

const words = (text: string, settled?: SettledWhy): Ending => ({
  outcome: { content: text, isError: true },
  ...(settled === undefined ? {} : { settled }),
  durationMs: 0,
});

export class StreamingToolExecutor {
  readonly #context: ExecutorContext;
  readonly #calls: Call[] = [];
  readonly #recorded: Uuid[] = [];
  #discarded = false;
  #startedEffect = false;
  #siblingFailed = false;
  #wake: (() => void) | null = null;
  readonly #own: ReturnType<typeof childController>;

  constructor(context: ExecutorContext) {
    this.#context = context;
    this.#own = childController(context.signal);
    this.#own.controller.signal.addEventListener('abort', () => this.#pump(), { once: true });
  }

  /** Whether a call that isn't a read has started: then the round can only be closed, never voided (SPEC 11.2). */
  get startedEffect(): boolean {
    return this.#startedEffect;
  }
  /** Result records so far, for tombstones. */
  get recorded(): readonly Uuid[] {
    return this.#recorded;
  }
  get size(): number {
    return this.#calls.length;
  }

  /** Takes a whole call; it starts as soon as its place allows. */
  add(toRun: CallToRun): void {
    const prepared = prepareCall(toRun, this.#context.tools);
    this.#calls.push({ toRun, prepared, state: 'queued', result: null, progress: null, shownAtMs: 0 });
    this.#pump();
  }

  /** What is ready now, in the order of the calls. */
  ready(): readonly CallResult[] {
    const results: CallResult[] = [];
    if (this.#discarded) return results;
    for (const call of this.#calls) {
      if (call.state === 'yielded') continue;
      if (call.state !== 'completed' || call.result === null) break;
      call.state = 'yielded';
      results.push(call.result);
      this.#context.emit({ type: 'tool_result', ...call.result });
    }
    return results;
  }

  /** Waits for the rest. Bounded by the calls themselves, which hear the turn's signal. */
  async drain(): Promise<readonly CallResult[]> {
    while (
      !this.#discarded &&
      this.#calls.some((call) => call.state === 'queued' || call.state === 'executing')
    ) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.ready();
    }
    this.ready();
    this.#own.release();
    return this.#calls.flatMap((call) => (call.result === null ? [] : [call.result]));
  }

  /** Voids everything: what still runs is stopped, and nothing of it is recorded or shown. */
  discard(): void {
    this.#discarded = true;
    this.#own.controller.abort(this.#own.controller.signal.reason ?? new Error('the round was voided'));
    this.#own.release();
    this.#wake?.();
  }

  /** Starts what may start: in order, so that nothing overtakes a call that runs alone. */
  #pump(): void {
    if (this.#discarded) return;
    let running = this.#calls.filter((call) => call.state === 'executing').length;
    for (const call of this.#calls) {
      const safe = call.prepared.ok && call.prepared.safe;
      if (call.state === 'executing' && !safe) return;
      if (call.state !== 'queued') continue;
      if (safe ? running >= PARALLEL_CALLS_MAX : running > 0) return;
      call.state = 'executing';
      running++;
      void this.#carryOut(call);
      if (!safe) return;
    }
  }

  async #carryOut(call: Call): Promise<void> {
    let ending: Ending;
    try {
      ending = await this.#end(call);
    } catch (error) {
      // A bug of a tool or of ours must not cost the call its result.
      ending = words(`This call failed inside leat: ${wordsOf(error)}`);
    }
    await this.#record(call, ending);
    this.#pump();
    this.#wake?.();
  }

  async #end(call: Call): Promise<Ending> {
    const { prepared } = call;
    if (this.#own.controller.signal.aborted) return words(NEVER_RAN, 'never_ran');
    if (!prepared.ok) return words(prepared.words);
    if (this.#siblingFailed && !prepared.safe) {
      return words(
        'This call was cancelled and did not run, because a command before it in the same answer failed. Look at that failure first.',
        'never_ran',
      );
    }
    const refusal = await this.#permit(call, prepared);
    return refusal ?? this.#run(call, prepared);
  }

  /** Judges and records. Null: the call may run, and that stands on disk. */
  async #permit(call: Call, prepared: Runnable): Promise<Ending | null> {
    const { chain, gate, session } = this.#context;
    const { signal } = this.#own.controller;
    const toolUseId = call.toRun.block.id;
    const access = prepared.tool.access(prepared.input, session);
    const { name } = prepared.tool.definition;
    let decision: Decision;
    try {
      decision = await gate.decide(
        {
          toolUseId,
          name,
          title: prepared.title,
          input: call.toRun.block.input,
          access,
          readOnly: prepared.tool.readOnly,
          cwd: session.cwd,
        },
        signal,
      );
    } catch (error) {
      if (signal.aborted) return words(NEVER_RAN, 'never_ran');
      throw error;
    }
    if (this.#discarded || signal.aborted) return words(NEVER_RAN, 'never_ran');
    const { by } = decision;
    chain.add<ControlRecord>({
      type: 'control',
      control: { kind: 'permission', toolUseId, decision: decision.decision, by },
    });
    if (decision.decision === 'deny') {
      this.#showDenial(call, name, decision);
      return words(refusalWords(decision));
    }
    chain.add<ControlRecord>({ type: 'control', control: { kind: 'tool_started', toolUseId } });
    if (prepared.repeat !== 'read') this.#startedEffect = true;
    await chain.flush(prepared.repeat === 'effect' ? 'power' : 'process');
    // What isn't on disk must not happen; what was stopped meanwhile has not begun.
    if (chain.failure !== null || signal.aborted) return words(NEVER_RAN, 'never_ran');
    return null;
  }

  #showDenial(call: Call, name: string, decision: Extract<Decision, { decision: 'deny' }>): void {
    const { reason, flag } = decision;
    const { id, input } = call.toRun.block;
    const hint = flag === null ? '' : ` ${flag} would allow it.`;
    this.#context.chain.add<SystemRecord>({
      type: 'system',
      subtype: 'permission_denied',
      level: 'warning',
      text: `${name} was not allowed: ${reason === '' ? 'the person refused' : reason}.${hint}`,
      data: { toolUseId: id, tool: name, by: decision.by, flag },
    });
    this.#context.emit({
      type: 'permission_denied',
      denial: { toolUseId: id, name, input, reason, flag },
    });
  }

  async #run(call: Call, prepared: Runnable): Promise<Ending> {
    const { clock, session, machine, blobs, emit } = this.#context;
    const { signal } = this.#own.controller;
    const { id: toolUseId, name, input } = call.toRun.block;
    const startedMs = clock.now();
    emit({ type: 'tool_started', toolUseId, name, title: prepared.title, input });
    const context = {
      toolUseId,
      signal,
      session,
      machine,
      clock,
      blobs,
      progress: (data: unknown) => this.#progress(call, data),
    };
    // An async function, so that a tool that throws before its first await is caught like any other.
    const cwdBefore = session.cwd;
    const outcome = await this.#within(async () => prepared.tool.run(prepared.input, context), signal);
    const durationMs = Math.max(0, clock.now() - startedMs);
    if (session.cwd !== cwdBefore && !this.#discarded) {
      this.#context.chain.add<ControlRecord>({ type: 'control', control: { kind: 'cwd', cwd: session.cwd } });
    }
    if (outcome === null) return { ...words(CALL_INTERRUPTED, 'interrupted'), durationMs };
    const shell = prepared.tool.access(prepared.input, session).kind === 'shell';
    if (outcome.isError === true && shell) this.#siblingFailed = true;
    return { outcome, durationMs };
  }

  /** The outcome; an error outcome for a thrown error; null when the turn stopped and the tool didn't settle soon after. */
  async #within(run: () => Promise<ToolOutcome>, signal: AbortSignal): Promise<ToolOutcome | null> {
    const settled = run().catch((error: unknown): ToolOutcome | null =>
      signal.aborted ? null : { content: `The tool failed: ${wordsOf(error)}`, isError: true },
    );
    const graceOver = new AbortController();
    const tooLate = this.#afterGrace(signal, graceOver.signal);
    const outcome = await Promise.race([settled, tooLate]);
    graceOver.abort();
    return outcome;
  }

  /** Resolves to null a grace after the signal aborted; never, when `over` aborts first. */
  #afterGrace(signal: AbortSignal, over: AbortSignal): Promise<null> {
    return new Promise((resolve) => {
      const begin = (): void => {
        this.#context.clock.sleep(CALL_ABORT_MS_MAX, over).then(
          () => resolve(null),
          () => undefined, // The tool settled in time: nobody waits for this any more.
        );
      };
      if (signal.aborted) begin();
      else signal.addEventListener('abort', begin, { once: true, signal: over });
    });
  }

  #progress(call: Call, data: unknown): void {
    if (this.#discarded || call.state !== 'executing') return;
    const nowMs = this.#context.clock.now();
    const first = call.progress === null;
    call.progress = { data };
    if (!first && nowMs - call.shownAtMs < PROGRESS_INTERVAL_MS) return;
    call.shownAtMs = nowMs;
    const { id: toolUseId, name } = call.toRun.block;
    this.#context.emit({ type: 'tool_progress', toolUseId, name, data });
  }

  /** The result, on disk as soon as the call has ended; it is shown in call order later. */
  async #record(call: Call, ending: Ending): Promise<void> {
    const { chain, blobs } = this.#context;
    const { prepared } = call;
    const { name, id } = call.toRun.block;
    const max = prepared.ok ? prepared.tool.maxResultChars : RESULT_CHARS_MAX;
    let content: ResultContent;
    try {
      content = await fitResult(ending.outcome, max, blobs);
    } catch (error) {
      content = `The result of ${name} could not be kept: ${wordsOf(error)}`;
    }
    if (this.#discarded) {
      call.state = 'completed';
      return;
    }
    if (call.progress !== null) {
      chain.add<ProgressRecord>({ type: 'progress', toolUseId: id, data: call.progress.data });
    }
    const isError = ending.outcome.isError === true;
    const record = chain.add<UserRecord>(resultRecord(call.toRun, content, isError, ending));
    this.#recorded.push(record.uuid);
    await chain.flush('process');
    const title = prepared.ok ? prepared.title : name;
    call.result = { toolUseId: id, name, title, record, isError, durationMs: ending.durationMs };
    call.state = 'completed';
  }
}

const resultRecord = (
  { block, assistant }: CallToRun,
  content: ResultContent,
  isError: boolean,
  { settled, outcome }: Ending,
): Fresh<UserRecord> => ({
  type: 'user',
  origin:
    settled === undefined
      ? {
          kind: 'tool_result',
          toolUseId: asToolUseId(block.id),
          assistantUuid: assistant,
          ...(outcome.display === undefined ? {} : { display: outcome.display }),
        }
      : { kind: 'settled', why: settled },
  audience: 'both',
  content: [{ type: 'tool_result', tool_use_id: block.id, content, ...(isError ? { is_error: true } : {}) }],
});

const refusalWords = (decision: Extract<Decision, { decision: 'deny' }>): string => {
  switch (decision.kind) {
    case 'person':
      return decision.reason === '' ? REFUSED : refusedWithReason(decision.reason);
    case 'dialog_closed':
      return DIALOG_CLOSED;
    case 'rule':
    case 'nobody':
      return refusedByRule(decision.reason);
  }
};

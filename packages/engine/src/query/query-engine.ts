/**
 * The one way into the loop (SPEC 6): every front end ends in `submitMessage`, and nothing else starts a turn. An engine is
 * one chain of one session; it holds the chain, the tools' session, the gate and the bill between turns.
 */
import {
  calibrate,
  NO_CALIBRATION,
  pathOf,
  profileOf,
  stateOf,
  type AssistantRecord,
  type Calibration,
  type ContentBlock,
  type ControlRecord,
  type Profile,
  type ResponseRecord,
  type UserRecord,
  type Wire,
} from '@leat/kernel';
import { LeatError } from '../errors.ts';
import type { Collector } from '../attachment/collector.ts';
import { dateChange } from '../attachment/date-change.ts';
import { editedFiles } from '../attachment/edited-files.ts';
import { bypassProblem } from '../permission/judge.ts';
import { PermissionGate } from '../permission/gate.ts';
import { PERMISSION_MODES, type PermissionMode } from '../permission/permission.ts';
import { wellFormedValue } from '../tool/well-formed.ts';
import type { AnyTool } from '../tool/tool.ts';
import { wordsOf } from '../tool/tool-call.ts';
import { abortReasonOf, untilAborted } from './abort.ts';
import { EMPTY_BILL, withResponse, type Bill } from './bill.ts';
import { Chain } from './chain.ts';
import type { QueryEvent } from './events.ts';
import { runLoop } from './loop.ts';
import { unreadableMedia, withoutLost } from './lost-media.ts';
import { finishOpenCalls, settleCutTurn } from './open-calls.ts';
import type { QueryEngineApi, QueryEngineOptions, SubmitOptions, Turn } from './options.ts';
import { requestSettings } from '../request/settings.ts';
import { promptTokens } from '../request/usage.ts';
import { ensureHead } from './recorded-head.ts';
import { BROKEN, terminalOfError, type Terminal } from './terminal.ts';
import type { Transition } from './transition.ts';
import { StoredFirst } from './stored-first.ts';
import { startTurn } from './turn.ts';
import type { TurnContext } from './turn-context.ts';
import { summaryOf } from './turn-summary.ts';

/** Terminals behind which there is nothing to go on with. */
const RESTING: ReadonlySet<string> = new Set(['completed', 'refusal', 'stop_hook']);

/** What opens a turn: what it appends before the loop, and how the loop begins. Null: there is nothing to do. */
type Opening = (turn: TurnContext) => Promise<Transition | null>;

export class QueryEngine implements QueryEngineApi {
  readonly #options: QueryEngineOptions;
  readonly #chain: Chain;
  readonly #profile: Profile;
  readonly #tools: ReadonlyMap<string, AnyTool>;
  readonly #gate: PermissionGate;
  readonly #collectors: readonly Collector[];
  /** Of the engine's life, and of the running turn. */
  #bill: Bill = EMPTY_BILL;
  #turnBill: Bill = EMPTY_BILL;
  #running = false;
  #round: number;
  /** Whether the blobs of what was there at the start were looked at. */
  #mediaRead = false;
  #wire: Wire | null = null;
  /** Of this engine's model; learned anew after a resume, where the last usage figure carries the count. */
  #calibration: Calibration = NO_CALIBRATION;

  /** Throws LEAT_PERMISSION_BYPASS where bypassPermissions is refused. */
  constructor(options: QueryEngineOptions) {
    const problem = bypassProblem(options.permissions);
    if (problem !== null) throw new LeatError('LEAT_PERMISSION_BYPASS', problem);
    this.#options = options;
    this.#chain = new Chain(options.log, options.records, options.host.clock, options.host.ids);
    const { windowTokens } = options;
    this.#profile = profileOf(options.model, windowTokens === undefined ? {} : { windowTokens });
    this.#tools = new Map(options.tools.map((tool) => [tool.definition.name, tool]));
    this.#gate = new PermissionGate(options.permissions, options.machine, options.asker ?? null);
    this.#collectors = [
      editedFiles(options.machine.files, options.toolSession),
      dateChange(options.host.clock),
    ];
    this.#restore();
    this.#round = stateOf(this.#chain.timeline).lastRequest?.round ?? 0;
  }

  /** What a resumed chain knows of its shell: the directory that it was last moved to. */
  #restore(): void {
    const { cwd, session } = stateOf(this.#chain.timeline);
    if (cwd !== null && cwd !== session?.cwd) this.#options.toolSession.cwd = cwd;
  }

  get isCut(): boolean {
    const { turnEnd, lastRequest } = stateOf(this.#chain.timeline);
    if (turnEnd !== null) return !RESTING.has(turnEnd.terminal);
    return lastRequest !== null || this.#humanWaits();
  }

  get lastAnswer(): AssistantRecord | null {
    const path = pathOf(this.#chain.timeline);
    for (let at = path.length - 1; at >= 0; at--) {
      const record = path.at(at);
      if (record?.type !== 'assistant' || record.error !== undefined) continue;
      if (record.content.some((block) => block.type === 'text')) return record;
    }
    return null;
  }

  get billUsd(): number | null {
    return this.#bill.costUsd;
  }

  submitMessage(prompt: string | readonly ContentBlock[], options: SubmitOptions = {}): Turn {
    const content: readonly ContentBlock[] =
      typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : prompt;
    const mode = options.permissionMode;
    if (mode !== undefined) this.#checkMode(mode);
    return this.#start(async (turn) => {
      settleCutTurn(this.#chain, this.#tools);
      if (mode !== undefined) this.#changeMode(mode);
      const record = this.#chain.add<UserRecord>({
        type: 'user',
        origin: { kind: 'human' },
        audience: 'both',
        // Strings are replaced one by one: blocks stay blocks.
        content: wellFormedValue(content) as readonly ContentBlock[],
        permissionMode: this.#gate.mode,
      });
      await this.#chain.flush('process');
      turn.emit({ type: 'turn_started', prompt: record });
      return 'start';
    });
  }

  continueTurn(): Turn {
    return this.#start(async (turn) => {
      turn.emit({ type: 'turn_started', prompt: null });
      if (!this.isCut) return null;
      const finished = await finishOpenCalls(turn);
      return finished > 0 ? 'tool_results' : 'start';
    });
  }

  /** A human message stands on the path that no request has carried. */
  #humanWaits(): boolean {
    const last = [...pathOf(this.#chain.timeline)].findLast((record) => record.type === 'user');
    return last?.type === 'user' && last.origin.kind === 'human';
  }

  #checkMode(mode: PermissionMode): void {
    if (!PERMISSION_MODES.includes(mode)) {
      throw new LeatError('LEAT_PERMISSION_MODE', `There is no permission mode ${JSON.stringify(mode)}.`);
    }
    const problem = bypassProblem({ ...this.#options.permissions, mode });
    if (problem !== null) throw new LeatError('LEAT_PERMISSION_BYPASS', problem);
  }

  #changeMode(mode: PermissionMode): void {
    this.#gate.mode = mode;
    this.#chain.add<ControlRecord>({ type: 'control', control: { kind: 'mode', mode } });
  }

  #start(opening: Opening): Turn {
    if (this.#running) {
      throw new LeatError('LEAT_TURN_RUNNING', 'A turn of this session is still running.');
    }
    this.#running = true;
    const { clock } = this.#options.host;
    return startTurn((signal, emit) => this.#run(opening, signal, emit), clock);
  }

  async #run(opening: Opening, signal: AbortSignal, show: (event: QueryEvent) => void): Promise<Terminal> {
    const events = new StoredFirst(this.#chain, show);
    const { emit } = events;
    const { clock } = this.#options.host;
    const startedMs = clock.now();
    this.#turnBill = EMPTY_BILL;
    this.#gate.takeDenials();
    const firstRecord = this.#chain.timeline.length;
    let terminal: Terminal;
    try {
      terminal = await this.#body(opening, signal, emit);
    } catch (error) {
      terminal = this.#broken(error, signal, emit);
    }
    this.#chain.add<ControlRecord>({
      type: 'control',
      control: { kind: 'turn_end', terminal: terminal.reason },
    });
    await this.#chain.flush('power');
    const failure = this.#chain.failure;
    if (failure !== null && terminal.reason !== 'store_error') {
      terminal = { reason: 'store_error', message: failure.message };
    }
    if (terminal.reason === 'store_error') this.#mediaRead = false;
    const summary = summaryOf({
      terminal,
      records: this.#chain.timeline.records.slice(firstRecord),
      bill: this.#turnBill,
      durationMs: Math.max(0, clock.now() - startedMs),
      denials: this.#gate.takeDenials(),
    });
    this.#running = false;
    await events.settled();
    show({ type: 'turn_finished', summary });
    return terminal;
  }

  async #body(opening: Opening, signal: AbortSignal, emit: (event: QueryEvent) => void): Promise<Terminal> {
    const { blobs, head: build } = this.#options;
    const lost = (code: string) => (text: string) => emit({ type: 'notice', level: 'warning', code, text });
    await untilAborted(this.#readMedia(lost('LEAT_TURN_MEDIA_LOST')), signal);
    this.#ensureSession();
    const head = await untilAborted(
      ensureHead(this.#chain, blobs, build, signal, lost('LEAT_TURN_HEAD_LOST')),
      signal,
    );
    const turn = this.#context(head, signal, emit);
    const opened = await opening(turn);
    if (opened === null) return { reason: 'completed', stopReason: null };
    return runLoop(turn, this.#options.host.ids.uuid(), opened);
  }

  /** Before the first turn, and again after a failure of the store: media that came in since are on disk. */
  async #readMedia(onLost: (words: string) => void): Promise<void> {
    if (this.#mediaRead) return;
    const { lost, words } = await unreadableMedia(this.#chain.timeline.records, this.#options.blobs);
    this.#mediaRead = true;
    if (words === null) return;
    this.#chain.readAs((record) => withoutLost(record, lost));
    // What was built before holds what is lost now.
    this.#wire = null;
    onLost(words);
  }

  /** The first record of a chain says which it is. */
  #ensureSession(): void {
    if (stateOf(this.#chain.timeline).session !== null) return;
    const { log, toolSession, version } = this.#options;
    this.#chain.add<ControlRecord>({
      type: 'control',
      control: { kind: 'session', session: log.session, chain: log.chain, cwd: toolSession.cwd, version },
    });
  }

  #context(head: TurnContext['head'], signal: AbortSignal, emit: (event: QueryEvent) => void): TurnContext {
    const { host, machine, blobs, provider, toolSession, limits, request, rawEvents } = this.#options;
    return {
      chain: this.#chain,
      host,
      machine,
      blobs,
      provider,
      profile: this.#profile,
      head,
      tools: this.#tools,
      session: toolSession,
      gate: this.#gate,
      collectors: this.#collectors,
      limits: limits ?? {},
      settings: requestSettings(request),
      rawEvents: rawEvents === true,
      signal,
      emit,
      billUsd: () => this.#bill.costUsd,
      nextRound: () => ++this.#round,
      lastWire: () => this.#wire,
      keepWire: (wire) => {
        this.#wire = wire;
      },
      calibration: () => this.#calibration,
      onResponse: (record) => this.#onResponse(record, emit),
    };
  }

  #onResponse(record: ResponseRecord, emit: (event: QueryEvent) => void): void {
    const model = record.model ?? this.#options.model;
    this.#bill = withResponse(this.#bill, record, model);
    this.#turnBill = withResponse(this.#turnBill, record, model);
    this.#learn(record);
    emit({ type: 'request_finished', record, billUsd: this.#bill.costUsd });
  }

  /** The wire that was built last is the one that was answered. A figure above the window is not trusted (SPEC 8.0). */
  #learn({ outcome, usage }: ResponseRecord): void {
    if (outcome !== 'accepted' || usage === null || this.#wire === null) return;
    const tokens = promptTokens(usage);
    if (tokens > this.#profile.windowTokens) return;
    this.#calibration = calibrate(this.#calibration, tokens, this.#wire.estimate);
  }

  /** A bug ends the turn, not the process; what stands on disk stays valid. */
  #broken(error: unknown, signal: AbortSignal, emit: (event: QueryEvent) => void): Terminal {
    // What was stopped before the loop began (the head, a collector) throws the abort itself.
    if (signal.aborted) return { reason: 'aborted', by: abortReasonOf(signal) };
    const terminal = terminalOfError(error);
    const text = `leat itself failed: ${wordsOf(error)}`;
    if (terminal.reason !== 'store_error') emit({ type: 'notice', level: 'error', code: BROKEN, text });
    return terminal;
  }
}

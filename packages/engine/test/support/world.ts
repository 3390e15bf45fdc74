/** An engine in a closed world: memory host, virtual clock, scripted provider and tools. */
import { asSessionId, type Head, type TimelineRecord } from '@leat/kernel';
import type { BlobStore, ChainLog, Host, Machine } from '../../src/host/host.ts';
import { memoryHost } from '../../src/host/memory-host.ts';
import { localMachine } from '../../src/host/local-machine.ts';
import type { PermissionOptions } from '../../src/permission/permission.ts';
import type { QueryEvent, TurnSummary } from '../../src/query/events.ts';
import type { QueryEngineOptions, Turn } from '../../src/query/options.ts';
import { QueryEngine } from '../../src/query/query-engine.ts';
import type { Terminal } from '../../src/query/terminal.ts';
import type { AnyTool, ToolSession } from '../../src/tool/tool.ts';
import { BASH, EDIT, makeTool, newTrace, READ, type ToolShape, type ToolTrace } from './scripted-tools.ts';
import { ScriptedProvider, type Script } from './scripted-provider.ts';
import { VirtualClock } from './virtual-clock.ts';

export interface World {
  readonly engine: QueryEngine;
  readonly provider: ScriptedProvider;
  readonly clock: VirtualClock;
  readonly host: Host;
  readonly log: ChainLog;
  readonly trace: ToolTrace;
  /** What the log was given, in order: what is on disk. */
  readonly stored: TimelineRecord[];
  readonly blobs: BlobStore;
  readonly session: ToolSession;
  /** Runs a turn to its end, moving time only when nothing else can happen. */
  run(prompt: string | null, onEvent?: (event: QueryEvent, turn: Turn) => void): Promise<Ran>;
  /** The same session, opened again by a new engine with these records, as after a crash; the trace is new. */
  reopen(records: readonly TimelineRecord[], script: readonly Script[]): World;
}

interface Ran {
  readonly terminal: Terminal;
  readonly events: readonly QueryEvent[];
  readonly summary: TurnSummary;
}

export interface WorldOptions extends Partial<
  Pick<QueryEngineOptions, 'limits' | 'asker' | 'rawEvents' | 'model' | 'windowTokens'>
> {
  readonly tools?: readonly ToolShape[];
  readonly extraTools?: readonly AnyTool[];
  readonly permissions?: Partial<PermissionOptions>;
  readonly records?: readonly TimelineRecord[];
  /** Wraps the log, for faults. */
  readonly log?: (log: ChainLog) => ChainLog;
}

const HEAD: Head = { system: ['You are a test.'], tools: [], context: null };

/** A machine whose paths are all what they say. */
const machine = (): Machine => {
  const real = localMachine();
  return { ...real, home: '/home/p', files: { ...real.files, realpath: async (path) => path } };
};

export const world = async (script: readonly Script[], options: WorldOptions = {}): Promise<World> => {
  const clock = new VirtualClock();
  let serial = 0;
  const ids = {
    uuid: () => `00000000-0000-4000-8000-${String(++serial).padStart(12, '0')}`,
    random: () => 0.5,
  };
  const host = memoryHost({ clock, ids });
  const session = asSessionId('11111111-1111-4111-8111-111111111111');
  const opened = await host.sessions.create({ session, cwd: '/work' });
  const log = options.log?.(opened) ?? opened;
  const provider = new ScriptedProvider(...script);
  return build(host, clock, log, provider, newTrace(), options, options.records ?? []);
};

const build = (
  host: Host,
  clock: VirtualClock,
  log: ChainLog,
  provider: ScriptedProvider,
  trace: ToolTrace,
  options: WorldOptions,
  records: readonly TimelineRecord[],
): World => {
  const stored: TimelineRecord[] = [...records];
  const watched: ChainLog = {
    ...log,
    session: log.session,
    chain: log.chain,
    get failure() {
      return log.failure;
    },
    get warnings() {
      return log.warnings;
    },
    get tip() {
      return log.tip;
    },
    append: async (group, level) => {
      await log.append(group, level);
      stored.push(...group);
    },
    close: () => log.close(),
  };
  const shapes = options.tools ?? [READ, EDIT, BASH];
  const tools = [...shapes.map((shape) => makeTool(shape, trace)), ...(options.extraTools ?? [])];
  const blobs = host.sessions.blobs(log.session);
  const session: ToolSession = { cwd: '/work', roots: ['/work'], files: new Map() };
  const engine = new QueryEngine({
    host,
    machine: machine(),
    log: watched,
    records,
    blobs,
    provider,
    model: options.model ?? 'claude-sonnet-5-5',
    head: () => ({ ...HEAD, tools: tools.map((tool) => tool.definition) }),
    tools,
    toolSession: session,
    permissions: {
      mode: 'acceptEdits',
      rules: [{ effect: 'allow', tool: 'Bash', pattern: null, text: 'Bash', base: '/work' }],
      roots: ['/work'],
      isRoot: false,
      sandboxed: false,
      ...options.permissions,
    },
    ...(options.asker === undefined ? {} : { asker: options.asker }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.windowTokens === undefined ? {} : { windowTokens: options.windowTokens }),
    ...(options.rawEvents === undefined ? {} : { rawEvents: options.rawEvents }),
    version: '0.1.0',
  });
  return {
    engine,
    provider,
    clock,
    host,
    log: watched,
    trace,
    stored,
    blobs,
    session,
    run: (prompt, onEvent) => runTurn(engine, clock, prompt, onEvent),
    reopen: (given, script) =>
      build(host, clock, log, new ScriptedProvider(...script), newTrace(), options, given),
  };
};

const runTurn = async (
  engine: QueryEngine,
  clock: VirtualClock,
  prompt: string | null,
  onEvent?: (event: QueryEvent, turn: Turn) => void,
): Promise<Ran> => {
  const turn = prompt === null ? engine.continueTurn() : engine.submitMessage(prompt);
  const events: QueryEvent[] = [];
  const reading = (async () => {
    for await (const event of turn.events) {
      events.push(event);
      onEvent?.(event, turn);
    }
  })();
  const terminal = await clock.until(turn.done);
  await reading;
  const last = events.at(-1);
  if (last?.type !== 'turn_finished') throw new Error('the turn did not end with its last event');
  return { terminal, events, summary: last.summary };
};

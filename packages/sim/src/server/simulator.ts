/** The simulator as a running server on 127.0.0.1. */

import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDiagnosis, createPrefixCache } from '../cache/index.ts';
import { createClock } from '../clock/clock.ts';
import type { Clock } from '../clock/clock.ts';
import { createFaultSource, createRateWindow } from '../faults/index.ts';
import type { FaultPlan } from '../faults/index.ts';
import { createRequestLog } from '../log/index.ts';
import type { LogEntry, Totals } from '../log/index.ts';
import { profileOf } from '../models/index.ts';
import type { Profile } from '../models/index.ts';
import { createReplayBehaviour } from '../replay/index.ts';
import { createFunctionBehaviour, createScriptBehaviour } from '../script/index.ts';
import type { Script, ScriptFunction, ScriptTurn, ServedBehaviour } from '../script/index.ts';
import type { Behaviour } from '../types.ts';
import { createBodyReader } from './body-reader.ts';
import type { Core } from './core.ts';
import { CLOSE_GRACE_MS } from './limits.ts';
import type { SimulatorOptions } from './options.ts';
import { resetCore } from './reset.ts';
import { route } from './routes.ts';

/** A simulator that is listening. */
export interface Simulator {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Name of the profile that it serves. */
  readonly profile: string;
  /** Name of the behaviour: `script`, `replay`, `rehearsal` or that of the caller's own. */
  readonly behaviour: string;
  readonly clock: Clock;
  /** Log entries in memory, oldest first; with `from`, those with at least that number. */
  log(from?: number): readonly LogEntry[];
  /** Sums over all requests since the start or the last reset. */
  totals(): Totals;
  /** Replaces what the model says. */
  setScript(script: Script | readonly ScriptTurn[] | ScriptFunction): void;
  setBehaviour(behaviour: Behaviour): void;
  /** Replaces the faults; without an argument there are none. */
  setFaults(plan?: FaultPlan): void;
  /** Forgets log, cache and numbers, and begins the script anew. Clock and faults stay. */
  reset(): void;
  /** Stops listening, ends open connections, and resolves when the log file is whole. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Starts a simulator. Rejects with a RangeError for an unknown profile (its message lists the known ones), with a
 * `BadFileError` for a replay without turns, and with the system's error when the port is taken.
 */
export async function createSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const core = coreOf(options);
  const underWay = new Set<Promise<void>>();
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const done = route(core, request, response).finally(() => underWay.delete(done));
    underWay.add(done);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  await listen(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo; // it listens on TCP
  let closing: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    profile: core.profile.name,
    get behaviour() {
      return core.behaviour.name;
    },
    clock: core.clock,
    log: (from) => core.log.entries(from),
    totals: () => core.log.totals(),
    setScript: (script) => {
      core.behaviour = scriptBehaviour(script);
    },
    setBehaviour: (behaviour) => {
      core.behaviour = behaviour;
    },
    setFaults: (plan = { faults: [] }) => {
      core.faults = createFaultSource(plan, core.seed);
      core.rates = plan.limits === undefined ? null : createRateWindow(plan.limits, core.clock);
    },
    reset: () => resetCore(core),
    close: () => (closing ??= close(server, core, underWay)),
  };
}

function coreOf(options: SimulatorOptions): Core {
  const seed = options.seed ?? 1;
  const clock = options.clock ?? createClock();
  const plan = options.faults ?? { faults: [] };
  const onError =
    options.onError ??
    ((error: Error) => process.stderr.write(`leat sim: ${error.stack ?? error.message}\n`));
  return {
    seed,
    clock,
    profile: withWindow(profileOf(options.profile ?? 'first-party'), options.windowTokens),
    lenient: options.lenient ?? false,
    keepBodies: options.keepBodies ?? false,
    keys: options.keys === undefined ? null : new Set(options.keys),
    cache: createPrefixCache(),
    diagnosis: createDiagnosis(),
    bodies: createBodyReader(),
    log: createRequestLog({ file: options.logFile, onError }),
    counts: { requests: 0, messages: 0, count_tokens: 0, models: 0, other: 0 },
    order: { last: 0 },
    repeats: new Map(),
    onError,
    epoch: 0,
    behaviour: behaviourOf(options),
    faults: createFaultSource(plan, seed),
    rates: plan.limits === undefined ? null : createRateWindow(plan.limits, clock),
  };
}

function behaviourOf(options: SimulatorOptions): ServedBehaviour {
  const { behaviour, script, replay } = options;
  if ([behaviour, script, replay].filter((each) => each !== undefined).length > 1) {
    throw new RangeError('Only one of behaviour, script and replay may be given.');
  }
  if (behaviour !== undefined) return behaviour;
  if (replay !== undefined) return createReplayBehaviour(replay);
  return scriptBehaviour(script ?? []);
}

function scriptBehaviour(script: Script | readonly ScriptTurn[] | ScriptFunction): ServedBehaviour {
  if (typeof script === 'function') return createFunctionBehaviour(script);
  return createScriptBehaviour('turns' in script ? script : { turns: script });
}

/** The same server with another context window. */
function withWindow(profile: Profile, windowTokens: number | undefined): Profile {
  if (windowTokens === undefined) return profile;
  return { ...profile, models: profile.models.map((model) => ({ ...model, contextTokens: windowTokens })) };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function close(server: Server, core: Core, underWay: ReadonlySet<Promise<void>>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(force);
  // A behaviour that never answers must not keep the server from closing.
  const grace = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_GRACE_MS).unref());
  await Promise.race([Promise.all(underWay), grace]);
  await core.log.close();
}

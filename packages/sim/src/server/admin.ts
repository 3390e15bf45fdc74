/**
 * The administrator's door, `/__sim/…`: for tests and tools on this machine, never part of the API.
 *
 *     GET  /__sim/state                 counts, sums, clock, cache, script
 *     GET  /__sim/log?from=N            entries from number N on
 *     POST /__sim/clock   {"advance_ms"}
 *     POST /__sim/reset                 forgets log, cache, numbers; the script begins anew
 *     POST /__sim/script  turns         replaces what the model says
 *     POST /__sim/faults  plan          replaces the faults
 */

import { checkFaults, createFaultSource, createRateWindow } from '../faults/index.ts';
import { BadFileError, createScriptBehaviour, parseScript } from '../script/index.ts';
import type { Json } from '../types.ts';
import type { Core } from './core.ts';
import type { Exchange } from './exchange.ts';
import { CLOCK_SHIFT_MS_MAX } from './limits.ts';
import { readRequest } from './read-request.ts';
import { resetCore } from './reset.ts';

/** Whether a path is the administrator's. */
export const isAdminPath = (path: string): boolean => path.startsWith('/__sim/');

/** Answers an administrator. Such requests are not logged and not numbered. */
export async function answerAdmin(core: Core, exchange: Exchange): Promise<void> {
  if (!isLocal(exchange))
    return reply(exchange, 403, {
      error: 'only for this machine: Host must be a loopback name, and no Origin',
    });
  const route = `${exchange.request.method} ${exchange.path.slice('/__sim/'.length)}`;
  if (route === 'GET state') return reply(exchange, 200, stateOf(core));
  if (route === 'GET log') {
    const from = new URL(exchange.request.url ?? '/', 'http://localhost').searchParams.get('from');
    return reply(exchange, 200, { entries: core.log.entries(Number(from ?? 1) || 1) });
  }
  if (exchange.request.method !== 'POST') return reply(exchange, 404, { error: 'no such door' });
  const read = await readRequest(exchange.request, exchange.gone);
  if (!read.ok) return reply(exchange, 400, { error: 'the body could not be read' });
  try {
    act(core, route, read.bytes.toString('utf8'));
    reply(exchange, 200, stateOf(core));
  } catch (error) {
    const isExpected = error instanceof BadFileError || error instanceof SyntaxError;
    if (!isExpected) throw error;
    reply(exchange, 400, { error: error.message });
  }
}

function act(core: Core, route: string, text: string): void {
  switch (route) {
    case 'POST clock': {
      const body: unknown = JSON.parse(text);
      const ms: unknown = isObject(body) ? body['advance_ms'] : undefined;
      if (typeof ms !== 'number' || !(Math.abs(ms) <= CLOCK_SHIFT_MS_MAX))
        throw new BadFileError(`clock: advance_ms: expected a number up to ${CLOCK_SHIFT_MS_MAX}`);
      core.clock.advance(ms);
      return;
    }
    case 'POST reset':
      resetCore(core);
      return;
    case 'POST script':
      core.behaviour = createScriptBehaviour(parseScript(text));
      return;
    case 'POST faults': {
      const plan = checkFaults(JSON.parse(text));
      core.faults = createFaultSource(plan, core.seed);
      core.rates = plan.limits === undefined ? null : createRateWindow(plan.limits, core.clock);
      return;
    }
    default:
      throw new BadFileError(`no such door: ${route}`);
  }
}

function stateOf(core: Core): Json {
  return {
    behaviour: core.behaviour.name,
    profile: core.profile.name,
    lenient: core.lenient,
    seed: core.seed,
    clock: new Date(core.clock.now()).toISOString(),
    counts: core.counts,
    totals: core.log.totals(),
    cache_entries: core.cache.size,
    script: core.behaviour.progress?.() ?? null,
  };
}

/** Pages in a browser can reach loopback: a foreign Host or any Origin is not an administrator. */
function isLocal(exchange: Exchange): boolean {
  const host = (exchange.headers['host'] ?? '').replace(/:\d+$/, '');
  return ['127.0.0.1', 'localhost', '[::1]'].includes(host) && exchange.headers['origin'] === undefined;
}

function reply(exchange: Exchange, status: number, json: Json): void {
  exchange.response.writeHead(status, { 'content-type': 'application/json' });
  exchange.response.end(JSON.stringify(json));
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

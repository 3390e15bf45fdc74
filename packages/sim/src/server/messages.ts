/**
 * `POST /v1/messages`, and `count_tokens`, which is the same way cut short.
 *
 *     read → judge → faults that answer → rate → cache plan → behaviour → ready answer → begin (cache entries) → steps → log
 */

import type { Diagnosed, PlannedCache } from '../cache/index.ts';
import { randomOf } from '../clock/random.ts';
import { breaksOff, faultReply, rejectionReply, streamSteps } from '../faults/index.ts';
import type { FaultRule } from '../faults/index.ts';
import type { Outcome } from '../log/index.ts';
import type { ScriptedAnswer } from '../script/index.ts';
import { eventsOf, messageJson } from '../stream/index.ts';
import type { Answer, Json } from '../types.ts';
import { billOf } from '../usage/usage.ts';
import type { Core } from './core.ts';
import type { Exchange } from './exchange.ts';
import { sendError, sendJson, sendSteps } from './exchange.ts';
import type { Accepted, Judged } from './judge.ts';
import { judge } from './judge.ts';
import { REMEMBERED_ANSWERS_MAX } from './limits.ts';
import type { Delivery } from './perform.ts';
import type { ReadyAnswer } from './ready-answer.ts';
import { readyAnswer } from './ready-answer.ts';

/** Answers a message request. */
export async function answerMessages(core: Core, exchange: Exchange): Promise<Outcome> {
  const judged = await judge(core, exchange);
  if (judged === null) return 'aborted';
  const faults = strike(core, exchange, judged);
  const refused = await answerEarly(core, exchange, judged, faults);
  if (refused !== null || judged.accepted === null) return refused ?? 'failed';
  return await speak(core, exchange, judged.accepted, faults);
}

/** Answers a request for a count. */
export async function answerCount(core: Core, exchange: Exchange): Promise<Outcome> {
  const judged = await judge(core, exchange);
  if (judged === null) return 'aborted';
  const faults = strike(core, exchange, judged);
  const refused = await answerEarly(core, exchange, judged, faults);
  if (refused !== null || judged.accepted === null) return refused ?? 'failed';
  const json = { input_tokens: judged.accepted.rendered.tokens };
  return outcomeOf(await sendJson(core, exchange, json, faults));
}

/** The faults that meet this request. Clock jumps take place here. */
function strike(core: Core, exchange: Exchange, judged: Judged): readonly FaultRule[] {
  if (exchange.kind === 'other') return [];
  const { model } = judged.body;
  const faults = core.faults.strike({
    number: exchange.pathNumber,
    path: exchange.kind,
    model: typeof model === 'string' ? model : null,
    stream: judged.body['stream'] === true,
    body: () => judged.bytes.toString('utf8'),
  });
  exchange.notes.faults = faults.map((fault) => fault.kind);
  for (const fault of faults) if (fault.kind === 'clock') core.clock.advance(fault.ms);
  if (faults.some((fault) => fault.kind === 'clock')) exchange.atMs = core.clock.now();
  return faults;
}

/** Errors that come before the model speaks: a fault's, the contract's, the limits'. `null`: there are none. */
async function answerEarly(
  core: Core,
  exchange: Exchange,
  judged: Judged,
  faults: readonly FaultRule[],
): Promise<Outcome | null> {
  const { rejection } = judged;
  if (rejection !== null) {
    exchange.notes.rule = rejection.rule;
    exchange.notes.message = rejection.message;
  }
  const error = faults.find((fault) => fault.kind === 'error');
  if (error !== undefined) {
    const { accepted } = judged;
    const size = accepted && {
      tokens: accepted.rendered.tokens,
      windowTokens: accepted.model.contextTokens,
    };
    const tooLong = error.rule === 'C61' && rejection?.rule === 'C61';
    const stated = tooLong ? { message: rejection.message } : {};
    const reply = faultReply({ ...stated, ...error }, exchange.id, core.clock.now(), size);
    await sendError(core, exchange, reply, faults);
    return exchange.gone.aborted ? 'aborted' : 'failed';
  }
  if (rejection === null) return null;
  if (rejection.status === 413) exchange.response.setHeader('connection', 'close');
  await sendError(core, exchange, rejectionReply(rejection, exchange.id), faults);
  return 'refused';
}

/** The way of an accepted request. */
async function speak(
  core: Core,
  exchange: Exchange,
  accepted: Accepted,
  faults: readonly FaultRule[],
): Promise<Outcome> {
  // Requests that are on the sockets already count as having come before this answer began (D7).
  await new Promise<void>((resolve) => setImmediate(resolve));
  const arrival = { order: exchange.order, atMs: exchange.atMs };
  const plan = core.cache.plan(accepted.rendered, arrival, accepted.model.cacheableTokensMin);
  const { breakpoints, hit, positions } = plan;
  exchange.notes.cache = { breakpoints, hit, positions };
  const limited = await refuseByRate(core, exchange, plan, accepted);
  if (limited) return 'failed';
  const answer = await ask(core, exchange, accepted);
  if (answer === null) return exchange.gone.aborted ? 'aborted' : 'failed';
  const { delayMs } = answer as ScriptedAnswer; // scripted answers carry more than the contract of behaviours
  if (delayMs !== undefined) await core.clock.wait(delayMs, exchange.gone);
  const diagnosed = {
    key: exchange.key,
    model: accepted.model.id,
    fast: accepted.fast,
    rendered: accepted.rendered,
    read: plan.read,
  };
  const ready = readyAnswer(answer, {
    ...accepted,
    diagnostics: diagnosticsOf(core, accepted.request['diagnostics'], diagnosed),
    input: { ...plan, output: 0 },
    inputTokens: accepted.rendered.tokens,
    identity: identityOf(core, accepted.rendered.hash),
  });
  core.diagnosis.remember(ready.message.id, diagnosed);
  noteAnswer(exchange, accepted, ready);
  const delivery = await deliver(core, exchange, { accepted, answer, ready, plan, faults });
  core.behaviour.settle?.(answer, delivery === 'whole' && !breaksOff(faults));
  if (delivery === 'whole' && breaksOff(faults)) return 'cut';
  return outcomeOf(delivery);
}

interface Delivering {
  readonly accepted: Accepted;
  readonly answer: Answer;
  readonly ready: ReadyAnswer;
  readonly plan: PlannedCache;
  readonly faults: readonly FaultRule[];
}

async function deliver(core: Core, exchange: Exchange, delivering: Delivering): Promise<Delivery> {
  const { accepted, answer, ready, plan, faults } = delivering;
  if (exchange.gone.aborted) return 'aborted';
  const begin = () => {
    plan.begin(++core.order.last);
    core.rates?.take(
      exchange.key,
      ready.usage.uncached + ready.usage.write5m + ready.usage.write1h,
      ready.usage.output,
    );
  };
  if (accepted.request.stream !== true) {
    return await sendJson(core, exchange, messageJson(ready.message), faults, begin);
  }
  const random = randomOf('stream', core.seed, ready.message.id);
  const { paceMs } = answer as ScriptedAnswer; // as above
  return await sendSteps(core, exchange, {
    status: 200,
    contentType: 'text/event-stream; charset=utf-8',
    headers: { 'cache-control': 'no-cache' },
    faults,
    steps: streamSteps([...eventsOf(ready.message, random)], faults, {
      random,
      requestId: exchange.id,
      ...(paceMs === undefined ? {} : { paceMs }),
    }),
    onFirstByte: begin,
  });
}

/** Asks the behaviour; a failure of its own is a 500 to the client and a report to whoever runs the simulator. */
async function ask(core: Core, exchange: Exchange, accepted: Accepted): Promise<Answer | null> {
  if (accepted.request.max_tokens === 0) return { content: [], stopReason: 'max_tokens' };
  try {
    return await core.behaviour.answer(accepted.request);
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error));
    core.onError(cause);
    const message = `The simulator's ${core.behaviour.name} failed: ${cause.message}`;
    await sendError(
      core,
      exchange,
      faultReply({ kind: 'error', status: 500, message }, exchange.id, core.clock.now()),
    );
    return null;
  }
}

async function refuseByRate(
  core: Core,
  exchange: Exchange,
  plan: PlannedCache,
  accepted: Accepted,
): Promise<boolean> {
  if (core.rates === null) return false;
  const state = core.rates.judge(exchange.key, plan.uncached + plan.write5m + plan.write1h);
  for (const [name, value] of Object.entries(state.headers)) exchange.response.setHeader(name, value);
  if (state.refused === null) return false;
  const { what, limit, retryAfter } = state.refused;
  const message = `This request would exceed your organization's rate limit of ${limit.toLocaleString('en-US')} ${what} per minute (model: ${accepted.model.id}). Please try again later.`;
  const reply = faultReply(
    { kind: 'error', rule: 'C124b', message, headers: { 'retry-after': String(retryAfter) } },
    exchange.id,
    core.clock.now(),
  );
  await sendError(core, exchange, reply);
  return true;
}

/** Names an answer: the same for the same request asked for the same time. */
function identityOf(core: Core, hash: string): readonly (string | number)[] {
  const repeat = core.repeats.get(hash) ?? 0;
  core.repeats.delete(hash);
  core.repeats.set(hash, repeat + 1);
  if (core.repeats.size > REMEMBERED_ANSWERS_MAX) {
    const oldest = core.repeats.keys().next();
    if (oldest.done !== true) core.repeats.delete(oldest.value);
  }
  return [core.seed, core.epoch, hash, repeat];
}

/** Asked for with `diagnostics.previous_message_id`; on a first turn, with `null`, there is nothing to compare. */
function diagnosticsOf(core: Core, asked: unknown, request: Diagnosed): Json | null {
  if (typeof asked !== 'object' || asked === null || !('previous_message_id' in asked)) return null;
  const { previous_message_id: id } = asked;
  const reason = typeof id === 'string' ? core.diagnosis.reason(id, request) : null;
  return reason === null ? null : { cache_miss_reason: reason };
}

function noteAnswer(exchange: Exchange, accepted: Accepted, ready: ReadyAnswer): void {
  const { notes } = exchange;
  notes.tokens = ready.usage;
  notes.usage = ready.message.usage;
  notes.stopReason = ready.message.stopReason;
  notes.price = billOf(accepted.model, ready.usage, accepted.fast);
}

const outcomeOf = (delivery: Delivery): Outcome => (delivery === 'whole' ? 'answered' : delivery);

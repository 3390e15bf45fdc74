/** `GET /v1/models` and `GET /v1/models/{id}` (API-CONTRACT A2). */

import { faultReply } from '../faults/index.ts';
import type { Outcome } from '../log/index.ts';
import type { Model } from '../models/index.ts';
import { modelOf } from '../models/index.ts';
import type { Json } from '../types.ts';
import type { Core } from './core.ts';
import type { Exchange } from './exchange.ts';
import { sendError, sendJson } from './exchange.ts';

/** Models of one page: what a client gets that names no limit, and the most that it may name. */
const PAGE_DEFAULT = 20;
const PAGE_MAX = 1000;

/** The table has no dates: models are listed newest first, and each gets a day that keeps that order. */
const NEWEST_DAY_MS = Date.UTC(2026, 10, 1);
const DAY_MS = 86_400_000;

/** Answers a request for one model or the list. */
export async function answerModels(core: Core, exchange: Exchange): Promise<Outcome> {
  const refusal = headerRefusal(exchange);
  if (refusal !== null) {
    exchange.notes.rule = refusal.rule;
    const reply = faultReply({ kind: 'error', ...refusal }, exchange.id, core.clock.now());
    await sendError(core, exchange, reply);
    return 'refused';
  }
  const faults = core.faults.strike({
    number: exchange.pathNumber,
    path: 'models',
    model: null,
    stream: false,
    body: () => '',
  });
  exchange.notes.faults = faults.map((fault) => fault.kind);
  const error = faults.find((fault) => fault.kind === 'error');
  if (error !== undefined) {
    await sendError(core, exchange, faultReply(error, exchange.id, core.clock.now()), faults);
    return 'failed';
  }
  const id = decodeURIComponentSafely(exchange.path.slice('/v1/models/'.length));
  if (id === '') return await sendList(core, exchange);
  const model = modelOf(id, core.profile.models);
  if (model !== null) {
    await sendJson(core, exchange, modelJson(model, core.profile.models.indexOf(model)), faults);
    return 'answered';
  }
  exchange.notes.rule = 'C70';
  const fault = { kind: 'error', rule: 'C70', message: `model: ${id}` } as const;
  await sendError(core, exchange, faultReply(fault, exchange.id, core.clock.now()));
  return 'refused';
}

async function sendList(core: Core, exchange: Exchange): Promise<Outcome> {
  const query = new URL(exchange.request.url ?? '/', 'http://localhost').searchParams;
  const limit = Math.min(PAGE_MAX, Math.max(1, Number(query.get('limit') ?? PAGE_DEFAULT) || PAGE_DEFAULT));
  const all = core.profile.models.map(modelJson);
  const after = all.findIndex((model) => model['id'] === query.get('after_id'));
  const before = all.findIndex((model) => model['id'] === query.get('before_id'));
  const from = before === -1 ? after + 1 : Math.max(0, before - limit);
  const to = before === -1 ? from + limit : before;
  const data = all.slice(from, to);
  await sendJson(core, exchange, {
    data,
    has_more: before === -1 ? to < all.length : from > 0,
    first_id: data[0]?.['id'] ?? null,
    last_id: data.at(-1)?.['id'] ?? null,
  });
  return 'answered';
}

function modelJson(model: Model, index: number): Json {
  return {
    type: 'model',
    id: model.id,
    display_name: model.displayName,
    created_at: new Date(NEWEST_DAY_MS - index * DAY_MS).toISOString(),
    max_input_tokens: model.contextTokens,
    max_tokens: model.outputTokensMax,
  };
}

function headerRefusal(exchange: Exchange) {
  const { headers } = exchange;
  if (exchange.key === '') {
    return { rule: 'C120', message: 'A7: A credential is required: x-api-key or Authorization.' };
  }
  return headers['anthropic-version'] === undefined
    ? { rule: 'C4', message: 'anthropic-version: header is required' }
    : null;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a broken escape names no model: it is not found under its raw name either
  }
}

/** Which station answers which path (API-CONTRACT A1, A2, H10). */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { faultReply } from '../faults/index.ts';
import type { Outcome } from '../log/index.ts';
import { answerAdmin, isAdminPath } from './admin.ts';
import type { Core } from './core.ts';
import type { Exchange } from './exchange.ts';
import { closeExchange, openExchange, sendError } from './exchange.ts';
import { answerCount, answerMessages } from './messages.ts';
import { answerModels } from './models-route.ts';

/** Answers one request, whatever it is. Never throws. */
export async function route(core: Core, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isAdmin = isAdminPath((request.url ?? '').split('?')[0] ?? '');
  const exchange = openExchange(core, request, response, !isAdmin);
  try {
    if (isAdmin) return await answerAdmin(core, exchange);
    const outcome = await answer(core, exchange);
    closeExchange(core, exchange, outcome);
  } catch (error) {
    core.onError(error instanceof Error ? error : new Error(String(error)));
    response.destroy();
    if (!isAdmin) closeExchange(core, exchange, 'failed');
  }
}

async function answer(core: Core, exchange: Exchange): Promise<Outcome> {
  const { kind, path } = exchange;
  const { method } = exchange.request;
  if (kind === 'messages' && method === 'POST') return await answerMessages(core, exchange);
  if (kind === 'count_tokens' && method === 'POST') return await answerCount(core, exchange);
  exchange.request.resume();
  if (kind === 'models' && method === 'GET') return await answerModels(core, exchange);
  if (path === '/api/hello' && (method === 'HEAD' || method === 'GET')) {
    exchange.notes.status = 200;
    exchange.response.writeHead(200, { 'request-id': exchange.id, 'content-type': 'application/json' });
    exchange.response.end(method === 'HEAD' ? undefined : '{"message":"hello"}');
    return 'answered';
  }
  const isKnown = kind !== 'other' || path === '/api/hello';
  exchange.notes.rule = isKnown ? 'A1' : 'C130';
  const fault = isKnown
    ? ({ kind: 'error', status: 405, message: 'Method Not Allowed' } as const)
    : ({ kind: 'error', rule: 'C130' } as const);
  await sendError(core, exchange, faultReply(fault, exchange.id, core.clock.now()));
  return 'refused';
}

/** From a request's bytes to a body that the contract accepts, with the facts that the next stations need. */

import { render } from '../cache/index.ts';
import type { Rendered } from '../cache/index.ts';
import { createHash } from 'node:crypto';
import { settle, validate, validationContext } from '../contract/index.ts';
import type { Model } from '../models/index.ts';
import { modelOf } from '../models/index.ts';
import type { Json, MessagesRequest, Rejection } from '../types.ts';
import type { Core } from './core.ts';
import type { Exchange } from './exchange.ts';
import { rounded, timingsOf } from './exchange.ts';
import { readRequest } from './read-request.ts';
import { signatureCheckFor } from './signature-check.ts';

/** A request that may go on. */
export interface Accepted {
  readonly request: MessagesRequest;
  readonly model: Model;
  readonly fast: boolean;
  readonly rendered: Rendered;
}

/** What became of the bytes. `body` is the JSON, as far as there was any; `bytes` what came. */
export interface Judged {
  readonly bytes: Buffer;
  readonly body: Json;
  readonly accepted: Accepted | null;
  readonly rejection: Rejection | null;
}

/** Reads and judges; `null` if the client went away. */
export async function judge(core: Core, exchange: Exchange): Promise<Judged | null> {
  const read = await readRequest(exchange.request, exchange.gone);
  if (!read.ok) {
    if (read.rejection === null) return null;
    return { bytes: Buffer.alloc(0), body: {}, accepted: null, rejection: read.rejection };
  }
  const { bytes } = read;
  const readMs = exchange.elapsed();
  const parsed = core.bodies.read(bytes);
  const body = parsed.ok && isObject(parsed.body) ? parsed.body : {};
  note(core, exchange, bytes, parsed.ok ? parsed.body : null);
  const judged = parsed.ok
    ? judgeBody(core, exchange, parsed.body, bytes.length)
    : { rejection: parsed.rejection };
  exchange.notes.timings = {
    ...timingsOf(exchange, null),
    readMs: rounded(readMs),
    judgeMs: rounded(exchange.elapsed()),
  };
  return { bytes, body, accepted: null, ...judged };
}

function judgeBody(
  core: Core,
  exchange: Exchange,
  body: unknown,
  bodyBytes: number,
): { readonly rejection: Rejection | null; readonly accepted: Accepted | null } {
  const known = core.keys === null || core.keys.has(exchange.key);
  const modelId = isObject(body) && typeof body['model'] === 'string' ? body['model'] : '';
  const model = modelOf(modelId, core.profile.models);
  const fast = isObject(body) && body['speed'] === 'fast' && model?.fast === 'served';
  let rendered: Rendered | null = null;
  const renderOnce = (request: MessagesRequest, by: Model) =>
    (rendered ??= render(request, { key: exchange.key, model: by, fast }));
  const rejection = validate(
    body,
    validationContext({
      endpoint: exchange.kind === 'count_tokens' ? 'count_tokens' : 'messages',
      headers: exchange.headers,
      profile: core.profile,
      lenient: core.lenient,
      bodyBytes,
      checkSignature: signatureCheckFor(model?.id ?? ''),
      ...(model === null ? {} : { countTokens: (request) => renderOnce(request, model).tokens }),
    }),
  );
  if (rejection === null && !known) return { rejection: UNKNOWN_KEY, accepted: null };
  if (rejection !== null || model === null)
    return { rejection: rejection ?? unknownModel(modelId), accepted: null };
  const request = body as MessagesRequest; // the contract has accepted it
  settle(request.messages);
  return { rejection: null, accepted: { request, model, fast, rendered: renderOnce(request, model) } };
}

const UNKNOWN_KEY: Rejection = {
  rule: 'C120',
  status: 401,
  type: 'authentication_error',
  message: 'invalid x-api-key',
};

const unknownModel = (id: string): Rejection => ({
  rule: 'C70',
  status: 404,
  type: 'not_found_error',
  message: `model: ${id}`,
});

function note(core: Core, exchange: Exchange, bytes: Buffer, body: unknown): void {
  const { notes } = exchange;
  notes.bodyBytes = bytes.length;
  notes.bodySha256 = createHash('sha256').update(bytes).digest('hex');
  if (isObject(body)) {
    notes.model = typeof body['model'] === 'string' ? body['model'] : null;
    notes.stream = body['stream'] === true;
  }
  if (core.keepBodies) notes.body = body ?? bytes.toString('utf8');
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

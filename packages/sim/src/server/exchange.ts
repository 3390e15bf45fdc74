/** One request and its response, as the routes see it: what is known of it, and the ways to answer. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { digestOf, idOf, randomOf } from '../clock/random.ts';
import { bodySteps } from '../faults/index.ts';
import type { ErrorReply, FaultRule, Step } from '../faults/index.ts';
import type { LogEntry, Outcome } from '../log/index.ts';
import type { Json } from '../types.ts';
import type { Delivery } from './perform.ts';
import { perform } from './perform.ts';
import type { Core } from './core.ts';

/** A path that fault plans and numbers tell apart. */
type PathKind = 'messages' | 'count_tokens' | 'models' | 'other';

/** See the file header. */
export interface Exchange {
  readonly number: number;
  readonly pathNumber: number;
  readonly kind: PathKind;
  readonly path: string;
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string>>;
  readonly key: string;
  /** Place in the order of arrivals and first bytes. */
  readonly order: number;
  /** When it came. A clock that jumps with the request takes it along. */
  atMs: number;
  /** Aborts when the client goes away. */
  readonly gone: AbortSignal;
  /** What the log entry says so far. */
  readonly notes: Partial<Mutable<LogEntry>>;
  readonly elapsed: () => number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Opens the exchange when a request comes. Only counted ones get a number. */
export function openExchange(
  core: Core,
  request: IncomingMessage,
  response: ServerResponse,
  isCounted: boolean,
): Exchange {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const kind = kindOf(path);
  const number = isCounted ? ++core.counts.requests : 0;
  const pathNumber = isCounted ? ++core.counts[kind] : 0;
  const started = performance.now();
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  response.on('error', () => gone.abort());
  const headers = headersOf(request);
  return {
    number,
    pathNumber,
    kind,
    path,
    id: idOf('req_011C', 20, core.seed, core.epoch, number),
    request,
    response,
    headers,
    key: keyOf(headers),
    order: ++core.order.last,
    atMs: core.clock.now(),
    gone: gone.signal,
    notes: {},
    elapsed: () => performance.now() - started,
  };
}

function kindOf(path: string): PathKind {
  if (path === '/v1/messages') return 'messages';
  if (path === '/v1/messages/count_tokens') return 'count_tokens';
  return path === '/v1/models' || path.startsWith('/v1/models/') ? 'models' : 'other';
}

/** Sends an error. */
export async function sendError(
  core: Core,
  exchange: Exchange,
  reply: ErrorReply,
  faults: readonly FaultRule[] = [],
): Promise<void> {
  exchange.notes.message ??= reply.message;
  const isRaw = typeof reply.body === 'string';
  const body = Buffer.from(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  await send(core, exchange, {
    status: reply.status,
    contentType: isRaw && reply.headers['content-type'] === undefined ? 'text/html' : 'application/json',
    headers: reply.headers,
    body,
    faults: faults.filter((fault) => fault.kind !== 'error'),
  });
}

/** Sends a JSON object. */
export async function sendJson(
  core: Core,
  exchange: Exchange,
  json: Json,
  faults: readonly FaultRule[] = [],
  onFirstByte: () => void = () => {},
): Promise<Delivery> {
  return await send(core, exchange, {
    status: 200,
    contentType: 'application/json',
    headers: {},
    body: Buffer.from(JSON.stringify(json)),
    faults,
    onFirstByte,
  });
}

interface Sending {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly faults: readonly FaultRule[];
  readonly onFirstByte?: () => void;
}

async function send(core: Core, exchange: Exchange, sending: Sending): Promise<Delivery> {
  const { faults } = sending;
  const random = randomOf('body', core.seed, exchange.number);
  const steps = bodySteps(sending.body, faults, random);
  exchange.response.setHeader('content-length', sending.body.length);
  return await sendSteps(core, exchange, { ...sending, steps });
}

/** Sends steps: sets the headers that every response has, and carries the steps out. */
export async function sendSteps(
  core: Core,
  exchange: Exchange,
  sending: Omit<Sending, 'body'> & { readonly steps: readonly Step[] },
): Promise<Delivery> {
  const { response, notes } = exchange;
  const { faults, steps } = sending;
  response.statusCode = sending.status;
  notes.status = sending.status;
  response.setHeader('content-type', sending.contentType);
  response.setHeader('request-id', exchange.id);
  response.setHeader('anthropic-organization-id', organizationOf(exchange.key));
  for (const [name, value] of Object.entries(sending.headers)) response.setHeader(name, value);
  const delta = faults.findLast((fault) => fault.kind === 'content-length')?.delta;
  if (delta !== undefined) {
    response.setHeader('content-length', Math.max(0, bytesOf(steps) + delta));
    response.setHeader('connection', 'close');
  }
  const delivery = await perform(steps, {
    response,
    clock: core.clock,
    gone: exchange.gone,
    apart: faults.some((fault) => fault.kind === 'chunks' || fault.kind === 'drip'),
    onFirstByte: () => {
      notes.timings = timingsOf(exchange, exchange.elapsed());
      sending.onFirstByte?.();
    },
  });
  if (delta !== undefined) response.socket?.destroySoon();
  return delivery;
}

/** Writes the log entry. */
export function closeExchange(core: Core, exchange: Exchange, outcome: Outcome): void {
  const { notes, request } = exchange;
  const timings = notes.timings ?? timingsOf(exchange, null);
  core.log.append({
    number: exchange.number,
    pathNumber: exchange.pathNumber,
    id: exchange.id,
    at: new Date(exchange.atMs).toISOString(),
    method: request.method ?? '',
    path: exchange.path,
    headers: tellingHeaders(exchange.headers),
    credential: credentialOf(exchange),
    model: null,
    stream: false,
    status: null,
    rule: null,
    message: null,
    faults: [],
    stopReason: null,
    tokens: null,
    usage: null,
    price: null,
    cache: null,
    behaviour: core.behaviour.name,
    bodyBytes: 0,
    bodySha256: '',
    ...notes,
    outcome,
    timings: { ...timings, doneMs: rounded(exchange.elapsed()) },
  });
}

/** Timings so far, keeping those that were noted. */
export function timingsOf(exchange: Exchange, firstByteMs: number | null): LogEntry['timings'] {
  const known = exchange.notes.timings;
  return {
    readMs: known?.readMs ?? 0,
    judgeMs: known?.judgeMs ?? 0,
    firstByteMs: firstByteMs === null ? (known?.firstByteMs ?? null) : rounded(firstByteMs),
    doneMs: 0,
  };
}

/** Milliseconds to three places. */
export const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

const TELLING =
  /^(accept|accept-encoding|anthropic-.*|content-encoding|content-type|user-agent|x-app|x-stainless-.*)$/;

function tellingHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => TELLING.test(name)));
}

function credentialOf(exchange: Exchange): LogEntry['credential'] {
  const { headers, key } = exchange;
  const header =
    headers['x-api-key'] !== undefined
      ? 'x-api-key'
      : headers['authorization'] !== undefined
        ? 'authorization'
        : 'none';
  return { header, hash: header === 'none' ? '' : digestOf('key', key).toString('hex', 0, 4) };
}

function headersOf(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

/** The key itself, from either header (A10). */
const keyOf = (headers: Readonly<Record<string, string>>): string =>
  headers['x-api-key'] ?? (headers['authorization'] ?? '').replace(/^Bearer\s+/i, '');

function organizationOf(key: string): string {
  const hex = digestOf('organization', key).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

const bytesOf = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => sum + (step.do === 'write' ? step.bytes.length : 0), 0);

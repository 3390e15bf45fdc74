/**
 * The first-party endpoint and everything compatible with it, through the SDK's public `client.post`: our own body in
 * chunks with its exact length, the raw response, our own frames (SPEC 9.4). The SDK's typed stream is not used: it
 * swallows pings and ends silently on abort. The SDK is imported at the first request, so that start-up doesn't pay.
 *
 *     chunks ─ body stream ─→ client.post ─→ raw response ─ frames ─→ events
 */
import type { Anthropic } from '@anthropic-ai/sdk';
import type { BodyChunk } from '@leat/kernel';
import { parseErrorBody } from './error-body.ts';
import { brokenAnswer, networkError } from './network-error.ts';
import { BODY_REST_BYTES_MAX, BODY_REST_MS_MAX } from '../query/limits.ts';
import { withBoundedErrors } from './error-response.ts';
import {
  FIRST_PARTY_TIMING,
  OTHER_TIMING,
  type Provider,
  type ProviderRequest,
  type ProviderResponse,
  type ServerEvent,
  type StreamTiming,
} from './provider.ts';
import { createSseParser } from './sse.ts';

const FIRST_PARTY_URL = 'https://api.anthropic.com';

/** Timeout of the SDK, in milliseconds: far above our own watchdogs, which are the ones that count. */
const SDK_TIMEOUT_MS = 60 * 60_000;

export interface AnthropicProviderOptions {
  /** Sent as bearer, as the SDK does since API version 2026-10-21. */
  readonly apiKey?: string;
  /** `ANTHROPIC_AUTH_TOKEN`; wins over the key, never sent together with it (API-CONTRACT A10). */
  readonly authToken?: string;
  readonly baseUrl?: string;
  readonly timing?: StreamTiming;
}

/** A provider for one endpoint and credential. Both come in here alone: nothing is read from the environment. */
export const createAnthropicProvider = (options: AnthropicProviderOptions): Provider => {
  const baseURL = (options.baseUrl ?? FIRST_PARTY_URL).replace(/\/+$/, '');
  const firstParty = baseURL === FIRST_PARTY_URL;
  let client: Promise<Anthropic> | null = null;
  const open = async (): Promise<Anthropic> => {
    const sdk = await import('@anthropic-ai/sdk');
    const token = options.authToken;
    const anonymous = token === undefined && options.apiKey === undefined;
    return new sdk.Anthropic({
      apiKey: token === undefined ? (options.apiKey ?? null) : null,
      authToken: token ?? null,
      baseURL,
      maxRetries: 0,
      timeout: SDK_TIMEOUT_MS,
      logLevel: 'off',
      fetch: withBoundedErrors(globalThis.fetch),
      // Without a credential the SDK would look for one in the person's configuration; a null header says not to.
      ...(anonymous ? { defaultHeaders: { authorization: null }, credentials: null } : {}),
    });
  };
  return {
    name: 'anthropic',
    timing: options.timing ?? (firstParty ? FIRST_PARTY_TIMING : OTHER_TIMING),
    async send(request) {
      request.signal.throwIfAborted();
      client ??= open();
      return post(await client, request, baseURL);
    },
  };
};

const post = async (
  client: Anthropic,
  request: ProviderRequest,
  baseUrl: string,
): Promise<ProviderResponse> => {
  try {
    const response = await client
      .post('/v1/messages', {
        body: bodyOf(request),
        signal: request.signal,
        stream: true,
        headers: {
          accept: 'text/event-stream',
          'content-type': 'application/json',
          'content-length': String(request.bytes),
          ...(request.apiVersion === undefined ? {} : { 'anthropic-version': request.apiVersion }),
          ...(request.betas.length === 0 ? {} : { 'anthropic-beta': request.betas.join(',') }),
        },
      })
      .asResponse();
    const headers = headersOf(response.headers);
    return {
      ok: true,
      status: response.status,
      headers,
      requestId: headers['request-id'] ?? null,
      events: eventsOf(response, request.signal, baseUrl),
    };
  } catch (thrown) {
    if (request.signal.aborted) throw request.signal.reason;
    return failureOf(thrown, baseUrl);
  }
};

/** The body as a stream of its chunks, encoded one at a time as they leave. */
const bodyOf = (request: ProviderRequest): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  let next = 0;
  const encode = async (chunk: BodyChunk): Promise<Uint8Array> =>
    encoder.encode(typeof chunk === 'string' ? chunk : await request.blob(chunk.blob));
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // The client takes one piece ahead; it asks for the second only when it has written the first to a connection.
        if (next === 1) request.connected?.();
        const chunk = request.chunks[next++];
        if (chunk === undefined) controller.close();
        else controller.enqueue(await encode(chunk));
      },
    },
    { highWaterMark: 0 },
  );
};

const headersOf = (headers: Headers): { readonly [name: string]: string } => {
  const all: { [name: string]: string } = {};
  headers.forEach((value, name) => (all[name] = value));
  return all;
};

/** The SDK's errors carry status, headers and the parsed body; anything else means that no answer came. */
const failureOf = (thrown: unknown, baseUrl: string): ProviderResponse => {
  const error = thrown as { status?: unknown; headers?: unknown; error?: unknown; message?: unknown }; // every field is checked below
  const status = typeof error.status === 'number' ? error.status : null;
  if (status === null) {
    return {
      ok: false,
      status: null,
      headers: {},
      requestId: null,
      error: networkError(thrown, baseUrl),
    };
  }
  const headers = error.headers instanceof Headers ? headersOf(error.headers) : {};
  return {
    ok: false,
    status,
    headers,
    requestId: headers['request-id'] ?? null,
    error: parseErrorBody(error.error ?? bodyInMessage(error.message, status), status),
  };
};

const NO_BODY = /^(\d+ )?status code \(no body\)$/;

/** For a body that is no JSON the SDK puts `<status> <body>` into its message. */
const bodyInMessage = (message: unknown, status: number): string =>
  typeof message === 'string' ? message.replace(`${status} `, '').replace(NO_BODY, '') : '';

/**
 * Events of a response. Frames whose data is no JSON object become `unreadable`, so that nothing is lost in silence. A
 * reader that leaves at the answer's end leaves the last bytes of the body: they are read behind its back, so that the
 * connection can serve the next request.
 */
async function* eventsOf(
  response: Response,
  signal: AbortSignal,
  baseUrl: string,
): AsyncGenerator<ServerEvent> {
  const body = response.body;
  if (body === null) return;
  const reader = body.getReader();
  const parser = createSseParser();
  // A read in flight must end at once when the turn is stopped, whatever the network does.
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => undefined); // already broken: nothing to cancel
  signal.addEventListener('abort', cancel, { once: true });
  let failed = true;
  try {
    for (;;) {
      failed = true;
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      failed = false;
      if (done) return;
      for (const frame of parser.push(value)) yield eventOf(frame.event, frame.data);
    }
  } catch (error) {
    failed = true;
    // Whatever the network made of it, an abort is told by its own reason.
    throw signal.aborted ? signal.reason : brokenAnswer(error, baseUrl);
  } finally {
    if (failed) cancel();
    else await readRest(reader, signal);
    signal.removeEventListener('abort', cancel);
  }
}

/** Reads what is left of a body, within bounds; then lets go of it. */
const readRest = async (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): Promise<void> => {
  const stop = (): void => void reader.cancel().catch(() => undefined); // already broken: nothing to cancel
  const timer = setTimeout(stop, BODY_REST_MS_MAX);
  try {
    for (let bytes = 0; bytes < BODY_REST_BYTES_MAX && !signal.aborted;) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.byteLength;
    }
    stop();
  } catch {
    // The connection broke behind the answer: it will not be used again, and nothing was lost.
  } finally {
    clearTimeout(timer);
  }
};

const eventOf = (name: string, data: string): ServerEvent => {
  try {
    const parsed = JSON.parse(data) as unknown;
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      const type = (parsed as { type?: unknown }).type; // checked on the next line
      return { ...parsed, type: typeof type === 'string' ? type : name };
    }
  } catch {
    // Falls through: garbage inside a frame is reported as an event of its own.
  }
  return { type: 'unreadable', data: data.slice(0, 200) };
};

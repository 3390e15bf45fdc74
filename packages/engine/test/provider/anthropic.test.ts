import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createAnthropicProvider } from '../../src/provider/anthropic.ts';
import type { ProviderRequest, ProviderResponse, ServerEvent } from '../../src/provider/provider.ts';

interface Seen {
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

/** A server on loopback; what it was asked comes out, what it answers comes in. */
const listen = async (answer: (response: ServerResponse, request: IncomingMessage) => void) => {
  const seen: Seen[] = [];
  const started = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      seen.push({ url: request.url, headers: request.headers, body: Buffer.concat(parts).toString('utf8') });
      answer(response, request);
    });
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo; // it listens on TCP
  return { url: `http://127.0.0.1:${port}`, seen };
};

const request = (given: Partial<ProviderRequest> = {}): ProviderRequest => {
  const chunks = given.chunks ?? ['{"a":"é', '😀"}'];
  const bytes = chunks.reduce(
    (sum, chunk) => sum + (typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.base64Bytes),
    0,
  );
  return {
    chunks,
    bytes,
    betas: [],
    signal: new AbortController().signal,
    blob: async () => {
      throw new Error('no blob was asked for');
    },
    ...given,
  };
};

const eventsOf = async (response: ProviderResponse): Promise<readonly ServerEvent[]> => {
  if (!response.ok) throw new Error(response.error.message);
  const events: ServerEvent[] = [];
  for await (const event of response.events) events.push(event);
  return events;
};

const ok = (response: ServerResponse, body: string): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'req_7' });
  response.end(body);
};

describe('the first-party provider', () => {
  it('sends the chunks as they are, with their exact length, one credential and no retry', async () => {
    const { url, seen } = await listen((response) => ok(response, 'event: ping\ndata: {"type":"ping"}\n\n'));
    const provider = createAnthropicProvider({ apiKey: 'key', baseUrl: `${url}/` });
    const chunks = ['{"a":"é', { blob: 'h', mediaType: 'image/png', base64Bytes: 4 }, '"}'];
    let connected = 0;
    const response = await provider.send(
      request({
        chunks,
        betas: ['x-1', 'y-2'],
        blob: async (hash) => `${hash}64=`,
        connected: () => connected++,
      }),
    );
    expect(await eventsOf(response)).toEqual([{ type: 'ping' }]);
    expect(response).toMatchObject({ ok: true, requestId: 'req_7' });
    expect(connected).toBe(1);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ url: '/v1/messages', body: '{"a":"éh64="}' });
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer key',
      'anthropic-version': '2026-10-21',
      'anthropic-beta': 'x-1,y-2',
      'content-length': '14',
      'x-stainless-retry-count': '0',
    });
    expect(seen[0]?.headers).not.toHaveProperty('x-api-key');
  });

  it('prefers the token, and takes nothing from the environment', async () => {
    const { url, seen } = await listen((response) => ok(response, ''));
    process.env['ANTHROPIC_API_KEY'] = 'from-environment';
    try {
      await createAnthropicProvider({ apiKey: 'key', authToken: 'token', baseUrl: url }).send(request());
      await createAnthropicProvider({ baseUrl: url }).send(request());
    } finally {
      delete process.env['ANTHROPIC_API_KEY'];
    }
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer token', undefined]);
  });

  it('sends no beta header when there is none', async () => {
    const { url, seen } = await listen((response) => ok(response, ''));
    await createAnthropicProvider({ apiKey: 'k', baseUrl: url }).send(request());
    expect(seen[0]?.headers).not.toHaveProperty('anthropic-beta');
  });

  it.each([
    [
      529,
      { 'retry-after': '3', 'x-should-retry': 'true' },
      '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"r"}',
      { type: 'overloaded_error', message: 'Overloaded', code: null },
    ],
    [
      413,
      {},
      '<html>too large</html>',
      { type: 'request_too_large', message: '<html>too large</html>', code: null },
    ],
    [500, {}, '', { type: 'api_error', message: 'status 500, no message', code: null }],
  ])('gives a refusal with status %d as data', async (status, headers, body, error) => {
    const { url, seen } = await listen((response) => {
      response.writeHead(status, { ...headers, 'content-type': 'application/json', 'request-id': 'req_9' });
      response.end(body);
    });
    const response = await createAnthropicProvider({ apiKey: 'k', baseUrl: url }).send(request());
    expect(response).toMatchObject({ ok: false, status, requestId: 'req_9', headers, error });
    expect(seen).toHaveLength(1);
  });

  it('reads a refusal that never ends only so far', async () => {
    const { url } = await listen((response) => {
      response.writeHead(529, { 'content-type': 'text/html' });
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
      };
      response.on('drain', pour);
      pour();
    });
    const response = await createAnthropicProvider({ apiKey: 'k', baseUrl: url }).send(request());
    expect(response).toMatchObject({ ok: false, status: 529, error: { type: 'overloaded_error' } });
  });

  it('says what the network said when nobody answers', async () => {
    const { url } = await listen(() => undefined);
    server?.close();
    let connected = 0;
    const response = await createAnthropicProvider({ apiKey: 'k', baseUrl: url }).send(
      request({ connected: () => connected++ }),
    );
    expect(response).toMatchObject({ ok: false, status: null, error: { type: 'network_error' } });
    if (!response.ok) expect(response.error.message).toContain('ECONNREFUSED');
    expect(connected).toBe(0);
  });

  it('rejects with the reason of the abort, before the answer and inside it', async () => {
    const { url } = await listen((response, incoming) => {
      if (incoming.headers['anthropic-beta'] === undefined) return;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"type":"ping"}\n\n');
    });
    const provider = createAnthropicProvider({ apiKey: 'k', baseUrl: url });
    const before = new AbortController();
    const sending = provider.send(request({ signal: before.signal }));
    before.abort(new Error('stopped'));
    await expect(sending).rejects.toThrow('stopped');
    const inside = new AbortController();
    const response = await provider.send(request({ signal: inside.signal, betas: ['x'] }));
    if (!response.ok) throw new Error('not ok');
    const seen: ServerEvent[] = [];
    await expect(
      (async () => {
        for await (const event of response.events) {
          seen.push(event);
          inside.abort(new Error('stopped inside'));
        }
      })(),
    ).rejects.toThrow('stopped inside');
    expect(seen).toEqual([{ type: 'ping' }]);
  });

  it('rejects when the connection breaks inside the stream, and ends silently at its end', async () => {
    const { url } = await listen((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"type":"ping"}\n\ndata: {"half"', () => response.destroy());
    });
    const response = await createAnthropicProvider({ apiKey: 'k', baseUrl: url }).send(request());
    await expect(eventsOf(response)).rejects.toThrow();
  });

  it('uses a connection again for answers that are left at their end', async () => {
    const sockets = new Set<unknown>();
    const { url } = await listen((response, incoming) => {
      sockets.add(incoming.socket);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"type":"message_stop"}\n\n');
      setImmediate(() => response.end());
    });
    const provider = createAnthropicProvider({ apiKey: 'k', baseUrl: url });
    for (let round = 0; round < 6; round++) {
      const response = await provider.send(request());
      if (!response.ok) throw new Error('not ok');
      for await (const event of response.events) if (event.type === 'message_stop') break;
    }
    expect(sockets.size).toBeLessThanOrEqual(2);
  });

  it('reports a frame that is no JSON instead of losing it', async () => {
    const { url } = await listen((response) =>
      ok(response, 'data: nonsense\n\nevent: odd\ndata: {"x":1}\n\n'),
    );
    const response = await createAnthropicProvider({ apiKey: 'k', baseUrl: url }).send(request());
    expect(await eventsOf(response)).toEqual([
      { type: 'unreadable', data: 'nonsense' },
      { type: 'odd', x: 1 },
    ]);
  });
});

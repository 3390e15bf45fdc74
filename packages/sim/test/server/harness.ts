/** A simulator for one test, and a client that speaks to it in raw requests. */

import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { createClock, createSimulator } from '../../src/index.ts';
import type { Simulator, SimulatorOptions } from '../../src/index.ts';

export const OPUS = 'claude-opus-5-5';

/** Starts a simulator that ends with the test. Its clock stands still unless another is given. */
export async function started(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await createSimulator({ clock: createClock({ fixedMs: 1_800_000_000_000 }), ...options });
  onTestFinished(() => simulator.close());
  return simulator;
}

export const HEADERS = {
  'x-api-key': 'sk-test',
  'anthropic-version': '2023-06-01',
  'content-type': 'application/json',
};

/** A body that every model accepts. */
export const bodyOf = (fields: object = {}): Record<string, unknown> => ({
  model: OPUS,
  max_tokens: 1000,
  messages: [{ role: 'user', content: 'Hello' }],
  ...fields,
});

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Posts a body and reads all of the answer. Rejects when the connection breaks. */
export async function post(
  simulator: Simulator,
  body: unknown,
  options: { readonly headers?: Record<string, string>; readonly path?: string } = {},
): Promise<Reply> {
  const response = await fetch(simulator.url + (options.path ?? '/v1/messages'), {
    method: 'POST',
    headers: { ...HEADERS, ...options.headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The JSON of a reply. */
export const jsonOf = (reply: Reply): Record<string, never> => JSON.parse(reply.text);

/** What came over the socket, byte for byte, and how the connection ended. */
export interface RawReply {
  readonly chunks: readonly Buffer[];
  readonly text: string;
  readonly ended: 'closed' | 'reset';
}

/** Posts over a bare socket, so that chunks, endings and headers are seen as they are. */
export function rawPost(simulator: Simulator, body: unknown): Promise<RawReply> {
  const text = JSON.stringify(body);
  const head = [
    'POST /v1/messages HTTP/1.1',
    'host: 127.0.0.1',
    'connection: close',
    ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(text)}`,
  ].join('\r\n');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(simulator.port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n${text}`));
    let ended: RawReply['ended'] = 'closed';
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => {
      ended = 'reset';
    });
    socket.on('close', () => resolve({ chunks, text: Buffer.concat(chunks).toString('utf8'), ended }));
  });
}

/** Events of a stream's text in plain framing: type and data. */
export function eventsIn(text: string): { readonly type: string; readonly [key: string]: unknown }[] {
  return text
    .split(/\n\n/)
    .flatMap((frame) => /^data: ?(.*)$/m.exec(frame)?.[1] ?? [])
    .map((data) => JSON.parse(data));
}

/** Resolves when the log has `count` entries. */
export async function logged(simulator: Simulator, count: number): Promise<void> {
  for (let turn = 0; turn < 10_000 && simulator.log().length < count; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

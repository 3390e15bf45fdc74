/** A provider that says what a test wrote down, event by event, and keeps what it was sent. */
import { bodyText, type ContentBlock } from '@leat/kernel';
import {
  FIRST_PARTY_TIMING,
  type Provider,
  type ProviderRequest,
  type ProviderResponse,
  type ServerEvent,
} from '../../src/provider/provider.ts';

export interface Usage {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
}

/** One answer of the script. */
export type Script =
  | {
      readonly events: readonly ServerEvent[];
      readonly ending?: 'eof' | 'hang' | 'reset';
      onEvent?(index: number): void;
    }
  | {
      readonly status: number;
      readonly type: string;
      readonly message?: string;
      readonly headers?: { readonly [name: string]: string };
    }
  | { readonly network: string }
  | { readonly silent: true };

export interface SentRequest {
  readonly body: SentBody;
  readonly text: string;
}
interface SentBody {
  readonly messages: readonly { readonly role: string; readonly content: readonly ContentBlock[] }[];
  readonly [key: string]: unknown;
}

let serial = 0;

/** Events of a block. */
const eventsOfBlock = (block: ContentBlock, index: number): readonly ServerEvent[] => {
  const start = (content_block: object): ServerEvent => ({
    type: 'content_block_start',
    index,
    content_block,
  });
  const delta = (piece: object): ServerEvent => ({ type: 'content_block_delta', index, delta: piece });
  const stop: ServerEvent = { type: 'content_block_stop', index };
  if (block.type === 'text') {
    const { text } = block as { readonly text: string };
    const middle = Math.ceil(text.length / 2);
    return [
      start({ type: 'text', text: '' }),
      delta({ type: 'text_delta', text: text.slice(0, middle) }),
      delta({ type: 'text_delta', text: text.slice(middle) }),
      stop,
    ];
  }
  if (block.type === 'tool_use') {
    const { id, name, input } = block as {
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
    };
    const json = typeof input === 'string' ? input : JSON.stringify(input);
    return [
      start({ type: 'tool_use', id, name, input: {} }),
      delta({ type: 'input_json_delta', partial_json: json.slice(0, 3) }),
      delta({ type: 'input_json_delta', partial_json: json.slice(3) }),
      stop,
    ];
  }
  return [start(block), stop];
};

/** The events of a whole answer. */
export const answer = (
  blocks: readonly ContentBlock[],
  stopReason: string = blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn',
  usage: Usage = {},
): readonly ServerEvent[] => [
  {
    type: 'message_start',
    message: {
      id: `msg_${++serial}`,
      model: 'claude-sonnet-5-5',
      usage: { input_tokens: 100, output_tokens: 1, ...usage },
    },
  },
  ...blocks.flatMap(eventsOfBlock),
  { type: 'message_delta', delta: { stop_reason: stopReason }, usage: { output_tokens: 20, ...usage } },
  { type: 'message_stop' },
];

export const text = (words: string): ContentBlock => ({ type: 'text', text: words });
export const call = (id: string, name: string, input: unknown = {}): ContentBlock => ({
  type: 'tool_use',
  id,
  name,
  input,
});
/** An answer, whole. */
export const says = (...blocks: readonly ContentBlock[]): Script => ({ events: answer(blocks) });

export class ScriptedProvider implements Provider {
  readonly name = 'scripted';
  readonly timing = FIRST_PARTY_TIMING;
  readonly sent: SentRequest[] = [];
  readonly #script: Script[];
  /** Called as a request arrives, before it is answered. */
  onSend: ((request: ProviderRequest) => void) | null = null;

  constructor(...script: readonly Script[]) {
    this.#script = [...script];
  }

  add(...script: readonly Script[]): void {
    this.#script.push(...script);
  }

  async send(request: ProviderRequest): Promise<ProviderResponse> {
    request.signal.throwIfAborted();
    this.onSend?.(request);
    request.connected?.();
    const sent = bodyText(request);
    if (Buffer.byteLength(sent) !== request.bytes) throw new Error('the length of the body is wrong');
    this.sent.push({ body: JSON.parse(sent) as SentBody, text: sent });
    const next = this.#script.shift() ?? says(text('done'));
    if ('silent' in next) return untilAbort(request.signal);
    if ('network' in next) return failure(null, 'network_error', next.network);
    if ('status' in next) return failure(next.status, next.type, next.message ?? next.type, next.headers);
    return {
      ok: true,
      status: 200,
      headers: {},
      requestId: `req_${this.sent.length}`,
      events: stream(next, request.signal),
    };
  }
}

const untilAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

const failure = (
  status: number | null,
  type: string,
  message: string,
  headers: { readonly [name: string]: string } = {},
): ProviderResponse => ({
  ok: false,
  status,
  headers,
  requestId: null,
  error: { type, message, code: null },
});

async function* stream(
  script: Extract<Script, { readonly events: readonly ServerEvent[] }>,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  for (const [index, event] of script.events.entries()) {
    await Promise.resolve();
    signal.throwIfAborted();
    script.onEvent?.(index);
    signal.throwIfAborted();
    yield event;
  }
  if (script.ending === 'hang') await untilAbort(signal);
  if (script.ending === 'reset') throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}

/** Small words for requests, so that a case is a line. */

import type { ContextOptions, ValidationContext } from '../../src/contract/index.ts';
import { validationContext } from '../../src/contract/index.ts';

export type Obj = Record<string, unknown>;

/** Takes system messages, forced tools and effort; binds no signatures. */
export const MODEL = 'claude-opus-5';
/** Manual thinking, prefill in lenient mode, old words. */
export const OLD = 'claude-haiku-4-5';
/** Adaptive and manual thinking, sampling. */
export const MID = 'claude-opus-4-6';
/** Bound signatures, no forced tools. */
export const BOUND = 'claude-opus-5-5';

export const user = (...content: unknown[]): Obj => ({ role: 'user', content: one(content) });
export const assistant = (...content: unknown[]): Obj => ({ role: 'assistant', content: one(content) });
export const system = (...content: unknown[]): Obj => ({ role: 'system', content: one(content) });
/** A lone string stays a string, the rest are blocks. */
const one = (content: unknown[]) =>
  content.length === 1 && typeof content[0] === 'string'
    ? content[0]
    : content.map((c) => (typeof c === 'string' ? text(c) : c));

export const text = (words: string, more: Obj = {}): Obj => ({ type: 'text', text: words, ...more });
export const use = (id: string, more: Obj = {}): Obj => ({
  type: 'tool_use',
  id,
  name: 'Read',
  input: { path: 'a' },
  ...more,
});
export const result = (id: string, more: Obj = {}): Obj => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'ok',
  ...more,
});
export const think = (more: Obj = {}): Obj => ({
  type: 'thinking',
  thinking: 'hm',
  signature: 'c2lnbmVk',
  ...more,
});
export const redacted = (more: Obj = {}): Obj => ({ type: 'redacted_thinking', data: 'eHl6', ...more });
export const serverUse = (id = 'srvtoolu_1', name = 'web_search', more: Obj = {}): Obj => ({
  type: 'server_tool_use',
  id,
  name,
  input: { query: 'q' },
  ...more,
});
export const serverResult = (id = 'srvtoolu_1', type = 'web_search_tool_result'): Obj => ({
  type,
  tool_use_id: id,
  content: [],
});
export const cached = (ttl?: string): Obj => ({
  cache_control: ttl === undefined ? { type: 'ephemeral' } : { type: 'ephemeral', ttl },
});

export const schema = (more: Obj = {}): Obj => ({ type: 'object', properties: {}, ...more });
export const tool = (name = 'Read', more: Obj = {}): Obj => ({
  name,
  description: 'd',
  input_schema: schema(),
  ...more,
});
export const webSearch: Obj = { type: 'web_search_20250305', name: 'web_search' };

/** A request with this content, otherwise ordinary. */
export const ask = (more: Obj = {}): Obj => ({
  model: MODEL,
  max_tokens: 4096,
  messages: [user('hi')],
  ...more,
});
/** A request with these messages and one tool. */
export const talk = (messages: unknown[], more: Obj = {}): Obj => ask({ messages, tools: [tool()], ...more });
/** Without one key. */
export const without = (key: string, body: Obj): Obj =>
  Object.fromEntries(Object.entries(body).filter(([k]) => k !== key));

/** A body, with what the context differs in. */
export interface Sample {
  readonly body: unknown;
  readonly options?: ContextOptions;
}

export type SampleLike = Sample | Obj;

/** A body under these betas. */
export const under = (betas: string, body: unknown, options: ContextOptions = {}): Sample => ({
  body,
  options: { ...options, headers: { ...HEADERS, 'anthropic-beta': betas } },
});
/** A body under the new version. */
export const underNew = (body: unknown): Sample => ({
  body,
  options: { headers: { ...HEADERS, 'anthropic-version': '2026-10-21' } },
});
export const leniently = (body: unknown): Sample => ({ body, options: { lenient: true } });
export const counting = (body: unknown): Sample => ({ body, options: { endpoint: 'count_tokens' } });

export const HEADERS: Record<string, string> = {
  'x-api-key': 'sk-sim',
  'anthropic-version': '2023-06-01',
  'content-type': 'application/json',
};

const isSample = (value: SampleLike): value is Sample => 'body' in value && !('messages' in value);

/** What `validate` takes. */
export function prepared(sample: SampleLike): { body: unknown; context: ValidationContext } {
  const { body, options } = isSample(sample) ? sample : { body: sample, options: {} };
  return { body, context: validationContext({ bodyBytes: 100, ...options }) };
}

/** One known-bad request, what is said of it, and a neighbour that is accepted. */
export interface Case {
  /** Rule ids it stands for; the first is the one that answers. */
  readonly rules: string;
  readonly name: string;
  readonly bad: SampleLike;
  /** The message: exact, or an anchored pattern. */
  readonly says: string | RegExp;
  readonly good: SampleLike;
  /** 400 and `invalid_request_error` if left out. */
  readonly status?: number;
  readonly type?: string;
  readonly errorCode?: string;
}

/** The body as a whole, and its keys. */

import type { Case, Obj } from '../request.ts';
import {
  ask,
  assistant,
  cached,
  counting,
  result,
  talk,
  text,
  think,
  tool,
  under,
  use,
  user,
  without,
} from '../request.ts';

const extra = (path: string) => `${path}: Extra inputs are not permitted`;
const nested = (depth: number) => JSON.parse('{"a":'.repeat(depth) + '1' + '}'.repeat(depth)) as unknown;
const MB = 1024 * 1024;

const notObjects: Case[] = [null, 1, 'x', true, [], [ask()]].map((body) => ({
  rules: 'A3',
  name: `a body that is ${JSON.stringify(body).slice(0, 10)}`,
  bad: { body },
  says: /^A3: /,
  good: ask(),
}));

const loneSurrogates: Case[] = (
  [
    ['in a message', ask({ messages: [user('a\ud83d')] })],
    ['in a system prompt', ask({ system: 'a\ude00b' })],
    [
      'in a result',
      talk([user('a'), assistant(use('t1')), user(result('t1', { content: [text('\ud83dx')] }))]),
    ],
    ['in an input', talk([user('a'), assistant(use('t1', { input: { 'p\udc00': 1 } })), user(result('t1'))])],
    ['in a tool', ask({ tools: [tool('Read', { description: '\udbff' })] })],
    ['in a key', ask({ metadata: { user_id: 'x', '\ud800': 1 } })],
  ] as [string, Obj][]
).map(([where, bad]) => ({
  rules: 'C1 A3',
  name: `half a surrogate pair ${where}`,
  bad,
  says: /^The request body is not valid JSON: no low surrogate in string: line 1 column \d+ \(char \d+\)$/,
  good: ask({ messages: [user('a\ud83d\ude00b')] }),
}));

const missing: Case[] = ['model', 'messages'].map((key) => ({
  rules: 'A.3',
  name: `no ${key}`,
  bad: without(key, ask()),
  says: `${key}: Field required`,
  good: ask(),
}));

const wrongTypes: Case[] = (
  [
    ['model', 1, 'Input should be a valid string'],
    ['max_tokens', '1', 'Input should be a valid integer'],
    ['max_tokens', 1.5, 'Input should be a valid integer'],
    ['max_tokens', -1, 'Input should be greater than or equal to 0'],
    ['max_tokens', null, 'Input should be a valid integer'],
    ['messages', {}, 'Input should be a valid list'],
    ['messages', 'hi', 'Input should be a valid list'],
    ['system', 1, 'Input should be a valid list'],
    ['tools', {}, 'Input should be a valid list'],
    ['stop_sequences', 'x', 'Input should be a valid list'],
    ['stream', 'yes', 'Input should be a valid boolean'],
    ['temperature', 'warm', 'Input should be a valid number'],
    ['temperature', 1.1, 'Input should be less than or equal to 1'],
    ['temperature', -0.1, 'Input should be greater than or equal to 0'],
    ['top_p', 2, 'Input should be less than or equal to 1'],
    ['top_k', 1.5, 'Input should be a valid integer'],
    ['metadata', 'me', 'Input should be a valid dictionary'],
    ['service_tier', 'fast', `Input should be 'auto' or 'standard_only'`],
    ['container', 7, 'Input should be a valid dictionary'],
    ['diagnostics', [], 'Input should be a valid dictionary'],
    ['inference_geo', 1, 'Input should be a valid string'],
  ] as [string, unknown, string][]
).map(([key, value, says]) => ({
  rules: 'A.3',
  name: `${key} is ${JSON.stringify(value)}`,
  bad: ask({ [key]: value }),
  says: `${key}: ${says}`,
  good: ask({
    stream: true,
    stop_sequences: ['END'],
    metadata: { user_id: null },
    service_tier: 'auto',
    diagnostics: null,
  }),
}));

const unknownKeys: Case[] = (
  [
    ['response_format', ask({ response_format: {} })],
    ['extra_body', ask({ extra_body: {} })],
    ['billing_policy', ask({ billing_policy: {} })],
    ['messages.0.id', talk([{ ...user('a'), id: 'm1' }])],
    ['messages.0.content.0.text.id', talk([user(text('a', { id: 'x' }))])],
    ['messages.0.content.0.text.parsed', talk([user(text('a', { parsed: null }))])],
    [
      'messages.1.content.0.tool_use.partial_json',
      talk([user('a'), assistant(use('t', { partial_json: '' })), user(result('t'))]),
    ],
    [
      'messages.2.content.0.tool_result.cache_reference',
      talk([user('a'), assistant(use('t')), user(result('t', { cache_reference: 'r' }))]),
    ],
    [
      'messages.2.content.0.tool_result.name',
      talk([user('a'), assistant(use('t')), user(result('t', { name: 'Read' }))]),
    ],
    [
      'messages.2.content.0.tool_result.content.0.text.id',
      talk([user('a'), assistant(use('t')), user(result('t', { content: [text('x', { id: 1 })] }))]),
    ],
    ['messages.0.clear_at', talk([{ ...user('a'), clear_at: 'never' }])],
    ['system.0.name', ask({ system: [text('s', { name: 'n' })] })],
    ['metadata.team', ask({ metadata: { team: 'x' } })],
    ['output_config.verbosity', ask({ output_config: { verbosity: 'low' } })],
    ['tools.0.custom.parameters', ask({ tools: [tool('Read', { parameters: {} })] })],
    ['tools.1.custom.function', ask({ tools: [tool(), tool('B', { function: {} })] })],
    [
      'messages.0.content.0.text.cache_control.ephemeral.key',
      talk([user(text('a', { cache_control: { type: 'ephemeral', key: 1 } }))]),
    ],
    ['mcp_servers', ask({ mcp_servers: [] })],
    ['fallbacks', ask({ fallbacks: 'default' })],
    ['thread', ask({ thread: {} })],
    ['compaction', ask({ compaction: { type: 'summarize' } })],
    ['output_format', ask({ output_format: null })],
  ] as [string, Obj][]
).map(([path, bad]) => ({
  rules: 'C3 A6 B45',
  name: `unknown key ${path}`,
  bad,
  says: extra(path),
  good: talk([user(text('a', cached()))], { system: [text('s', cached('5m'))] }),
}));

export const bodyCases: Case[] = [
  {
    rules: 'C60 A4',
    name: 'a body over 32 MB',
    bad: { body: ask(), options: { bodyBytes: 32 * MB + 1 } },
    says: 'Request exceeds the maximum size',
    good: { body: ask(), options: { bodyBytes: 32 * MB } },
    status: 413,
    type: 'request_too_large',
  },
  {
    rules: 'A3',
    name: 'a body nested too deep',
    bad: { body: nested(300) },
    says: /^A3: .*nested/,
    good: ask(),
  },
  {
    rules: 'C7',
    name: 'no max_tokens',
    bad: without('max_tokens', ask()),
    says: 'max_tokens: Field required',
    good: counting(without('max_tokens', ask())),
  },
  ...['max_tokens', 'stream'].map((key) => ({
    rules: 'A2',
    name: `${key} in count_tokens`,
    bad: counting({ ...without('max_tokens', ask()), [key]: 1 }),
    says: extra(key),
    good: counting(without('max_tokens', ask())),
  })),
  {
    rules: 'C6 A6',
    name: 'context_management without its beta',
    bad: ask({ context_management: { edits: [] } }),
    says: extra('context_management'),
    good: under('context-management-2025-06-27', ask({ context_management: null })),
  },
  ...notObjects,
  ...loneSurrogates,
  ...missing,
  ...wrongTypes,
  ...unknownKeys,
  {
    rules: 'C54 B24 D3',
    name: 'cache_control on thinking',
    bad: talk([user('a'), assistant(think(cached()), use('t')), user(result('t'))]),
    says: extra('messages.1.content.0.thinking.cache_control'),
    good: talk([user('a'), assistant(think(), use('t', cached())), user(result('t'))]),
  },
];

/** Scalar parameters, sampling, speed, and what is not simulated yet. */

import type { Case, SampleLike } from '../request.ts';
import { ask, assistant, BOUND, leniently, MID, OLD, talk, tool, under, underNew, user } from '../request.ts';

const FAST = 'fast-mode-2026-02-01';
const warm = ask({ max_tokens: 0 });
const codeTool = { type: 'code_execution_20250825', name: 'code_execution' };

const unknownModels: Case[] = [
  'sonnet4',
  'claude-opus-5 ',
  ' claude-opus-5',
  '',
  'Claude-Opus-5',
  'claude-opus-5-20260101',
].map((model) => ({
  rules: 'C70 A33',
  name: `model '${model}'`,
  bad: ask({ model }),
  says: `model: ${model}`,
  good: ask({ model: 'claude-haiku-4-5-20251001' }),
  status: 404,
  type: 'not_found_error',
}));

const tooManyTokens: Case[] = (
  [
    ['claude-opus-4-5-20251101', 64000],
    ['claude-haiku-4-5', 64000],
    ['claude-sonnet-4-5', 64000],
    ['claude-opus-4-6', 128000],
    ['claude-opus-5-5', 128000],
    ['claude-haiku-5-5', 128000],
  ] as [string, number][]
).map(([model, max]) => ({
  rules: 'C8 A33',
  name: `max_tokens above those of ${model}`,
  bad: ask({ model, max_tokens: max + 1 }),
  says: `max_tokens: ${max + 1} > ${max}, which is the maximum allowed number of output tokens for ${model}`,
  good: ask({ model, max_tokens: max }),
}));

const warming: Case[] = [
  ask({ max_tokens: 0, stream: true }),
  ask({ max_tokens: 0, model: MID, thinking: { type: 'enabled', budget_tokens: 1024 } }),
  ask({
    max_tokens: 0,
    output_config: {
      format: { type: 'json_schema', schema: { type: 'object', additionalProperties: false } },
    },
  }),
  ask({ max_tokens: 0, tools: [tool()], tool_choice: { type: 'any' } }),
  ask({ max_tokens: 0, tools: [tool()], tool_choice: { type: 'tool', name: 'Read' } }),
].map((bad, n) => ({
  rules: 'A.3',
  name: `warming clash ${n}`,
  bad,
  says: /^A\.3: max_tokens: 0 cannot be combined with /,
  good: warm,
}));

const gone: Case[] = (['temperature', 'top_p', 'top_k'] as const).flatMap((key) =>
  [MID, OLD].map((model) => ({
    rules: 'C9 A9',
    name: `${key} under the new version on ${model}`,
    bad: underNew(ask({ model, [key]: key === 'temperature' ? 'any' : 1 })),
    says: `${key}: Extra inputs are not permitted`,
    good: ask({ model, [key]: 1 }),
  })),
);

const deprecated: Case[] = ['claude-opus-4-7', 'claude-sonnet-5', 'claude-mythos-preview', BOUND].flatMap(
  (model) =>
    (
      [
        ['temperature', 0.5],
        ['top_p', 0.9],
        ['top_k', 40],
      ] as [string, number][]
    ).map(([key, value]) => ({
      rules: 'C20',
      name: `${key} on ${model}`,
      bad: ask({ model, [key]: value }),
      says: `\`${key}\` is deprecated for this model.`,
      good: ask({ model, temperature: 1 }),
    })),
);

const thinkingOn = { model: MID, max_tokens: 4000, thinking: { type: 'enabled', budget_tokens: 2000 } };
const DOCS =
  'Please consult our documentation at https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking#important-considerations-when-using-extended-thinking';

const later: Case[] = (
  [
    ['E1', 'context-management-2025-06-27', { context_management: { edits: [] } }],
    ['E7', 'compact-2026-09-04', { compaction: { type: 'summarize' } }],
    ['E13', 'message-threads-2026-08-12', { thread: { type: 'create' } }],
    ['F13', 'server-side-fallback-2026-07-01', { fallbacks: 'default' }],
    ['F13', 'fallback-credit-2026-07-01', { fallback_credit_token: 'x' }],
  ] as [string, string, object][]
).map(([rules, beta, more]) => ({
  rules,
  name: `${Object.keys(more)[0]} under its beta`,
  bad: under(beta, ask(more as Record<string, unknown>)), // a literal of the list above
  says: new RegExp(`^${rules}: .* is not simulated yet\\.$`),
  good: under(beta, ask()),
}));

const mcp = (servers: string[], toolsets: string[]): SampleLike =>
  under(
    'mcp-client-2025-11-20',
    ask({
      mcp_servers: servers.map((name) => ({ name, type: 'url', url: 'https://x.test' })),
      tools: [tool(), ...toolsets.map((name) => ({ type: 'mcp_toolset', mcp_server_name: name }))],
    }),
  );

export const paramCases: Case[] = [
  ...unknownModels,
  ...tooManyTokens,
  ...warming,
  ...gone,
  ...deprecated,
  ...later,
  ...[['a'], ['b', 'b'], ['a', 'zz']].map((toolsets) => ({
    rules: 'A.3',
    name: `MCP server b with toolsets ${toolsets.join()}`,
    bad: mcp(toolsets.includes('zz') ? ['a'] : ['b'], toolsets),
    says: /^A\.3: (mcp_servers|tools): /,
    good: mcp(['a', 'b'], ['b', 'a']),
  })),
  {
    rules: 'A.3',
    name: 'more than 100,000 messages',
    // The blank stop sequence lets the mutation test find another verdict without a walk through all of them.
    bad: leniently(
      ask({ messages: Array.from({ length: 100_001 }, () => user('a')), stop_sequences: [' '] }),
    ),
    says: /^A\.3: messages: at most 100000 /,
    good: leniently(ask({ messages: [user('a'), user('b')] })),
  },
  ...[' ', '\n\t'].map((word) => ({
    rules: 'A.3',
    name: `stop sequence ${JSON.stringify(word)}`,
    bad: ask({ stop_sequences: ['END', word] }),
    says: /^A\.3: stop_sequences\.1: /,
    good: ask({ stop_sequences: ['END', '\n#'] }),
  })),
  {
    rules: 'A.3',
    name: 'a long user_id',
    bad: ask({ metadata: { user_id: 'x'.repeat(257) } }),
    says: 'metadata.user_id: String should have at most 256 characters',
    good: ask({ metadata: { user_id: 'x'.repeat(256) } }),
  },
  {
    rules: 'C29',
    name: 'a container without the code tool',
    bad: ask({ container: 'c1', tools: [tool()] }),
    says: 'Container identifier can only be provided when using the code execution tool',
    good: ask({ container: 'c1', tools: [codeTool] }),
  },
  ...['claude-opus-4-7', 'claude-haiku-4-5', 'claude-sonnet-5-5', 'claude-fable-5-2'].map((model) => ({
    rules: 'C52 A32',
    name: `fast mode on ${model}`,
    bad: under(FAST, ask({ model, speed: 'fast' })),
    says: `'${model}' does not support the \`speed\` parameter. This feature is only available on supported models.`,
    good: under(FAST, ask({ model: 'claude-opus-4-6', speed: 'fast' })),
  })),
  {
    rules: 'A32',
    name: 'speed without its beta',
    bad: ask({ speed: 'fast' }),
    says: 'speed: Extra inputs are not permitted',
    good: under(FAST, ask({ speed: 'standard' })),
  },
  {
    rules: 'A32',
    name: 'an unknown speed',
    bad: under(FAST, ask({ speed: 'warp' })),
    says: `speed: Input should be 'standard' or 'fast'`,
    good: under(FAST, ask({ speed: null })),
  },
  {
    rules: 'C21',
    name: 'temperature and top_p',
    bad: ask({ model: MID, temperature: 1, top_p: 0.99 }),
    says: '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
    good: ask({ model: MID, temperature: 0.2 }),
  },
  {
    rules: 'C22',
    name: 'temperature with manual thinking',
    bad: ask({ ...thinkingOn, temperature: 0.5 }),
    says: `\`temperature\` may only be set to 1 when thinking is enabled. ${DOCS}`,
    good: ask({ ...thinkingOn, temperature: 1 }),
  },
  {
    rules: 'C22',
    name: 'temperature with adaptive thinking',
    bad: ask({ model: MID, thinking: { type: 'adaptive' }, temperature: 0 }),
    says: `\`temperature\` may only be set to 1 when thinking is enabled or in adaptive mode. ${DOCS}`,
    good: ask({ model: MID, thinking: { type: 'disabled' }, temperature: 0 }),
  },
  {
    rules: 'C23',
    name: 'a low top_p with thinking',
    bad: ask({ ...thinkingOn, top_p: 0.94 }),
    says: '`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled or in adaptive mode',
    good: ask({ ...thinkingOn, top_p: 0.95 }),
  },
  {
    rules: 'E6',
    name: 'a compaction block under its beta',
    bad: under(
      'compact-2026-01-12',
      talk([user('a'), assistant({ type: 'compaction', content: 'x' }), user('b')]),
    ),
    says: /^E6: messages\.1\.content\.0: .* not simulated yet\.$/,
    good: under('compact-2026-01-12', talk([user('a'), assistant('x'), user('b')])),
  },
];

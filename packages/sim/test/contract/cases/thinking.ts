/** Thinking blocks in the history. */

import type { SignatureVerdict } from '../../../src/contract/index.ts';
import type { Case, Obj, Sample } from '../request.ts';
import {
  assistant,
  BOUND,
  counting,
  leniently,
  MID,
  MODEL,
  OLD,
  redacted,
  result,
  talk,
  text,
  think,
  under,
  use,
  user,
  without,
} from '../request.ts';

const manual: Obj = { model: MID, thinking: { type: 'enabled', budget_tokens: 1024 } };
const loop = (...content: unknown[]) => [user('a'), assistant(...content), user(result('t'))];
const BINDING = 'thinking-binding-controls-2026-08-01';
const HINT =
  ' That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header.';
const BOUND_ELSEWHERE = (path: string, hint = HINT) =>
  `${path}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".${hint}`;
const MODIFIED = (path: string) =>
  `${path}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`;

/** A server that says this of the signature `s`, and `ok` of the rest. */
const judging = (verdict: SignatureVerdict, body: unknown, more: Sample['options'] = {}): Sample => ({
  body,
  options: { ...more, checkSignature: (signature) => (signature === 's' ? verdict : 'ok') },
});
const s = think({ signature: 's' });
const two = (first: Obj, second: Obj) => [
  user('a'),
  assistant(first, use('t')),
  user(result('t')),
  assistant('b'),
  user('c'),
  assistant(second, use('u')),
  user(result('u')),
];

const shapes: Case[] = (
  [
    ['B24', without('thinking', think()), 'messages.1.content.0.thinking.thinking: Field required'],
    [
      'B24',
      think({ thinking: null }),
      'messages.1.content.0.thinking.thinking: Input should be a valid string',
    ],
    ['C53 B24', without('signature', think()), 'messages.1.content.0.thinking.signature: Field required'],
    [
      'C53 B24',
      think({ signature: null }),
      'messages.1.content.0.thinking.signature: Input should be a valid string',
    ],
    ['B24', { type: 'redacted_thinking' }, 'messages.1.content.0.redacted_thinking.data: Field required'],
    [
      'C55 B24',
      redacted({ cache_control: { type: 'ephemeral' } }),
      'messages.1.content.0.redacted_thinking.cache_control: Extra inputs are not permitted',
    ],
    [
      'C54 B24',
      think({ cache_control: null }),
      'messages.1.content.0.thinking.cache_control: Extra inputs are not permitted',
    ],
    ['C3 B24', think({ id: 'x' }), 'messages.1.content.0.thinking.id: Extra inputs are not permitted'],
  ] as [string, Obj, string][]
).map(([rules, block, says]) => ({
  rules,
  name: says,
  bad: talk(loop(block, use('t'))),
  says,
  good: talk(loop(think({ thinking: '' }), redacted(), use('t'))),
}));

const positions: Case[] = [
  ...[think(), redacted()].flatMap((block) =>
    [
      [user('a'), assistant(block), user('b')],
      [user('a'), assistant('x', block), user('b')],
      [user('a'), assistant('x'), user('b'), assistant(think(), block), user('c')],
    ].map((messages, n) => ({
      rules: 'C57 B26',
      name: `${String(block['type'])} last (${n})`,
      bad: talk(messages),
      says: `messages.${n === 2 ? 3 : 1}: The final block in an assistant message cannot be \`${String(block['type'])}\`.`,
      good: leniently(talk([user('a'), assistant(block), assistant('x'), user('b')])),
    })),
  ),
  ...[loop('x', think(), use('t')), loop(text('x'), redacted(), use('t'))].map((messages, n) => ({
    rules: 'C56 B25',
    name: `manual thinking behind words (${n})`,
    bad: talk(messages, manual),
    says: 'messages.1.content.0: If an assistant message contains any thinking blocks, the first block must be `thinking` or `redacted_thinking`. Found `text`.',
    good: talk(messages, { model: MODEL }),
  })),
  ...(
    [
      ['tool_use', loop(use('t'))],
      ['text', loop('x', use('t'))],
    ] as [string, Obj[]][]
  ).map(([type, messages]) => ({
    rules: 'C59 B28',
    name: `a manual loop that begins with ${type}`,
    bad: talk(messages, manual),
    says: `messages.1.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking`,
    good: talk(messages, { model: MID, thinking: { type: 'disabled' } }),
  })),
  ...[think(), redacted()].map((block) => ({
    rules: 'C59b B29',
    name: `a prefill with ${String(block['type'])}`,
    bad: leniently(talk([user('a'), assistant(block, 'x')], { model: OLD })),
    says: `messages.1.content.0: When thinking is disabled, an \`assistant\` message in the final position cannot contain \`${String(block['type'])}\`. To use thinking blocks, enable \`thinking\` in your request.`,
    good: talk([user('a'), assistant(block, 'x'), user('b')], { model: OLD }),
  })),
];

const signatures: Case[] = [
  ...[MODEL, OLD, BOUND].flatMap((model) => [
    {
      rules: 'C51 B30',
      name: `a corrupt signature on ${model}`,
      bad: judging('corrupt', talk(loop(s, use('t')), { model })),
      says: 'messages.1.content.0: Invalid `signature` in `thinking` block',
      good: judging('foreign', talk(loop(s, use('t')), { model })),
    },
    {
      rules: 'C51 B34',
      name: `an empty signature on ${model}`,
      bad: talk(loop(think({ signature: '' }), use('t')), { model }),
      says: 'messages.1.content.0: Invalid `signature` in `thinking` block',
      good: talk(loop(think(), use('t')), { model }),
    },
  ]),
  ...[
    'claude-fable-5-1',
    'claude-fable-5-2',
    'claude-mythos-5-2',
    'claude-sonnet-5-5',
    'claude-haiku-5-5',
    BOUND,
  ].map((model) => ({
    rules: 'C51b B32',
    name: `another conversation's signature on ${model}`,
    bad: judging('mismatch', talk(loop(think(), 'x', s, use('t')), { model })),
    says: BOUND_ELSEWHERE('messages.1.content.2'),
    good: judging('mismatch', talk(loop(think(), 'x', s, use('t')), { model: MODEL })),
  })),
  {
    rules: 'C51b B32 A2',
    name: `another conversation's signature in count_tokens`,
    bad: judging('mismatch', without('max_tokens', talk(loop(s, use('t')), { model: BOUND })), {
      endpoint: 'count_tokens',
    }),
    says: BOUND_ELSEWHERE('messages.1.content.0'),
    good: counting(without('max_tokens', talk(loop(s, use('t')), { model: BOUND }))),
  },
  {
    rules: 'C51b B32',
    name: `another conversation's signature, with the beta and no wish`,
    bad: judging('mismatch', talk(loop(s, use('t')), { model: BOUND }), {
      headers: under(BINDING, 0).options?.headers ?? {},
    }),
    says: BOUND_ELSEWHERE('messages.1.content.0', ''),
    good: judging(
      'mismatch',
      talk(loop(s, use('t')), {
        model: BOUND,
        thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
      }),
      { headers: under(BINDING, 0).options?.headers ?? {} },
    ),
  },
  ...[
    [loop(s, use('t')), 'messages.1.content.0'],
    [two(think(), s), 'messages.5.content.0'],
    [
      [
        user('a'),
        assistant(s, use('t')),
        user(result('t')),
        assistant('b', use('u')),
        user(result('u'), 'now'),
      ],
      'messages.1.content.0',
    ],
  ].map(([messages, path], n) => ({
    rules: 'C58 B27',
    name: `thinking of the latest turn modified (${n})`,
    bad: judging('modified', talk(messages as Obj[])), // the pairs above hold messages first
    says: MODIFIED(String(path)),
    good: judging('modified', talk(two(s, think()))),
  })),
  {
    rules: 'C51b B32',
    name: 'a gap before a thought',
    bad: judging('gap', talk(loop(s, use('t')), { model: BOUND })),
    says: BOUND_ELSEWHERE('messages.1.content.0'),
    good: judging('gap', talk(loop(s, use('t')))),
  },
  {
    rules: 'C58 B27',
    name: 'a gap inside the latest turn',
    bad: judging('gap', talk(loop(think(), 'x', s, use('t')))),
    says: MODIFIED('messages.1.content.2'),
    good: judging('gap', talk(two(think(), s))),
  },
];

export const thinkingCases: Case[] = [...shapes, ...positions, ...signatures];

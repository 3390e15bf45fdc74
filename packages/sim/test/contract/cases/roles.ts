/** Roles, order, empty content, the end of the conversation, blocks in the wrong place. */

import { image, png, textDocument } from '../media.ts';
import type { Case, Obj } from '../request.ts';
import {
  ask,
  assistant,
  leniently,
  MID,
  OLD,
  redacted,
  result,
  serverResult,
  serverUse,
  talk,
  text,
  think,
  tool,
  under,
  underNew,
  use,
  user,
  webSearch,
} from '../request.ts';

const PREFILL =
  'This model does not support assistant message prefill. The conversation must end with a user message.';
const EMPTY = (n: number) =>
  `messages.${n}: all messages must have non-empty content except for the optional final assistant message`;
const ALTERNATE = (role: string) =>
  `messages: roles must alternate between "user" and "assistant", but found multiple "${role}" roles in a row`;
const plain = talk([user('a'), assistant('b'), user('c')]);

const shapes: Case[] = (
  [
    ['a string', 'hi', 'messages.0: Input should be a valid dictionary'],
    ['null', null, 'messages.0: Input should be a valid dictionary'],
    ['without a role', { content: 'a' }, 'messages.0.role: Field required'],
    [
      'of the tool role',
      { role: 'tool', content: 'a' },
      `messages.0.role: Input should be 'user', 'assistant' or 'system'`,
    ],
    ['without content', { role: 'user' }, 'messages.0.content: Field required'],
    [
      'with null for content',
      { role: 'user', content: null },
      'messages.0.content: Input should be a valid list',
    ],
    [
      'with an object for content',
      { role: 'user', content: text('a') },
      'messages.0.content: Input should be a valid list',
    ],
    [
      'with text that is no string',
      user(text('a', { text: 1 })),
      'messages.0.content.0.text.text: Input should be a valid string',
    ],
    ['with text that is missing', user({ type: 'text' }), 'messages.0.content.0.text.text: Field required'],
    [
      'with odd citations',
      user(text('a', { citations: 'x' })),
      'messages.0.content.0.text.citations: Input should be a valid list',
    ],
  ] as [string, unknown, string][]
).map(([name, message, says]) => ({
  rules: 'B1',
  name: `a message ${name}`,
  bad: ask({ messages: [message] }),
  says,
  good: ask({ messages: [user(text('a', { citations: null }))] }),
}));

const unknownBlocks: Case[] = (
  [
    ['messages.0.content.0', 'image_url', [user({ type: 'image_url' })]],
    ['messages.0.content.2', 'input_text', [user('a', 'b', { type: 'input_text' })]],
    ['messages.1.content.0', 'reasoning', [user('a'), assistant({ type: 'reasoning' }), user('b')]],
    ['messages.1.content.0', 'compaction', [user('a'), assistant({ type: 'compaction' }), user('b')]],
    ['messages.0.content.0', 'cache_edits', [user({ type: 'cache_edits', edits: [] })]],
    ['messages.1.content.0', 'mcp_tool_use', [user('a'), assistant({ type: 'mcp_tool_use' }), user('b')]],
    [
      'messages.2.content.0.tool_result.content.0',
      'tool_use',
      [user('a'), assistant(use('t')), user(result('t', { content: [use('u')] }))],
    ],
  ] as [string, string, Obj[]][]
).map(([path, type, messages]) => ({
  rules: 'C95 B44',
  name: `an unknown block ${type}`,
  bad: talk(messages),
  says: new RegExp(
    `^${path.replaceAll('.', '\\.')}: Input tag '${type}' found using 'type' does not match any of the expected tags: ('[a-z_]+', )+'[a-z_]+'$`,
  ),
  good: plain,
}));

const empties: Case[] = [
  ...(['', []] as const).flatMap((content) => [
    {
      rules: 'C10 B5',
      name: `first of one, ${JSON.stringify(content)}`,
      bad: ask({ messages: [{ role: 'user', content }] }),
      says: EMPTY(0),
      good: plain,
    },
    {
      rules: 'C10 B5',
      name: `assistant in the middle, ${JSON.stringify(content)}`,
      bad: talk([user('a'), { role: 'assistant', content }, user('c')]),
      says: EMPTY(1),
      good: plain,
    },
    {
      rules: 'C10 B5',
      name: `last of three, ${JSON.stringify(content)}`,
      bad: talk([user('a'), assistant('b'), { role: 'user', content }]),
      says: EMPTY(2),
      good: leniently(talk([user('a'), { role: 'assistant', content }], { model: OLD })),
    },
  ]),
  {
    rules: 'B4',
    name: 'no messages',
    bad: ask({ messages: [] }),
    says: /^B4: messages: at least one message is required/,
    good: plain,
  },
];

const order: Case[] = [
  ...[[assistant('b')], [assistant('b'), user('c')], [assistant(use('t')), user(result('t'))]].map(
    (messages) => ({
      rules: 'C100 B3',
      name: `the assistant first (${messages.length})`,
      bad: talk(messages),
      says: 'messages: first message must use the "user" role',
      good: leniently(talk([assistant('b'), user('c')])),
    }),
  ),
  ...(
    [
      ['user', [user('a'), user('b')]],
      ['user', [user('a'), assistant('b'), user('c'), user('d'), user('e')]],
      ['user', [user('a'), assistant(use('t')), user(result('t')), user('go on')]],
      ['assistant', [user('a'), assistant('b'), assistant('c'), user('d')]],
      ['assistant', [user('a'), assistant(use('t')), assistant(use('u')), user(result('t'), result('u'))]],
    ] as [string, Obj[]][]
  ).map(([role, messages], n) => ({
    rules: 'C101 B2',
    name: `${role} twice (${n})`,
    bad: talk(messages),
    says: ALTERNATE(role),
    good: leniently(talk(messages)),
  })),
];

const ends: Case[] = [
  ...[MID, 'claude-haiku-5-5', 'claude-sonnet-5', OLD].flatMap((model) =>
    [assistant('so'), assistant('a', text('b')), { role: 'assistant', content: [] }].map((last, n) => ({
      rules: 'C11 B6',
      name: `prefill ${n} on ${model}`,
      bad: talk([user('a'), last], { model }),
      says: PREFILL,
      good: leniently(talk([user('a'), assistant('so')], { model: OLD })),
    })),
  ),
  ...[MID, 'claude-fable-5'].map((model) => ({
    rules: 'C11 B6',
    name: `prefill in lenient mode on ${model}`,
    bad: leniently(talk([user('a'), assistant('so')], { model })),
    says: PREFILL,
    good: talk([user('a'), assistant(serverUse())], { model, tools: [webSearch] }),
  })),
  ...[
    { content: [think(), text('so')], more: { thinking: { type: 'enabled', budget_tokens: 1024 } } },
    { content: ['so'], more: { tools: [tool()], tool_choice: { type: 'any' } } },
    {
      content: ['so'],
      more: {
        output_config: {
          format: { type: 'json_schema', schema: { type: 'object', additionalProperties: false } },
        },
      },
    },
  ].map(({ content, more }) => ({
    rules: 'B6',
    name: `prefill with ${String(Object.keys(more).at(-1))}`,
    bad: leniently(ask({ messages: [user('a'), assistant(...content)], model: OLD, ...more })),
    says: /^B6: /,
    good: leniently(ask({ messages: [user('a'), assistant('so')], model: OLD })),
  })),
  ...['so ', 'so\n', 'so\t', 'so\u00a0', 'so\u001c'].map((words) => ({
    rules: 'C12 B7',
    name: `prefill ${JSON.stringify(words)}`,
    bad: leniently(talk([user('a'), assistant(words)], { model: OLD })),
    says: 'messages: final assistant content cannot end with trailing whitespace',
    good: leniently(talk([user('a'), assistant(' so')], { model: OLD })),
  })),
];

const places: Case[] = [
  ...[think(), redacted()].map((block) => ({
    rules: 'B25',
    name: `${String(block['type'])} of the user's`,
    bad: talk([user('a', block, 'b')]),
    says: /^B25: messages\.0\.content\.1: /,
    good: talk([user('a'), assistant(block, 'b'), user('c')]),
  })),
  {
    rules: 'C15 B11',
    name: 'a result of the assistant’s',
    bad: talk([user('a'), assistant(result('t')), user('b')]),
    says: '`tool_result` blocks can only be in `user` messages',
    good: talk([user('a'), assistant(use('t')), user(result('t'))]),
  },
  {
    rules: 'C15 B11',
    name: 'a call of the user’s',
    bad: talk([user('a', use('t'))]),
    says: '`tool_use` blocks can only be in `assistant` messages',
    good: talk([user('a'), assistant(use('t')), user(result('t'))]),
  },
  ...[serverUse(), serverResult()].map((block) => ({
    rules: 'B44',
    name: `${String(block['type'])} of the user's`,
    bad: talk([user('a', block)], { tools: [webSearch] }),
    says: /^B44: messages\.0\.content\.1: .*`assistant`/,
    good: talk([user('a'), assistant(serverUse(), serverResult(), 'b'), user('c')], { tools: [webSearch] }),
  })),
  ...[image(png(1, 1)), { type: 'search_result', source: 's', title: 't', content: [text('x')] }].map(
    (block) => ({
      rules: 'B44',
      name: `${String(block['type'])} of the assistant's`,
      bad: talk([user('a'), assistant(block, 'b'), user('c')]),
      says: /^B44: messages\.1\.content\.0: .*`user`/,
      good: talk([user('a', block)]),
    }),
  ),
  {
    rules: 'A9 B41',
    name: 'a document of the assistant’s under the new version',
    bad: underNew(talk([user('a'), assistant(textDocument(), 'b'), user('c')])),
    says: /^A9: messages\.1\.content\.0: /,
    good: talk([user('a'), assistant(textDocument(), 'b'), user('c')]),
  },
  ...[
    user(text('a', { citations: [{ type: 'char_location' }] })),
    user({ type: 'search_result', source: 's', title: 't', content: [text('x', { citations: [{}] })] }),
  ].map((message, n) => ({
    rules: 'A9',
    name: `citations on the user's text under the new version (${n})`,
    bad: underNew(talk([message])),
    says: /^A9: messages\.0\.content\.0.*\.citations: /,
    good: underNew(
      talk([user('a'), assistant(text('b', { citations: [{}] })), user(text('c', { citations: [] }))]),
    ),
  })),
  {
    rules: 'B50',
    name: 'a tool added in mid-conversation',
    bad: under(
      'mid-conversation-tool-changes-2026-07-01',
      talk([user('a', { type: 'tool_addition', tool: { type: 'tool_reference', name: 'Read' } })]),
    ),
    says: /^B50: messages\.0\.content\.1: .* not simulated yet\.$/,
    good: plain,
  },
  {
    rules: 'B50',
    name: 'a tool removal without a tool',
    bad: under('inline-tools-2026-09-15', talk([user('a', { type: 'tool_removal' })])),
    says: 'messages.0.content.1.tool_removal.tool: Field required',
    good: plain,
  },
  {
    rules: 'B44',
    name: 'an upload without a file',
    bad: talk([user('a', { type: 'container_upload' })]),
    says: 'messages.0.content.1.container_upload.file_id: Field required',
    good: talk([user('a', { type: 'container_upload', file_id: 'f' })]),
  },
];

export const roleCases: Case[] = [...shapes, ...unknownBlocks, ...empties, ...order, ...ends, ...places];

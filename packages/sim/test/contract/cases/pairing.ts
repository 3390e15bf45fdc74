/** Calls and results. */

import { image, png } from '../media.ts';
import type { Case, Obj } from '../request.ts';
import {
  assistant,
  leniently,
  result,
  serverResult,
  serverUse,
  system,
  talk,
  text,
  tool,
  use,
  user,
  webSearch,
} from '../request.ts';

const UNANSWERED = (n: number, ...ids: string[]) =>
  `messages.${n}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
const UNASKED = (path: string, id: string) =>
  `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
const good = talk([user('a'), assistant('b', use('t'), use('u')), user(result('u'), result('t'), 'c')]);
const web = { tools: [tool(), webSearch] };
const pair = (more: Obj, back: Obj = {}) =>
  talk([user('a'), assistant(use('t', more)), user(result('t', back))]);

const ids: Case[] = [
  ...['', 'call:1', 'a.b', 'functions.Read:0', 'ü', 'a b', 'x\n'].flatMap((id) => [
    {
      rules: 'C16 B12',
      name: `call id ${JSON.stringify(id)}`,
      bad: talk([user('a'), assistant(use(id)), user(result('t'))]),
      says: `messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`,
      good: talk([user('a'), assistant(use('call_1-B')), user(result('call_1-B'))]),
    },
    {
      rules: 'C16 B12',
      name: `result id ${JSON.stringify(id)}`,
      bad: talk([user('a'), assistant(use('t')), user(result(id))]),
      says: `messages.2.content.0.tool_result.tool_use_id: String should match pattern '^[a-zA-Z0-9_-]+$'`,
      good,
    },
  ]),
  ...['toolu_1', 'srvtoolu_', 'srvtoolu_a-b'].map((id) => ({
    rules: 'C16 B12',
    name: `server call id ${id}`,
    bad: talk([user('a'), assistant(serverUse(id), serverResult(id), 'b'), user('c')], web),
    says: `messages.1.content.0.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'`,
    good: talk([user('a'), assistant(serverUse(), serverResult(), 'b'), user('c')], web),
  })),
  ...[
    [user('a'), assistant(use('t'), use('t')), user(result('t'))],
    [user('a'), assistant(use('t')), user(result('t')), assistant('x', use('t')), user(result('t'))],
  ].map((messages, n) => ({
    rules: 'C18 B14',
    name: `a call id twice (${n})`,
    bad: talk(messages),
    says: `messages.${n === 0 ? '1.content.1' : '3.content.1'}: \`tool_use\` ids must be unique`,
    good,
  })),
  ...(
    [
      ['B12', { id: undefined }, {}, 'messages.1.content.0.tool_use.id: Field required'],
      ['B12', { id: 7 }, {}, 'messages.1.content.0.tool_use.id: Input should be a valid string'],
      ['B12', {}, { tool_use_id: undefined }, 'messages.2.content.0.tool_result.tool_use_id: Field required'],
      ['B13', { name: undefined }, {}, 'messages.1.content.0.tool_use.name: Field required'],
      [
        'B13',
        { caller: 'direct' },
        {},
        'messages.1.content.0.tool_use.caller: Input should be a valid dictionary',
      ],
      [
        'B19',
        {},
        { is_error: 'no' },
        'messages.2.content.0.tool_result.is_error: Input should be a valid boolean',
      ],
      [
        'B19',
        {},
        { content: { a: 1 } },
        'messages.2.content.0.tool_result.content: Input should be a valid list',
      ],
      [
        'B19',
        {},
        { content: null },
        'messages.2.content.0.tool_result.content: Input should be a valid list',
      ],
    ] as [string, Obj, Obj, string][]
  ).map(([rules, call, back, says]) => ({
    rules,
    name: says,
    bad: pair(call, back),
    says,
    good: pair({ caller: null }, { is_error: true }),
  })),
  ...['{"path":"a"}', [], null, 7, undefined].map((input) => ({
    rules: 'C17 B13',
    name: `input ${JSON.stringify(input) ?? 'missing'}`,
    bad: pair({ input }),
    says: /^messages\.1\.content\.0\.tool_use\.input: (Input should be a valid dictionary|Field required)$/,
    good: pair({ input: {} }),
  })),
];

const calls: Case[] = (
  [
    ['at the end', [user('a'), assistant(use('t'))], UNANSWERED(1, 't')],
    ['two at the end', [user('a'), assistant(use('t'), use('u'))], UNANSWERED(1, 't', 'u')],
    ['before words', [user('a'), assistant(use('t')), user('b')], UNANSWERED(1, 't')],
    ['one of two', [user('a'), assistant(use('t'), use('u')), user(result('t'))], UNANSWERED(1, 'u')],
    ['behind words', [user('a'), assistant(use('t')), user('b', result('t'))], UNANSWERED(1, 't')],
    [
      'behind an image',
      [user('a'), assistant(use('t')), user(image(png(1, 1)), result('t'))],
      UNANSWERED(1, 't'),
    ],
    [
      'around words',
      [user('a'), assistant(use('t'), use('u')), user(result('t'), 'b', result('u'))],
      UNANSWERED(1, 'u'),
    ],
    [
      'a turn later',
      [user('a'), assistant(use('t')), user('b'), assistant('c'), user(result('t'))],
      UNANSWERED(1, 't'),
    ],
    ['with another id', [user('a'), assistant(use('t')), user(result('u'))], UNANSWERED(1, 't')],
    [
      'behind a system message',
      [user('a'), assistant(use('t')), system('s'), user(result('t'))],
      UNANSWERED(1, 't'),
    ],
    [
      'the last of two loops',
      [user('a'), assistant(use('t')), user(result('t')), assistant(use('u')), user('b')],
      UNANSWERED(3, 'u'),
    ],
  ] as [string, Obj[], string][]
).map(([name, messages, says]) => ({
  rules: 'C19 B15 B16',
  name: `a call unanswered: ${name}`,
  bad: talk(messages),
  says,
  good,
}));

const results: Case[] = [
  ...(
    [
      ['at the start', [user(result('x'))], 'messages.0.content.0', 'x'],
      ['behind words', [user('a'), assistant('b'), user(result('x'), 'c')], 'messages.2.content.0', 'x'],
      [
        'one too many',
        [user('a'), assistant(use('t')), user(result('t'), result('x'))],
        'messages.2.content.1',
        'x',
      ],
      [
        'of an earlier turn',
        [user('a'), assistant(use('t')), user(result('t')), assistant('b'), user('c', result('t'))],
        'messages.4.content.1',
        't',
      ],
    ] as [string, Obj[], string, string][]
  ).map(([name, messages, path, id]) => ({
    rules: 'C25 B17',
    name: `a result unasked: ${name}`,
    bad: talk(messages),
    says: UNASKED(path, id),
    good,
  })),
  ...[user(result('t'), result('t')), user(result('t'), 'c', result('t'))].map((last, n) => ({
    rules: 'C24 B17',
    name: `two results for a call (${n})`,
    bad: talk([user('a'), assistant(use('t')), last]),
    says: `messages.2.content.${n + 1}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: t`,
    good,
  })),
  {
    rules: 'C24 B17 B2',
    name: 'two results for a call in two merged messages',
    bad: leniently(talk([user('a'), assistant(use('t')), user(result('t')), user(result('t'))])),
    says: 'messages.3.content.0: each tool_use must have a single result. Found multiple `tool_result` blocks with id: t',
    good: leniently(
      talk([user('a'), assistant(use('t')), assistant(use('u')), user(result('u')), user(result('t'), 'x')]),
    ),
  },
  ...[[image(png(1, 1))], [text('x'), image(png(1, 1))], [{ type: 'tool_reference', tool_name: 'Read' }]].map(
    (content, n) => ({
      rules: 'C26 B20',
      name: `an error with more than text (${n})`,
      bad: pair({}, { is_error: true, content }),
      says: /^messages\.2\.content\.0.*: all content must be type `text` if `is_error` is true$/,
      good: pair({}, { is_error: true, content: [text('x'), text('y')] }),
    }),
  ),
  ...[
    [{ toolset_name: 'computer' }, {}],
    [{ toolset_name: 'computer' }, { toolset_name: 'browser' }],
    [{}, { toolset_name: 'computer' }],
  ].map(([call = {}, back = {}], n) => ({
    rules: 'B21',
    name: `another toolset (${n})`,
    bad: pair(call, back),
    says: /^B21: messages\.2\.content\.0: /,
    good: pair({ toolset_name: 'computer' }, { toolset_name: 'computer' }),
  })),
];

const servers: Case[] = [
  ...[
    [user('a'), assistant(serverResult(), 'b'), user('c')],
    [user('a'), assistant(serverResult(), serverUse(), 'b'), user('c')],
    [user('a'), assistant(serverUse(), serverResult(), serverResult(), 'b'), user('c')],
  ].map((messages, n) => ({
    rules: 'C27 B23',
    name: `a server result unasked (${n})`,
    bad: talk(messages, web),
    says: `messages.1.content.${n === 2 ? 2 : 0}: unexpected \`tool_use_id\` found in \`web_search_tool_result\` blocks: srvtoolu_1. Each \`web_search_tool_result\` block must have a corresponding \`server_tool_use\` block before it.`,
    good: talk([user('a'), assistant(serverUse(), serverResult(), 'b'), user('c')], web),
  })),
  ...[
    [user('a'), assistant(serverUse()), user('c')],
    [user('a'), assistant(serverUse(), 'b'), user('c'), assistant('d'), user('e')],
    [user('a'), assistant(serverUse(), use('t')), user(result('t'), 'and')],
  ].map((messages, n) => ({
    rules: n === 2 ? 'C28 B18 B23' : 'C28 B23',
    name: `a server call unanswered (${n})`,
    bad: talk(messages, web),
    says: '`web_search` tool use with id `srvtoolu_1` was found without a corresponding `web_search_tool_result` block',
    good: talk(
      [
        user('a'),
        assistant(serverUse(), use('t')),
        user(result('t')),
        assistant(serverResult(), 'b'),
        user('c'),
      ],
      web,
    ),
  })),
  ...(
    [
      [
        { ...serverUse(), name: 'shell' },
        /^messages\.1\.content\.0\.server_tool_use\.name: Input should be 'advisor', /,
      ],
      [
        { ...serverUse(), caller: 1 },
        'messages.1.content.0.server_tool_use.caller: Input should be a valid dictionary',
      ],
      [
        { type: 'web_search_tool_result', tool_use_id: 'x' },
        'messages.1.content.0.web_search_tool_result.content: Field required',
      ],
    ] as [Obj, string | RegExp][]
  ).map(([block, says], n) => ({
    rules: 'B23',
    name: `a server block out of shape (${n})`,
    bad: talk([user('a'), assistant(block, 'b'), user('c')], web),
    says,
    good: talk([user('a'), assistant(serverUse(), serverResult(), 'b'), user('c')], web),
  })),
];

const byProgram = { caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' } };
const code = { type: 'code_execution_20260120', name: 'code_execution' };
const callable = (more: Obj = {}) => tool('Read', { allowed_callers: ['code_execution_20260120'], ...more });
const program = (back: Obj, more: Obj): Obj =>
  talk(
    [
      user('a'),
      assistant(serverUse('srvtoolu_1', 'code_execution'), use('t', byProgram)),
      user(result('t', back)),
    ],
    {
      tools: [code, callable()],
      ...more,
    },
  );
const goodProgram = program({ content: [text('x')] }, { container: 'c' });

const programs: Case[] = [
  {
    rules: 'B18',
    name: 'a programmatic call without a container',
    bad: program({}, {}),
    says: /^B18: messages\.1\.content\.1: /,
    good: goodProgram,
  },
  {
    rules: 'B18',
    name: 'a picture for a program',
    bad: program({ content: [image(png(1, 1))] }, { container: 'c' }),
    says: /^B18: messages\.2\.content\.0: /,
    good: goodProgram,
  },
  {
    rules: 'B18',
    name: 'a strict tool for programs',
    bad: talk([user('a')], {
      tools: [
        code,
        callable({
          strict: true,
          input_schema: { type: 'object', properties: {}, additionalProperties: false },
        }),
      ],
    }),
    says: /^B18: tools\.1: strict /,
    good: talk([user('a')], { tools: [code, callable()] }),
  },
  {
    rules: 'A23',
    name: 'programs that may not call in parallel',
    bad: talk([user('a')], {
      tools: [code, callable()],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    }),
    says: /^A23: disable_parallel_tool_use /,
    good: talk([user('a')], { tools: [code, callable()], tool_choice: { type: 'auto' } }),
  },
];

export const pairingCases: Case[] = [...ids, ...calls, ...results, ...servers, ...programs];

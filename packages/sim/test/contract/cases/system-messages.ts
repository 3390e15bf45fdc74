/** role: system inside messages. */

import { MODELS } from '../../../src/models/index.ts';
import { image, png, textDocument } from '../media.ts';
import type { Case, Obj } from '../request.ts';
import {
  assistant,
  result,
  serverResult,
  serverUse,
  system,
  talk,
  text,
  tool,
  under,
  use,
  user,
  webSearch,
} from '../request.ts';

const HINT = 'the directive-only form (content: [] with output_config) is accepted at any position';
const OUTPUT = 'mid-conversation-output-config-2026-07-01';
const CLEAR = 'mid-conversation-system-clear-at-2026-08-21';
const directive: Obj = { role: 'system', content: [], output_config: { effort: 'low' } };
const good = talk([
  user('a'),
  system('s'),
  assistant(use('t')),
  user(result('t'), 'and'),
  system('s', 't'),
  system('u'),
  assistant('b'),
  user('c'),
  system('v'),
]);

const unsupported: Case[] = MODELS.filter((model) => !model.systemMessages).map((model) => ({
  rules: model.tokenizer === 'new' ? 'C96 B46' : 'C97 B46',
  name: `a system message on ${model.id}`,
  bad: talk([user('a'), system('s')], { model: model.id }),
  says:
    model.tokenizer === 'new'
      ? `role 'system' is not supported on this model`
      : 'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
  good: talk([user('a'), assistant('b'), user('c')], { model: model.id, system: 's' }),
}));

const supported: Case[] = MODELS.filter((model) => model.systemMessages).map((model) => ({
  rules: 'C98 B47',
  name: `a system message first on ${model.id}`,
  bad: talk([system('s'), user('a')], { model: model.id }),
  says: `messages.0: use the top-level 'system' parameter for the initial system prompt; ${HINT}`,
  good: talk([user('a'), system('s')], { model: model.id }),
}));

const places: Case[] = [
  ...(
    [
      ['behind the assistant', 2, [user('a'), assistant('b'), system('s'), user('c')]],
      ['two behind the assistant', 2, [user('a'), assistant('b'), system('s'), system('t'), user('c')]],
      ['at the end behind the assistant', 2, [user('a'), assistant('b'), system('s')]],
    ] as [string, number, Obj[]][]
  ).map(([where, n, messages]) => ({
    rules: 'C99a B47',
    name: `a system message ${where}`,
    bad: talk(messages),
    says: `messages.${n}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result; ${HINT}`,
    good: talk([user('a'), assistant(serverUse(), serverResult()), system('s'), assistant('b'), user('c')], {
      tools: [tool(), webSearch],
    }),
  })),
  ...(
    [
      [1, [user('a'), system('s'), user('b')]],
      [1, [user('a'), system('s'), system('t'), user('b')]],
      [3, [user('a'), assistant(use('t')), user(result('t')), system('s'), user('b')]],
    ] as [number, Obj[]][]
  ).map(([n, messages], at) => ({
    rules: 'C99b B47',
    name: `a system message before the user (${at})`,
    bad: talk(messages),
    says: `messages.${n}: role 'system' must precede an 'assistant' message or end the array; ${HINT}`,
    good,
  })),
];

const contents: Case[] = [
  ...['', []].map((content) => ({
    rules: 'C99c B48',
    name: `system content ${JSON.stringify(content)}`,
    bad: talk([user('a'), { role: 'system', content }]),
    says: 'messages.1: system content must contain at least one block',
    good: under(OUTPUT, talk([directive, user('a'), directive, assistant('b'), directive, user('c')])),
  })),
  ...[image(png(1, 1)), textDocument(), use('t'), result('t')].map((block) => ({
    rules: 'C99d B48',
    name: `a system message with ${String(block['type'])}`,
    bad: talk([user('a'), system('s', block)]),
    says: `messages.1: role 'system' supports text, tool_addition, and tool_removal blocks only`,
    good,
  })),
  {
    rules: 'B49',
    name: 'a directive without its beta',
    bad: talk([user('a'), directive]),
    says: 'messages.1.output_config: Extra inputs are not permitted',
    good: under(OUTPUT, talk([user('a'), directive])),
  },
  {
    rules: 'B49',
    name: 'a directive with an unknown effort',
    bad: under(OUTPUT, talk([user('a'), { ...directive, output_config: { effort: 'extreme' } }])),
    says: `messages.1.output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'`,
    good: under(OUTPUT, talk([user('a'), { ...directive, output_config: { effort: null } }])),
  },
  {
    rules: 'B49',
    name: 'clear_at without its beta',
    bad: talk([user('a'), { ...system('s'), clear_at: 'next_user_message' }]),
    says: 'messages.1.clear_at: Extra inputs are not permitted',
    good: under(CLEAR, talk([user('a'), { ...system(text('s')), clear_at: 'next_user_message' }])),
  },
  {
    rules: 'B49',
    name: 'clear_at at an unknown time',
    bad: under(CLEAR, talk([user('a'), { ...system('s'), clear_at: 'soon' }])),
    says: `messages.1.clear_at: Input should be 'next_user_message' or 'never'`,
    good: under(CLEAR, talk([user('a'), { ...system('s'), clear_at: 'never' }])),
  },
];

export const systemMessageCases: Case[] = [...unsupported, ...supported, ...places, ...contents];

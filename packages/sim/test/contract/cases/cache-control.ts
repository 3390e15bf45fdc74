/** Breakpoints. */

import { image, png } from '../media.ts';
import type { Case, Obj } from '../request.ts';
import { ask, assistant, cached, result, system, talk, text, tool, under, use, user } from '../request.ts';

const marked = (count: number, ttl?: string) =>
  Array.from({ length: count }, (_, n) => text(`b${n}`, cached(ttl)));
const full = (more: Obj = {}) => talk([user(...marked(4))], more);
const LATE = (path: string) =>
  `${path}cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: \`tools\`, \`system\`, \`messages\`.`;
const short = cached();
const long = cached('1h');
const loop = (call: Obj, back: Obj) => talk([user('a'), assistant(use('t', call)), user(result('t', back))]);

const counts: Case[] = [
  talk([user(...marked(5))]),
  talk([user(...marked(3))], { system: [text('s', short)], tools: [tool('Read', short)] }),
  talk([
    user(text('a', short)),
    assistant(use('t', short)),
    user(result('t', { ...short, content: [text('x', short)] }), text('b', short)),
  ]),
  talk([user(...marked(6))]),
].map((bad, n) => ({
  rules: 'C110 D2',
  name: `too many breakpoints (${n})`,
  bad,
  says: `A maximum of 4 blocks with cache_control may be provided. Found ${n === 3 ? 6 : 5}.`,
  good: full(),
}));

const orders: Case[] = (
  [
    ['messages.0.content.1.', talk([user(text('a', short), text('b', long))])],
    ['messages.0.content.1.', talk([user(text('a', cached('5m')), image(png(1, 1), 'image/png', long))])],
    ['system.0.', ask({ tools: [tool('Read', short)], system: [text('s', long)] })],
    ['messages.0.content.0.', ask({ system: [text('s', short)], messages: [user(text('a', long))] })],
    ['tools.1.', ask({ tools: [tool('A', short), tool('B', long)] })],
    ['messages.2.content.0.', loop(short, long)],
    ['messages.2.content.0.', loop({}, { ...long, content: [text('x', short)] })],
    [
      'messages.2.content.0.tool_result.content.1.',
      loop({}, { content: [text('x', short), text('y', long)] }),
    ],
    [
      '',
      ask({ messages: [user(text('a', short), text('b'))], cache_control: { type: 'ephemeral', ttl: '1h' } }),
    ],
  ] as [string, Obj][]
).map(([path, bad]) => ({
  rules: 'C112 D4',
  name: `a long ttl behind a short one at '${path}'`,
  bad,
  says: LATE(path),
  good: talk([user(text('a', short), text('b', cached('5m')))], {
    system: [text('s', long)],
    tools: [tool('Read', long)],
  }),
}));

const shapes: Case[] = (
  [
    ['D4', { type: 'ephemeral', ttl: '10m' }, `.ephemeral.ttl: Input should be '5m' or '1h'`],
    ['D4', { type: 'ephemeral', ttl: 300 }, `.ephemeral.ttl: Input should be '5m' or '1h'`],
    [
      'D4',
      { type: 'persistent' },
      `: Input tag 'persistent' found using 'type' does not match any of the expected tags: 'ephemeral'`,
    ],
    ['D4', {}, `: Unable to extract tag using discriminator 'type'`],
    ['D4', true, ': Input should be a valid dictionary'],
    ['C114', { type: 'ephemeral', scope: 'global' }, '.ephemeral.scope: Extra inputs are not permitted'],
  ] as [string, unknown, string][]
).flatMap(([rules, mark, says]) =>
  (
    [
      ['messages.0.content.0.text.cache_control', talk([user(text('a', { cache_control: mark }))])],
      ['system.1.cache_control', ask({ system: [text('s'), text('t', { cache_control: mark })] })],
      ['tools.0.custom.cache_control', ask({ tools: [tool('Read', { cache_control: mark })] })],
      ['cache_control', ask({ cache_control: mark })],
    ] as [string, Obj][]
  ).map(([path, bad]) => ({
    rules,
    name: `${JSON.stringify(mark)} at ${path}`,
    bad,
    says: `${path}${says}`,
    good: ask({
      cache_control: null,
      system: [text('s', { cache_control: null })],
      tools: [tool('Read', long)],
    }),
  })),
);

const CLEAR = 'mid-conversation-system-clear-at-2026-08-21';
const passing = (block: Obj) => talk([user('a'), { ...system(block), clear_at: 'next_user_message' }]);

export const cacheControlCases: Case[] = [
  ...counts,
  ...orders,
  ...shapes,
  ...(
    [
      [
        'messages.0.content.0.search_result.citations.cache_control',
        talk([
          user({
            type: 'search_result',
            source: 's',
            title: 't',
            content: [text('x')],
            citations: { enabled: true, ...short },
          }),
        ]),
      ],
      [
        'messages.0.content.0.image.source.url.cache_control',
        talk([user({ type: 'image', source: { type: 'url', url: 'u', ...short } })]),
      ],
      ['messages.0.cache_control', talk([{ ...user('a'), ...short }])],
    ] as [string, Obj][]
  ).map(([path, bad]) => ({
    rules: 'C3 D3',
    name: `a breakpoint at ${path}`,
    bad,
    says: `${path}: Extra inputs are not permitted`,
    good: talk([user({ type: 'search_result', source: 's', title: 't', content: [text('x')], ...short })]),
  })),
  {
    rules: 'D2',
    name: 'four breakpoints and the automatic one',
    bad: full({ cache_control: { type: 'ephemeral' } }),
    says: /^D2: automatic /,
    good: talk([user(...marked(3), 'end')], { cache_control: { type: 'ephemeral' } }),
  },
  {
    rules: 'D2',
    name: 'an automatic breakpoint that disagrees with the last block',
    bad: ask({ messages: [user(text('a', long))], cache_control: { type: 'ephemeral' } }),
    says: /^D2: automatic /,
    good: ask({ messages: [user(text('a', long))], cache_control: { type: 'ephemeral', ttl: '1h' } }),
  },
  {
    rules: 'D3 A17',
    name: 'a breakpoint on a deferred tool',
    bad: ask({ tools: [tool(), tool('B', { defer_loading: true, ...short })] }),
    says: /^D3: tools\.1: /,
    good: ask({ tools: [tool('Read', short), tool('B', { defer_loading: true })] }),
  },
  {
    rules: 'D3 B49',
    name: 'a breakpoint in a system message of one turn',
    bad: under(CLEAR, passing(text('s', short))),
    says: /^D3: messages\.1\.content\.0: /,
    good: under(CLEAR, passing(text('s'))),
  },
];

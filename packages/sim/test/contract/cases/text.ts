/** Empty and blank text, everywhere it may stand. */

import { textDocument } from '../media.ts';
import type { Case, Obj } from '../request.ts';
import { ask, assistant, cached, leniently, result, system, talk, text, use, user } from '../request.ts';

const empty = text('');
const good = talk([user('a', ' b'), assistant(use('t')), user(result('t', { content: [] }), 'c')]);

/** Where a text block may stand: the messages, and the path of the block. */
const places: [string, string, (block: Obj) => Obj][] = [
  ['alone', 'messages.0.content.0', (b) => talk([user(b)])],
  ['behind another', 'messages.0.content.1', (b) => talk([user('a', b)])],
  [
    'beside an image',
    'messages.0.content.1',
    (b) => talk([user({ type: 'image', source: { type: 'url', url: 'u' } }, b)]),
  ],
  ['of the assistant', 'messages.1.content.0', (b) => talk([user('a'), assistant(b, 'b'), user('c')])],
  [
    'before a call',
    'messages.1.content.0',
    (b) => talk([user('a'), assistant(b, use('t')), user(result('t'))]),
  ],
  [
    'behind a result',
    'messages.2.content.1',
    (b) => talk([user('a'), assistant(use('t')), user(result('t'), b)]),
  ],
  ['in a system message', 'messages.1.content.0', (b) => talk([user('a'), system(b)])],
];

const inside: typeof places = [
  [
    'in a result',
    'messages.2.content.0.tool_result.content.0',
    (b) => talk([user('a'), assistant(use('t')), user(result('t', { content: [b] }))]),
  ],
  [
    'in a search result',
    'messages.0.content.0.search_result.content.0',
    (b) => talk([user({ type: 'search_result', source: 's', title: 't', content: [b] })]),
  ],
  [
    'in a document',
    'messages.0.content.0.document.source.content.content.0',
    (b) => talk([user(textDocument({ source: { type: 'content', content: [b] } }))]),
  ],
];

export const textCases: Case[] = [
  ...[...places, ...inside].map(([where, , make]) => ({
    rules: where === 'in a result' ? 'C13 B8 B19' : 'C13 B8',
    name: `empty text ${where}`,
    bad: make(empty),
    says: 'messages: text content blocks must be non-empty',
    good,
  })),
  ...places.flatMap(([where, , make]) =>
    [' ', '\n\n', '\u00a0\t', '\u0085', '\u001f'].map((words) => ({
      rules: 'C14 B8',
      name: `blank text ${JSON.stringify(words)} ${where}`,
      bad: make(text(words)),
      says: 'messages: text content blocks must contain non-whitespace text',
      good: make(text(`${words}x`)),
    })),
  ),
  {
    rules: 'C14 B8',
    name: 'a blank string',
    bad: talk([user(' \n ')]),
    says: 'messages: text content blocks must contain non-whitespace text',
    good,
  },
  ...[...places, ...inside].map(([where, path, make]) => ({
    rules: 'C111 D3',
    name: `a breakpoint on empty text ${where}`,
    bad: make(text('', cached())),
    says: `${path}.text: cache_control cannot be set for empty text blocks`,
    good: make(text('x', cached())),
  })),
  {
    rules: 'C111 D3',
    name: 'a breakpoint on empty system text',
    bad: ask({ system: [text('s'), text('', cached())] }),
    says: 'system.1.text: cache_control cannot be set for empty text blocks',
    good: ask({ system: [text('s'), text('x', cached())] }),
  },
  ...['', [empty], [text('s'), text(' ')]].map((bad) => ({
    rules: 'B10',
    name: `system ${JSON.stringify(bad)}`,
    bad: ask({ system: bad }),
    says: /^B10: system/,
    good: leniently(ask({ system: [text(' ')] })),
  })),
  {
    rules: 'B10',
    name: 'empty system text in lenient mode',
    bad: leniently(ask({ system: [empty] })),
    says: /^B10: system\.0: /,
    good: ask({ system: 's' }),
  },
  {
    rules: 'C95',
    name: 'an image in the system prompt',
    bad: ask({ system: [{ type: 'image' }] }),
    says: `system.0: Input tag 'image' found using 'type' does not match any of the expected tags: 'text'`,
    good: ask({ system: [text('s')] }),
  },
];

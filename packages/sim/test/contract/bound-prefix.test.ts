import { describe, expect, it } from 'vitest';
import { boundPrefix, boundPrefixes, boundPrefixesOfAnswer } from '../../src/contract/index.ts';
import type { Obj } from './request.ts';
import { ask, assistant, cached, redacted, result, talk, text, think, tool, use, user } from './request.ts';

const base = [
  user('a', text('b')),
  assistant('c', use('t')),
  user(result('t', { content: 'ok' })),
  assistant(think(), 'd'),
];
const hashOf = (messages: unknown[], more: Obj = {}) => boundPrefixes(talk(messages, more)).end;
const replaced = (n: number, message: Obj) => base.with(n, message);

describe('the hash of what stands before a block', () => {
  it.each<[string, unknown[], Obj]>([
    ['a breakpoint', replaced(0, user('a', text('b', cached()))), {}],
    ['a breakpoint on a tool', base, { tools: [tool('Read', cached())] }],
    ['a string for one text block', replaced(2, user(result('t', { content: [text('ok')] }))), {}],
    ['white space around text', replaced(0, user(' a\n', text('b '))), {}],
    ['blank text', replaced(0, user('a', ' ', text('b'), '\n')), {}],
    ['thinking gone', replaced(3, assistant('d')), {}],
    ['thinking redacted', replaced(3, assistant(redacted(), 'd')), {}],
    ['null fields', replaced(1, assistant('c', use('t', { caller: null }))), {}],
    ['one message cut in two', [user('a'), user('b'), ...base.slice(1)], {}],
    [
      'effort, max_tokens, tool_choice, metadata',
      base,
      { max_tokens: 9, tool_choice: { type: 'auto' }, metadata: {} },
    ],
    ['an unreferenced deferred tool', base, { tools: [tool(), tool('Late', { defer_loading: true })] }],
  ])('ignores %s', (_, messages, more) => {
    expect(hashOf(messages, more)).toBe(hashOf(base));
  });

  it('ignores the order of keys and of tools', () => {
    const input = { x: 1, y: { z: 2, w: 3 } };
    const turned = { y: { w: 3, z: 2 }, x: 1 };
    const two = [tool('A'), tool('B')];
    expect(hashOf(replaced(1, assistant('c', use('t', { input }))), { tools: two })).toBe(
      hashOf(replaced(1, assistant('c', use('t', { input: turned }))), { tools: two.toReversed() }),
    );
  });

  it.each<[string, unknown[], Obj]>([
    ['other words', replaced(0, user('a', text('B'))), {}],
    ['another system prompt', base, { system: 's' }],
    ['another tool', base, { tools: [tool(), tool('Grep')] }],
    ['a tool described otherwise', base, { tools: [tool('Read', { description: 'e' })] }],
    ['another input', replaced(1, assistant('c', use('t', { input: {} }))), {}],
    ['a result cleared', replaced(2, user(result('t', { content: '[cleared]' }))), {}],
    ['a result turned into an error', replaced(2, user(result('t', { is_error: true }))), {}],
    ['text added behind a result', replaced(2, user(result('t'), 'x')), {}],
    ['a message gone', base.slice(1), {}],
    ['text inside a word', replaced(0, user('a a', text('b'))), {}],
    ['the words of another role', [assistant('a', text('b')), ...base.slice(1)], {}],
    ['blocks in another order', replaced(0, user('b', text('a'))), {}],
  ])('notices %s', (_, messages, more) => {
    expect(hashOf(messages, more)).not.toBe(hashOf(base));
  });

  it('counts a deferred tool from where it is first referenced', () => {
    const found = [
      user('a'),
      assistant(use('t')),
      user(result('t', { content: [{ type: 'tool_reference', tool_name: 'Late' }] })),
      assistant('x'),
    ];
    const tools = (description: string) => ({
      tools: [tool(), tool('Late', { defer_loading: true, description })],
    });
    const before = boundPrefixes(talk(found, tools('1')));
    const after = boundPrefixes(talk(found, tools('2')));
    expect(before.at(2, 0)).toBe(after.at(2, 0));
    expect(before.at(3, 0)).not.toBe(after.at(3, 0));
  });

  it('depends on nothing behind the block', () => {
    const whole = boundPrefixes(talk(base));
    for (const [m] of base.entries()) {
      expect(boundPrefix(talk(base.slice(0, m)), m, 0)).toBe(whole.at(m, 0));
      expect(boundPrefixes(talk(base.slice(0, m))).end).toBe(whole.at(m, 0));
    }
  });

  it('is known for the blocks of an answer before they are sent back', () => {
    const answer = [think(), text('x'), think(), use('u')];
    const signed = boundPrefixesOfAnswer(talk(base.slice(0, 3)), answer);
    const next = boundPrefixes(
      talk([...base.slice(0, 3), { role: 'assistant', content: answer }, user(result('u'))]),
    );
    expect(signed).toEqual(answer.map((_, n) => next.at(3, n)));
    expect(signed[0]).toBe(signed[1]);
    expect(signed[1]).not.toBe(signed[2]);
  });

  it('takes garbage', () => {
    for (const garbage of [
      null,
      1,
      [],
      {},
      { messages: 1 },
      { messages: [null, { content: [null, 1] }], tools: [null] },
    ]) {
      expect(boundPrefix(garbage, 0, 0)).toMatch(/^[\w-]{43}$/);
    }
    expect(boundPrefix(ask(), 7, 7)).toBe(boundPrefixes(ask()).end);
  });
});

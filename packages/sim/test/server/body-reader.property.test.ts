/** Reading what has grown gives the same JSON as reading it whole. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateBytes } from '../../src/contract/index.ts';
import { createBodyReader } from '../../src/server/body-reader.ts';

const RUNS = Number(process.env['LEAT_RUNS'] ?? 150);

const pad = 'padding '.repeat(400);
const message = fc.record({
  role: fc.constantFrom('user', 'assistant'),
  content: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('"messages":[', '\\"}]', '{}', '[[', pad, `${pad}\\`),
    fc.array(fc.record({ type: fc.constant('text'), text: fc.string() }), { maxLength: 3 }),
  ),
});
const body = fc.record({
  model: fc.constant('m'),
  system: fc.constantFrom(pad.repeat(3), '{"messages":[{}]}'.repeat(1_200)),
  messages: fc.array(message, { maxLength: 8 }),
  spaces: fc.constantFrom(0, 1),
  tail: fc.option(fc.json(), { nil: undefined }),
});

const bytesOf = (value: { readonly spaces: number; readonly messages: readonly object[] }) =>
  Buffer.from(JSON.stringify(value, null, value.spaces));

test('a history that grows, shrinks and changes reads as it would alone', () => {
  fc.assert(
    fc.property(
      fc.array(body, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(fc.nat(2), fc.array(message, { maxLength: 3 }), fc.nat(3)), { maxLength: 6 }),
      (bodies, edits) => {
        const reader = createBodyReader();
        for (const [which, added, dropped] of edits) {
          const chosen = bodies[which % bodies.length];
          if (chosen === undefined) continue;
          chosen.messages.splice(Math.max(0, chosen.messages.length - dropped), dropped, ...added);
          const bytes = bytesOf(chosen);
          expect(reader.read(bytes)).toEqual(validateBytes(bytes));
        }
      },
    ),
    { numRuns: RUNS },
  );
});

test('damage anywhere in the new part is found', () => {
  fc.assert(
    fc.property(
      body,
      fc.array(message, { minLength: 1, maxLength: 3 }),
      fc.nat(),
      fc.integer({ min: 32, max: 126 }),
      (value, added, place, code) => {
        const reader = createBodyReader();
        reader.read(bytesOf(value));
        const grown = bytesOf({ ...value, messages: [...value.messages, ...added] });
        const from = Math.floor(grown.length / 2);
        grown[from + (place % (grown.length - from))] = code;
        expect(reader.read(grown)).toEqual(validateBytes(grown));
      },
    ),
    { numRuns: RUNS },
  );
});

test('messages that were seen before are the same objects', () => {
  const reader = createBodyReader();
  const history = Array.from({ length: 10 }, (_, n) => ({ role: 'user', content: `${n} ${pad}` }));
  const read = (messages: object[]) => {
    const result = reader.read(Buffer.from(JSON.stringify({ model: 'm', messages, stream: true })));
    return result.ok ? (result.body as { messages: object[] }).messages : [];
  };
  const first = read(history);
  const second = read([...history, { role: 'assistant', content: 'new' }]);
  expect(second).toHaveLength(11);
  expect(second.slice(0, 9).every((each, index) => each === first[index])).toBe(true);
});

test.each([
  ['two lists', '"messages":[{"a":1}],"messages":[{"b":2}]'],
  ['an escaped second list', '"messages":[{"a":1}],"mess\\u0061ges":[{"b":2}]'],
  ['a comma too many', '"messages":[{"a":1},]'],
  ['entries that are no objects', '"messages":[{"a":1},"b",3]'],
])('%s: read like any other body', (_name, list) => {
  const reader = createBodyReader();
  const head = `{"system":"${pad.repeat(6)}",`;
  reader.read(Buffer.from(`${head}"messages":[{"a":1}]}`));
  const bytes = Buffer.from(`${head}${list}}`);
  expect(reader.read(bytes)).toEqual(validateBytes(bytes));
});

import { describe, expect, it } from 'vitest';
import { repairInput } from '../../src/tool/input-repair.ts';

const schema = {
  type: 'object',
  properties: {
    count: { type: 'integer' },
    ratio: { type: 'number' },
    deep: { type: 'boolean' },
    list: { type: 'array' },
    map: { anyOf: [{ type: 'object' }, { type: 'null' }] },
    text: { type: 'string' },
    either: { type: ['string', 'number'] },
  },
};

describe('mending an input', () => {
  it.each([
    [{ count: '3' }, { count: 3 }],
    [{ count: '3.5' }, { count: '3.5' }],
    [{ ratio: ' 0.5 ' }, { ratio: 0.5 }],
    [{ deep: 'true' }, { deep: true }],
    [{ deep: 'yes' }, { deep: 'yes' }],
    [{ list: '["a"]' }, { list: ['a'] }],
    [{ map: '{"a":1}' }, { map: { a: 1 } }],
    [{ text: '3' }, { text: '3' }],
    [{ either: '3' }, { either: '3' }],
    [{ other: '3' }, { other: '3' }],
    ['{"count":"4"}', { count: 4 }],
  ])('makes %j into %j', (input, expected) => {
    expect(repairInput(input, schema)).toEqual(expected);
  });

  it('gives back the same object where nothing was mended', () => {
    const input = { text: 'x' };
    expect(repairInput(input, schema)).toBe(input);
  });
});

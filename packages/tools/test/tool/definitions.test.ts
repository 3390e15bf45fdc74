import { describe, expect, it } from 'vitest';
import { builtInTools } from '../../src/built-in-tools.ts';
import { systemSegments } from '../../src/memory/system-segments.ts';

const definitions = builtInTools().map((tool) => tool.definition);

describe('the definitions', () => {
  it('stand in the order of their names', () => {
    expect(definitions.map(({ name }) => name)).toEqual(['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Write']);
  });

  it('take under 1,300 tokens, and with the system segments under 2,000', () => {
    const tools = JSON.stringify(definitions).length / 4;
    expect(tools).toBeLessThan(1_300);
    expect(tools + systemSegments().join('').length / 4).toBeLessThan(2_000);
  });

  it('require only parameters that they have', () => {
    for (const { input_schema: schema } of definitions) {
      const names = Object.keys(schema['properties'] as object); // our own schemas always have them
      expect(names).toEqual(expect.arrayContaining(schema['required'] as string[]));
    }
  });

  it('say of each tool what it does to the world', () => {
    const facts = builtInTools().map((tool) => [tool.definition.name, tool.readOnly, tool.compactable]);
    expect(facts).toEqual([
      ['Bash', false, true],
      ['Edit', false, true],
      ['Glob', true, true],
      ['Grep', true, true],
      ['Read', true, true],
      ['Write', false, true],
    ]);
  });
});

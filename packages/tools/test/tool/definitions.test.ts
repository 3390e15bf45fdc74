import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { bashDefinition, bashSchema } from '../../src/bash/bash-definition.ts';
import { builtInTools } from '../../src/built-in-tools.ts';
import { editDefinition, editSchema } from '../../src/edit/edit-definition.ts';
import { globDefinition, globSchema } from '../../src/glob/glob-definition.ts';
import { grepDefinition, grepSchema } from '../../src/grep/grep-definition.ts';
import { systemSegments } from '../../src/memory/system-segments.ts';
import { readDefinition, readSchema } from '../../src/read/read-definition.ts';
import { writeDefinition, writeSchema } from '../../src/write/write-definition.ts';

/** A schema without what only one side says: descriptions, and bounds that the model learns from an error message. */
function shape(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shape);
  if (typeof schema !== 'object' || schema === null) return schema;
  const dropped = ['$schema', 'description', 'minLength', 'maxLength', 'minimum', 'maximum', 'pattern'];
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => key === 'properties' || !dropped.includes(key) || typeof value === 'object')
      .map(([key, value]) => [key, shape(value)]),
  );
}

describe('the definitions', () => {
  it.each([
    ['Bash', bashDefinition, bashSchema],
    ['Edit', editDefinition, editSchema],
    ['Glob', globDefinition, globSchema],
    ['Grep', grepDefinition, grepSchema],
    ['Read', readDefinition, readSchema],
    ['Write', writeDefinition, writeSchema],
  ] as const)('%s says the same to the model and to the parser', (name, definition, schema) => {
    expect(definition.name).toBe(name);
    expect(shape(definition.input_schema)).toEqual(shape(z.toJSONSchema(schema())));
  });

  it('stand in the order of their names', () => {
    const names = builtInTools().map((tool) => tool.definition.name);
    expect(names).toEqual(['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Write']);
  });

  it('take under 1,400 tokens, and with the system segments under 2,400', () => {
    const tools = JSON.stringify(builtInTools().map((tool) => tool.definition)).length / 4;
    const system = systemSegments().join('').length / 4;
    expect(tools).toBeLessThan(1_400);
    expect(tools + system).toBeLessThan(2_400);
  });
});

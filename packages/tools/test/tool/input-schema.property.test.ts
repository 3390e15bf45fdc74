import * as z from 'zod';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bashDefinition } from '../../src/bash/bash-definition.ts';
import { editDefinition } from '../../src/edit/edit-definition.ts';
import { globDefinition } from '../../src/glob/glob-definition.ts';
import { grepDefinition } from '../../src/grep/grep-definition.ts';
import { readDefinition } from '../../src/read/read-definition.ts';
import { inputProblems } from '../../src/tool/input-schema.ts';
import { writeDefinition } from '../../src/write/write-definition.ts';

const runs = Number(process.env['LEAT_RUNS'] ?? 1_000);
const value = fc.oneof(
  fc.constantFrom<unknown>(
    'a',
    '',
    'content',
    'count',
    0,
    1,
    -1,
    1.5,
    100,
    101,
    600_000,
    600_001,
    2 ** 60,
    true,
    false,
    null,
    [],
    {},
  ),
  fc.anything(),
);

describe('the input check', () => {
  it.each([bashDefinition, editDefinition, globDefinition, grepDefinition, readDefinition, writeDefinition])(
    'takes for $name what a JSON Schema validator takes, and nothing else',
    (definition) => {
      const oracle = z.fromJSONSchema(
        definition.input_schema as unknown as Parameters<typeof z.fromJSONSchema>[0],
      ); // the same JSON, typed loosely there
      const names = [...Object.keys(definition.input_schema.properties), 'other', 'constructor'];
      const input = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), value), {
        selector: ([name]) => name,
      });
      fc.assert(
        fc.property(input, (entries) => {
          const given = Object.fromEntries(entries.filter(([, given]) => given !== undefined));
          const problems = inputProblems(definition.input_schema, {}, given);
          expect(problems.length === 0, problems.join()).toBe(oracle.safeParse(given).success);
        }),
        { numRuns: runs },
      );
    },
  );
});

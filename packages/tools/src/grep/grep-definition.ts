/** What the model is told of Grep, what its input is held to, and the type of that input. */
import { grepContextMax, grepEntriesMax } from '../limits.ts';
import type { InputOf, StaticDefinition } from '../tool/input-schema.ts';

/** The definition as it goes over the wire; part of every cached prefix, so static. */
export const grepDefinition = {
  name: 'Grep',
  description:
    'Searches file contents with ripgrep (regular expressions; escape literal braces and brackets). Files that .gitignore names are left out. Use this and not grep in Bash.',
  input_schema: {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'Regular expression' },
      path: { type: 'string', description: 'File or directory; default: current directory' },
      glob: { type: 'string', description: 'Only files like this, e.g. "*.{ts,tsx}"' },
      type: { type: 'string', description: 'Only this type, e.g. js, py, rust' },
      output_mode: {
        type: 'string',
        enum: ['files_with_matches', 'content', 'count'],
        description: 'Default files_with_matches',
      },
      '-i': { type: 'boolean', description: 'Ignore case' },
      '-n': { type: 'boolean', description: 'Line numbers in content (default true)' },
      '-A': { type: 'integer', minimum: 0, maximum: grepContextMax, description: 'Lines after each match' },
      '-B': { type: 'integer', minimum: 0, maximum: grepContextMax, description: 'Lines before' },
      '-C': { type: 'integer', minimum: 0, maximum: grepContextMax, description: 'Lines before and after' },
      head_limit: {
        type: 'integer',
        minimum: 0,
        maximum: grepEntriesMax,
        description: 'Most lines or files returned (default 200)',
      },
      multiline: { type: 'boolean', description: 'Patterns may span lines, . matches line ends' },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
} as const satisfies StaticDefinition;

/** The input of Grep. */
export type GrepInput = InputOf<typeof grepDefinition>;

/** What the model is told of Read, what its input is held to, and the type of that input. */
import type { InputOf, StaticDefinition } from '../tool/input-schema.ts';

/** The definition as it goes over the wire; part of every cached prefix, so static. */
export const readDefinition = {
  name: 'Read',
  description:
    'Reads a text file and returns its lines with their numbers. Without limit at most 2,000 lines, long lines cut; use offset and limit to read on or to read only a part. Read a file before you edit or overwrite it. It reads files only: list directories with Glob.',
  input_schema: {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'Absolute, or relative to the current directory' },
      offset: { type: 'integer', minimum: 0, description: 'First line to read, from 1' },
      limit: { type: 'integer', minimum: 1, description: 'Number of lines to read' },
    },
    required: ['file_path'],
    additionalProperties: false,
  },
} as const satisfies StaticDefinition;

/** The input of Read. */
export type ReadInput = InputOf<typeof readDefinition>;

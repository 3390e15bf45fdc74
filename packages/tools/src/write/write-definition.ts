/** What the model is told of Write, what its input is held to, and the type of that input. */
import type { InputOf, StaticDefinition } from '../tool/input-schema.ts';

/** The definition as it goes over the wire; part of every cached prefix, so static. */
export const writeDefinition = {
  name: 'Write',
  description:
    'Writes a whole file and makes its parent directories. An existing file is replaced and must have been read in full first; to change a part of a file use Edit.',
  input_schema: {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'Absolute, or relative to the current directory' },
      content: { type: 'string', description: 'The whole new content' },
    },
    required: ['file_path', 'content'],
    additionalProperties: false,
  },
} as const satisfies StaticDefinition;

/** The input of Write. */
export type WriteInput = InputOf<typeof writeDefinition>;

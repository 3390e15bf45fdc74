/** What the model is told of Edit, what its input is held to, and the type of that input. */
import type { InputOf, StaticDefinition } from '../tool/input-schema.ts';

/** The definition as it goes over the wire; part of every cached prefix, so static. */
export const editDefinition = {
  name: 'Edit',
  description:
    'Replaces text in a file that you have read. old_string must match the file exactly, indentation included, line numbers left out, and occur once: add neighbouring lines to make it unique, or set replace_all. Line ends and encoding of the file are kept. An empty old_string creates a new file.',
  input_schema: {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'Absolute, or relative to the current directory' },
      old_string: { type: 'string', description: 'The text to replace' },
      new_string: { type: 'string', description: 'The text to put in its place' },
      replace_all: { type: 'boolean', description: 'Replace every occurrence' },
    },
    required: ['file_path', 'old_string', 'new_string'],
    additionalProperties: false,
  },
} as const satisfies StaticDefinition;

/** The input of Edit. */
export type EditInput = InputOf<typeof editDefinition>;

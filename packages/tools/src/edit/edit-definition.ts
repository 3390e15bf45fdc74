/** What the model is told of Edit, and the schema that says the same to the parser. */
import type { ToolDefinition } from '@leat/kernel';
import * as z from 'zod';
import { once } from '../tool/define-tool.ts';

/** The definition as it goes over the wire; part of every cached prefix, so static. */
export const editDefinition: ToolDefinition = {
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
};

export interface EditInput {
  file_path: string;
  old_string: string;
  new_string: string;
  replace_all?: boolean | undefined;
}

/** The parser's side of the definition. */
export const editSchema: () => z.ZodType<EditInput> = once(() =>
  z.strictObject({
    file_path: z.string().min(1, 'must not be empty'),
    old_string: z.string(),
    new_string: z.string(),
    replace_all: z.boolean().optional(),
  }),
);

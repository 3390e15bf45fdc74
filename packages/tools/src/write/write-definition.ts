/** What the model is told of Write, and the schema that says the same to the parser. */
import type { ToolDefinition } from '@leat/kernel';
import * as z from 'zod';
import { once } from '../tool/define-tool.ts';

/** The definition as it goes over the wire; part of every cached prefix, so static. */
export const writeDefinition: ToolDefinition = {
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
};

export interface WriteInput {
  file_path: string;
  content: string;
}

/** The parser's side of the definition. */
export const writeSchema: () => z.ZodType<WriteInput> = once(() =>
  z.strictObject({ file_path: z.string().min(1, 'must not be empty'), content: z.string() }),
);

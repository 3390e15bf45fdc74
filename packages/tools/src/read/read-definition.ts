/** What the model is told of Read, and the schema that says the same to the parser. */
import type { ToolDefinition } from '@leat/kernel';
import * as z from 'zod';
import { once } from '../tool/define-tool.ts';

/** The definition as it goes over the wire; part of every cached prefix, so static. */
export const readDefinition: ToolDefinition = {
  name: 'Read',
  description:
    'Reads a text file and returns its lines with their numbers. Without limit at most 2,000 lines, long lines cut; use offset and limit to read on or to read only a part. Read a file before you edit or overwrite it. It reads files only: list directories with Glob.',
  input_schema: {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'Absolute, or relative to the current directory' },
      offset: { type: 'integer', description: 'First line to read, from 1' },
      limit: { type: 'integer', description: 'Number of lines to read' },
    },
    required: ['file_path'],
    additionalProperties: false,
  },
};

export interface ReadInput {
  file_path: string;
  offset?: number | undefined;
  limit?: number | undefined;
}

/** The parser's side of the definition. */
export const readSchema: () => z.ZodType<ReadInput> = once(() =>
  z.strictObject({
    file_path: z.string().min(1, 'must not be empty'),
    offset: z.int().min(0, 'lines count from 1').optional(),
    limit: z.int().min(1, 'must be at least 1').optional(),
  }),
);

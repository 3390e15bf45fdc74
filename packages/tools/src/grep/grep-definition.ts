/** What the model is told of Grep, and the schema that says the same to the parser. */
import type { ToolDefinition } from '@leat/kernel';
import * as z from 'zod';
import { grepContextMax, grepEntriesMax, patternCharsMax } from '../limits.ts';
import { once } from '../tool/define-tool.ts';

/** The definition as it goes over the wire; part of every cached prefix, so static. */
export const grepDefinition: ToolDefinition = {
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
      '-A': { type: 'integer', description: 'Lines after each match' },
      '-B': { type: 'integer', description: 'Lines before' },
      '-C': { type: 'integer', description: 'Lines before and after' },
      head_limit: { type: 'integer', description: 'Most lines or files returned (default 200)' },
      multiline: { type: 'boolean', description: 'Patterns may span lines, . matches line ends' },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
};

export interface GrepInput {
  pattern: string;
  path?: string | undefined;
  glob?: string | undefined;
  type?: string | undefined;
  output_mode?: 'files_with_matches' | 'content' | 'count' | undefined;
  '-i'?: boolean | undefined;
  '-n'?: boolean | undefined;
  '-A'?: number | undefined;
  '-B'?: number | undefined;
  '-C'?: number | undefined;
  head_limit?: number | undefined;
  multiline?: boolean | undefined;
}

/** The parser's side of the definition. */
export const grepSchema: () => z.ZodType<GrepInput> = once(() => {
  const context = z.int().min(0).max(grepContextMax).optional();
  return z.strictObject({
    pattern: z.string().min(1, 'must not be empty').max(patternCharsMax),
    path: z.string().optional(),
    glob: z.string().max(patternCharsMax).optional(),
    type: z
      .string()
      .regex(/^[A-Za-z0-9_+-]*$/, 'is a short name such as js, py or rust; for patterns use glob')
      .optional(),
    output_mode: z.enum(['files_with_matches', 'content', 'count']).optional(),
    '-i': z.boolean().optional(),
    '-n': z.boolean().optional(),
    '-A': context,
    '-B': context,
    '-C': context,
    head_limit: z.int().min(0).max(grepEntriesMax).optional(),
    multiline: z.boolean().optional(),
  });
});

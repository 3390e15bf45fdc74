/** What the model is told of Glob, and the schema that says the same to the parser. */
import type { ToolDefinition } from '@leat/kernel';
import * as z from 'zod';
import { patternCharsMax } from '../limits.ts';
import { once } from '../tool/define-tool.ts';

/** The definition as it goes over the wire; part of every cached prefix, so static. */
export const globDefinition: ToolDefinition = {
  name: 'Glob',
  description:
    'Lists files by name pattern, newest first, 100 at most; what .gitignore names is left out. A pattern without a slash matches in every directory below.',
  input_schema: {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'E.g. "src/**/*.ts" or "*.{json,yaml}"' },
      path: { type: 'string', description: 'Directory; default: current directory' },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
};

export interface GlobInput {
  pattern: string;
  path?: string | undefined;
}

/** The parser's side of the definition. */
export const globSchema: () => z.ZodType<GlobInput> = once(() =>
  z.strictObject({
    pattern: z.string().min(1, 'must not be empty').max(patternCharsMax),
    path: z.string().optional(),
  }),
);

/** What the model is told of Glob, what its input is held to, and the type of that input. */
import type { InputOf, StaticDefinition } from '../tool/input-schema.ts';

/** The definition as it goes over the wire; part of every cached prefix, so static. */
export const globDefinition = {
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
} as const satisfies StaticDefinition;

/** The input of Glob. */
export type GlobInput = InputOf<typeof globDefinition>;

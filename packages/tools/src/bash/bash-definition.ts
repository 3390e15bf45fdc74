/** What the model is told of Bash, what its input is held to, and the type of that input. */
import { bashTimeoutMaxMs } from '../limits.ts';
import type { InputOf, StaticDefinition } from '../tool/input-schema.ts';

/** The definition as it goes over the wire; part of every cached prefix, so static. */
export const bashDefinition = {
  name: 'Bash',
  description:
    'Runs a command with bash and returns its output (stdout and stderr together) and a non-zero exit code. cd lasts for later calls; variables do not. There is no input and no terminal: use flags instead of prompts, editors and pagers. Output beyond 30,000 characters is cut in the middle. For reading, editing and searching files use the other tools.',
  input_schema: {
    type: 'object',
    properties: {
      command: { type: 'string' },
      timeout: {
        type: 'integer',
        minimum: 1,
        maximum: bashTimeoutMaxMs,
        description: 'Milliseconds; default 120000',
      },
      description: { type: 'string', description: 'What it does, in a few words' },
    },
    required: ['command'],
    additionalProperties: false,
  },
} as const satisfies StaticDefinition;

/** The input of Bash. */
export type BashInput = InputOf<typeof bashDefinition>;

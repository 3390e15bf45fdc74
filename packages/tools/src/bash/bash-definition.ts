/** What the model is told of Bash, and the schema that says the same to the parser. */
import type { ToolDefinition } from '@leat/kernel';
import * as z from 'zod';
import { bashTimeoutMaxMs, commandCharsMax } from '../limits.ts';
import { once } from '../tool/define-tool.ts';

/** The definition as it goes over the wire; part of every cached prefix, so static. */
export const bashDefinition: ToolDefinition = {
  name: 'Bash',
  description:
    'Runs a command with bash and returns its output (stdout and stderr together) and a non-zero exit code. cd lasts for later calls; variables do not. There is no input and no terminal: use flags instead of prompts, editors and pagers. Output beyond 30,000 characters is cut in the middle. For reading, editing and searching files use the other tools.',
  input_schema: {
    type: 'object',
    properties: {
      command: { type: 'string' },
      timeout: { type: 'integer', description: 'Milliseconds; default 120000, at most 600000' },
      description: { type: 'string', description: 'What it does, in a few words' },
    },
    required: ['command'],
    additionalProperties: false,
  },
};

export interface BashInput {
  command: string;
  timeout?: number | undefined;
  description?: string | undefined;
}

/** The parser's side of the definition. */
export const bashSchema: () => z.ZodType<BashInput> = once(() =>
  z.strictObject({
    command: z
      .string()
      .max(
        commandCharsMax,
        `is too long (at most ${commandCharsMax} characters); write a script with Write and run that`,
      )
      .refine((command) => command.trim() !== '', 'must not be empty')
      .refine((command) => !command.includes('\0'), 'must not contain a zero byte'),
    timeout: z
      .int()
      .min(1, 'must be at least 1 millisecond')
      .max(bashTimeoutMaxMs, `must be at most ${bashTimeoutMaxMs} milliseconds`)
      .optional(),
    description: z.string().optional(),
  }),
);

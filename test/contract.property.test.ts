/**
 * The kernel's requests before the simulator's validator, which shares no code with it: for every model of the table, any
 * timeline gives a request that the strict contract accepts (SPEC 9.3, I4). `LEAT_RUNS` sets the number of sessions.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Head, MODEL_TABLE, asReminder, bodyText, profileOf } from '@leat/kernel';
import { validate, validateBytes, validationContext } from '@leat/sim';
import { digest } from '../packages/kernel/test/assembly/support/digest.ts';
import { play } from '../packages/kernel/test/assembly/support/random-session.ts';
import { sessions } from '../packages/kernel/test/assembly/support/random-steps.ts';

const runs = Number(process.env['LEAT_RUNS'] ?? 60);
const models = MODEL_TABLE.map((row) => row.model);
const head: Head = {
  system: ['You are a test.', 'Rules.'],
  tools: [
    { name: 'Read', description: 'reads', input_schema: { type: 'object' } },
    { name: 'Bash', description: 'runs', input_schema: { type: 'object' }, defer_loading: true },
  ],
  context: asReminder('# memory\nnone'),
};

describe.each(['2026-10-21', '2023-06-01'])('version %s', (version) => {
  test.each(models)('%s accepts whatever a session became', (model) => {
    const other = models[(models.indexOf(model) + 7) % models.length] ?? model;
    const heads = [head, { ...head, context: null }, { ...head, tools: [] }];
    for (const [index, own] of heads.entries()) {
      const world = { profiles: [profileOf(model), profileOf(other)], head: own, digest } as const;
      fc.assert(
        fc.property(sessions(30), (steps) => {
          play(steps, world, ({ request }) => {
            const raw = Buffer.from(bodyText(request));
            const read = validateBytes(raw);
            expect(read.ok ? null : read.rejection).toBeNull();
            const headers = {
              'x-api-key': 'k',
              'content-type': 'application/json',
              'anthropic-version': version,
              ...(request.betas.length > 0 ? { 'anthropic-beta': request.betas.join(',') } : {}),
            };
            const context = validationContext({ headers, bodyBytes: raw.length });
            expect(read.ok ? validate(read.body, context) : null).toBeNull();
          });
        }),
        { numRuns: Math.ceil(runs / models.length / (index + 1)) },
      );
    }
  });
});

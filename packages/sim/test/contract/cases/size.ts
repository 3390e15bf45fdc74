/** The window. */

import type { Model, Profile } from '../../../src/models/index.ts';
import { FIRST_PARTY, MODELS } from '../../../src/models/index.ts';
import type { Case, Sample } from '../request.ts';
import { ask } from '../request.ts';

/** A model of before 4.5: none is served any more, so the test brings its own. */
const ancient: Model[] = MODELS.slice(0, 1).map((model) => ({
  ...model,
  id: 'ancient',
  contextTokens: 200_000,
  overflow: 'refused',
}));
const museum: Profile = { ...FIRST_PARTY, models: ancient };

const counted = (tokens: number, more: Record<string, unknown>, options: Sample['options'] = {}): Sample => ({
  body: ask(more),
  options: { ...options, countTokens: () => tokens },
});

export const sizeCases: Case[] = [
  ...(
    [
      ['claude-haiku-4-5', 200_000],
      ['claude-opus-4-5', 200_000],
      ['claude-opus-5-5', 1_000_000],
      ['claude-haiku-5-5', 1_000_000],
    ] as [string, number][]
  ).map(([model, max]) => ({
    rules: 'C61 A34',
    name: `a prompt beyond the window of ${model}`,
    bad: counted(max + 1, { model }),
    says: `prompt is too long: ${max + 1} tokens > ${max} maximum`,
    good: counted(max, { model, max_tokens: 8192 }),
  })),
  {
    rules: 'C62 A34',
    name: 'a prompt that leaves no room, before 4.5',
    bad: counted(199_759, { model: 'ancient', max_tokens: 8192 }, { profile: museum }),
    says: 'input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000, decrease input length or `max_tokens` and try again',
    good: counted(191_808, { model: 'ancient', max_tokens: 8192 }, { profile: museum }),
  },
];

import { expect, test } from 'vitest';
import { DEFAULT_MODEL, MODEL_TABLE, pricesAt, profileOf } from '@leat/kernel';

test('every model of the table, by its id, its aliases and a dated id, has its row', () => {
  for (const row of MODEL_TABLE) {
    for (const name of [row.model, ...row.aliases, `${row.model}-20280101`]) {
      expect(profileOf(name)).toMatchObject({
        known: true,
        model: name,
        windowTokens: row.windowTokens,
        name: `first-party/${row.model}`,
      });
    }
  }
});

test('the default model is known and priced', () => {
  expect(profileOf(DEFAULT_MODEL).known).toBe(true);
  expect(pricesAt(profileOf(DEFAULT_MODEL), 1)).not.toBeNull();
});

test('an unknown model is taken for bound, unpriced and small', () => {
  const profile = profileOf('some-local-model');
  expect(profile).toMatchObject({
    known: false,
    prices: [],
    thinking: { bound: true },
    prefill: false,
    systemMessages: false,
  });
  expect(pricesAt(profile, 1)).toBeNull();
  expect(profileOf('some-local-model', { windowTokens: 500_000 }).windowTokens).toBe(500_000);
});

test('a stated window only shrinks that of a known model', () => {
  expect(profileOf('claude-haiku-4-5', { windowTokens: 500_000 }).windowTokens).toBe(200_000);
  expect(profileOf('claude-haiku-4-5', { windowTokens: 50_000 }).windowTokens).toBe(50_000);
});

test('prices follow the size of the prompt', () => {
  const haiku = profileOf('claude-haiku-5-5');
  expect([pricesAt(haiku, 100_000)?.input, pricesAt(haiku, 100_001)?.input]).toEqual([0.1, 0.5]);
});

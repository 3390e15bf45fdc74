/**
 * The kernel's model table and the simulator's are written apart, from the same page (SPEC 18): here they are compared,
 * row by row.
 */
import { expect, test } from 'vitest';
import { MODEL_TABLE, profileOf } from '@leat/kernel';
import { MODELS } from '@leat/sim';

test('both know the same models', () => {
  expect(MODEL_TABLE.map((row) => row.model).toSorted()).toEqual(MODELS.map((model) => model.id).toSorted());
  expect(MODEL_TABLE.flatMap((row) => row.aliases).toSorted()).toEqual(
    MODELS.flatMap((model) => model.aliases).toSorted(),
  );
});

test.each(MODELS)('both say the same of $id', (model) => {
  const profile = profileOf(model.id);
  expect({
    windowTokens: profile.windowTokens,
    outputTokensMax: profile.outputTokensMax,
    prices: profile.prices.map(({ promptTokensMax, prices }) => ({ promptTokensMax, price: prices })),
    cacheableTokensMin: profile.cacheableTokensMin,
    tokenizer: profile.tokenizer,
    thinkingKinds: profile.thinking.kinds,
    onByDefault: profile.thinking.onByDefault,
    bound: profile.thinking.bound,
    earlierStripped: profile.thinking.earlierStripped,
    quietEffortMax: profile.thinking.quietEffortMax,
    efforts: profile.efforts,
    effortDefault: profile.effortDefault,
    prefill: profile.prefill,
    systemMessages: profile.systemMessages,
    mediaMax: profile.mediaMax,
    overflowRefused: profile.overflowRefused,
  }).toEqual({
    windowTokens: model.contextTokens,
    outputTokensMax: model.outputTokensMax,
    prices: model.prices,
    cacheableTokensMin: model.cacheableTokensMin,
    tokenizer: model.tokenizer,
    thinkingKinds: model.thinkingKinds,
    onByDefault: model.thinksByDefault,
    bound: model.boundThinking,
    earlierStripped: model.stripsEarlierThinking,
    quietEffortMax: model.quietEffortMax,
    efforts: model.efforts,
    effortDefault: model.effortDefault,
    prefill: model.prefill,
    systemMessages: model.systemMessages,
    mediaMax: model.mediaMax,
    overflowRefused: model.overflow === 'refused',
  });
});

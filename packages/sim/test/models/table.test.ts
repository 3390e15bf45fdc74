import { describe, expect, it } from 'vitest';
import { EFFORTS, MODELS, modelOf, priceOf, PROFILES, profileOf } from '../../src/models/index.ts';

describe('the model table', () => {
  it('has every model of the contract, newest first', () => {
    expect(MODELS.map((model) => model.id)).toEqual(
      `claude-fable-5-2 claude-mythos-5-2 claude-haiku-5-5 claude-sonnet-5-5 claude-fable-5-1 claude-opus-5-5
       claude-mythos-5-1 claude-sonnet-5 claude-fable-5 claude-mythos-5 claude-opus-5 claude-opus-4-8 claude-opus-4-7
       claude-mythos-preview claude-opus-4-6 claude-sonnet-4-6 claude-haiku-4-5 claude-opus-4-5 claude-sonnet-4-5`.split(
        /\s+/,
      ),
    );
  });

  it('finds dated ids, to the letter', () => {
    expect(modelOf('claude-haiku-4-5-20251001')?.id).toBe('claude-haiku-4-5');
    expect(modelOf('claude-opus-4-5-20251101')?.id).toBe('claude-opus-4-5');
    expect(modelOf('claude-sonnet-4-5-20250929')?.id).toBe('claude-sonnet-4-5');
    for (const id of ['', 'claude', 'claude-opus-5 ', 'CLAUDE-OPUS-5', 'claude-opus-5-20260101'])
      expect(modelOf(id)).toBeNull();
  });

  it('has the facts by which models differ', () => {
    const ids = (is: (model: (typeof MODELS)[number]) => boolean) =>
      MODELS.filter(is)
        .map(({ id }) => id.slice(7))
        .toSorted();
    expect(ids((m) => m.boundThinking)).toEqual([
      'fable-5-1',
      'fable-5-2',
      'haiku-5-5',
      'mythos-5-1',
      'mythos-5-2',
      'opus-5-5',
      'sonnet-5-5',
    ]);
    expect(ids((m) => m.refusesForcedTool)).toEqual([
      'fable-5-1',
      'fable-5-2',
      'haiku-5-5',
      'mythos-5-1',
      'mythos-5-2',
      'opus-5-5',
      'sonnet-5-5',
    ]);
    expect(ids((m) => m.systemMessages)).toEqual(
      'fable-5 fable-5-1 fable-5-2 haiku-5-5 mythos-5 mythos-5-1 mythos-5-2 opus-4-8 opus-5 opus-5-5 sonnet-5-5'.split(
        ' ',
      ),
    );
    expect(ids((m) => m.prefill)).toEqual(['haiku-4-5', 'opus-4-5', 'sonnet-4-5']);
    expect(ids((m) => m.stripsEarlierThinking)).toEqual(['haiku-4-5', 'sonnet-4-5']);
    expect(ids((m) => m.sampling === 'one')).toEqual([
      'haiku-4-5',
      'opus-4-5',
      'opus-4-6',
      'sonnet-4-5',
      'sonnet-4-6',
    ]);
    expect(ids((m) => !m.thinksByDefault)).toEqual(
      'haiku-4-5 opus-4-5 opus-4-6 opus-4-7 opus-4-8 sonnet-4-5 sonnet-4-6'.split(' '),
    );
    expect(ids((m) => m.fast === 'served')).toEqual(['opus-4-8', 'opus-5', 'opus-5-5']);
    expect(ids((m) => m.fast === 'ignored')).toEqual(['opus-4-6']);
    expect(ids((m) => m.effortDefault === 'medium')).toEqual(['haiku-5-5', 'opus-5-5']);
    expect(ids((m) => m.tokenizer === 'old')).toEqual([
      'haiku-4-5',
      'opus-4-5',
      'opus-4-6',
      'sonnet-4-5',
      'sonnet-4-6',
    ]);
    expect(ids((m) => m.contextTokens === 200_000)).toEqual(['haiku-4-5', 'opus-4-5', 'sonnet-4-5']);
    expect(ids((m) => m.mediaMax === 100)).toEqual(['haiku-4-5', 'opus-4-5', 'sonnet-4-5']);
  });

  it('prices writes at 1.25 and 2 times the input, as the contract multiplies', () => {
    for (const { prices } of MODELS) {
      for (const { price } of prices) {
        expect(price.write5m).toBeCloseTo(price.input * 1.25, 10);
        expect(price.write1h).toBeCloseTo(price.input * 2, 10);
        expect(price.read).toBeLessThanOrEqual(price.input / 10);
      }
    }
  });

  it('has two tiers for one model and no price for another', () => {
    const haiku = modelOf('claude-haiku-5-5');
    expect(haiku === null ? null : [priceOf(haiku, 100_000)?.input, priceOf(haiku, 100_001)?.input]).toEqual([
      0.1, 0.5,
    ]);
    const preview = modelOf('claude-mythos-preview');
    expect(preview === null ? undefined : priceOf(preview, 1)).toBeNull();
  });

  it('is consistent: a default effort is one of the efforts, aliases are unique', () => {
    for (const model of MODELS) {
      if (model.effortDefault === null) expect(model.efforts).toEqual([]);
      else expect(model.efforts).toContain(model.effortDefault);
      for (const effort of model.efforts) expect(EFFORTS).toContain(effort);
    }
    const names = MODELS.flatMap((model) => [model.id, ...model.aliases]);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('profiles', () => {
  it('are the first-party server and one for each model', () => {
    expect(PROFILES.map((profile) => profile.name)).toEqual([
      'first-party',
      ...MODELS.map((model) => model.id),
    ]);
    expect(profileOf('claude-opus-5-5').models.map((model) => model.id)).toEqual(['claude-opus-5-5']);
    expect(profileOf('claude-haiku-4-5-20251001').name).toBe('claude-haiku-4-5');
  });

  it('that do not exist are an error that lists those that do', () => {
    expect(() => profileOf('bedrock')).toThrow(
      /^Unknown profile 'bedrock'\. Known profiles: first-party, claude-fable-5-2, .*claude-sonnet-4-5\.$/,
    );
  });
});

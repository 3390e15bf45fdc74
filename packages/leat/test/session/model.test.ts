import { asRoundId, asUuid, DEFAULT_MODEL, type AssistantRecord } from '@leat/kernel';
import { expect, test } from 'vitest';
import { chooseModel, windowOf } from '../../src/session/model.ts';

const answer = (model: string): AssistantRecord => ({
  uuid: asUuid(model),
  parentUuid: null,
  timestamp: '2026-11-29T00:00:00.000Z',
  type: 'assistant',
  round: asRoundId('r'),
  model,
  audience: 'both',
  content: [],
});

test('the flag wins, then the environment, then the session, then the default', () => {
  const records = [answer('claude-opus-4-8'), answer('<synthetic>')];
  expect(chooseModel('flag', 'environment', records)).toEqual({ model: 'flag', notice: null });
  expect(chooseModel(null, 'environment', records)).toEqual({ model: 'environment', notice: null });
  expect(chooseModel(null, undefined, records)).toEqual({ model: 'claude-opus-4-8', notice: null });
  expect(chooseModel(null, undefined, [])).toEqual({ model: DEFAULT_MODEL, notice: null });
});

test('a session whose model is not known, or that names none, is asked of the default, and that is said', () => {
  expect(chooseModel(null, undefined, [answer('claude-1')])).toMatchObject({
    model: DEFAULT_MODEL,
    notice: expect.stringContaining('claude-1'),
  });
  expect(chooseModel(null, undefined, [answer('')])).toMatchObject({
    model: DEFAULT_MODEL,
    notice: expect.stringContaining('names no model'),
  });
});

test('LEAT_AUTO_COMPACT_WINDOW is a number of tokens, or an error that says so', () => {
  expect([windowOf(undefined), windowOf(''), windowOf('32768')]).toEqual([null, null, 32_768]);
  for (const wrong of ['32k', '-1', '0', '1.5']) expect(() => windowOf(wrong)).toThrow('number of tokens');
});

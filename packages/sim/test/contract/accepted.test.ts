import { describe, expect, it } from 'vitest';
import { validate } from '../../src/contract/index.ts';
import { MODELS } from '../../src/models/index.ts';
import { document, gif, image, jpeg, pdf, png, textDocument, webp } from './media.ts';
import type { Obj, SampleLike } from './request.ts';
import {
  ask,
  assistant,
  BOUND,
  cached,
  counting,
  leniently,
  MID,
  OLD,
  prepared,
  result,
  serverResult,
  serverUse,
  system,
  talk,
  text,
  think,
  tool,
  under,
  underNew,
  use,
  user,
  webSearch,
  without,
} from './request.ts';

const accepts = (sample: SampleLike) => {
  const { body, context } = prepared(sample);
  expect(validate(body, context)).toBeNull();
};

/** A loop of so many rounds, with parallel calls, thinking, errors and images on the way. */
function session(rounds: number, thinking = true): Obj[] {
  const messages: Obj[] = [user(text('find the bug', cached()))];
  for (let n = 0; n < rounds; n += 1) {
    const calls = Array.from({ length: 1 + (n % 3) }, (_, k) => `toolu_${n}_${k}`);
    const thought = thinking && n % 2 === 0 ? [think({ thinking: '', signature: `c2ln${n}` })] : [];
    messages.push(assistant(...thought, ...(n % 4 === 0 ? ['looking'] : []), ...calls.map((id) => use(id))));
    const results = calls.toReversed().map((id, k) => {
      if (n % 5 === 1 && k === 0) return result(id, { is_error: true, content: [text('no such file')] });
      if (n % 7 === 2 && k === 0) return result(id, { content: [text('a picture'), image(png(640, 480))] });
      return result(id, k === 1 ? { content: '' } : without('content', result(id)));
    });
    messages.push(user(...results, ...(n % 6 === 5 ? ['and hurry'] : [])));
  }
  return messages;
}

describe('requests of a well-behaved client are accepted', () => {
  for (const { id } of MODELS) {
    it(`a session of 25 rounds on ${id}`, () => {
      accepts(
        talk(session(25), {
          model: id,
          stream: true,
          system: [text('be good', cached('1h'))],
          metadata: { user_id: 'u' },
        }),
      );
      accepts(underNew(talk(session(25), { model: id })));
      accepts(counting(without('max_tokens', talk(session(5), { model: id }))));
    });
  }

  it('every beginning of a session that ends with the user', () => {
    const messages = session(50);
    for (let n = 1; n <= messages.length; n += 2) accepts(talk(messages.slice(0, n)));
  });

  it('a manual thinking loop', () => {
    const thinking = { type: 'enabled', budget_tokens: 2048, display: 'summarized' };
    accepts(
      talk([user('a'), assistant(think(), 'x', use('t')), user(result('t'))], { model: OLD, thinking }),
    );
  });

  it('four breakpoints on what may carry one', () => {
    const turn = [
      user(text('a'), image(png(9, 9), 'image/png', cached())),
      assistant(think(), use('t', cached())),
      user(result('t', { ...cached(), content: [text('x'), text('y')] }), text('b')),
    ];
    accepts(talk(turn, { tools: [tool('Read', cached('1h'))] }));
  });

  it('every kind of media, shown and returned', () => {
    const media = [
      image(jpeg(800, 600), 'image/jpeg'),
      image(gif(5, 5), 'image/gif'),
      image(webp('VP8X', 7, 7), 'image/webp'),
    ];
    accepts(talk([user('look', ...media, document(pdf(3)), textDocument({ title: 't' }))]));
    accepts(talk([user('a'), assistant(use('t')), user(result('t', { content: [text('x'), ...media] }))]));
  });

  it('a paused turn that is resumed', () => {
    accepts(talk([user('a'), assistant(serverUse(), serverResult())], { tools: [webSearch] }));
  });

  it('system messages where the model takes them', () => {
    const messages = session(3);
    accepts(talk([...messages, system('the file changed')]));
    accepts(
      talk([...messages, system('the file changed'), assistant('ok'), user('go on')], { model: BOUND }),
    );
  });

  it('a structured answer', () => {
    const format = {
      type: 'json_schema',
      schema: { type: 'object', properties: {}, additionalProperties: false },
    };
    accepts(ask({ output_config: { effort: 'high', format } }));
  });

  it('betas together with their fields', () => {
    accepts(
      under(
        'task-budgets-2026-03-13, fast-mode-2026-02-01',
        ask({ speed: 'fast', output_config: { task_budget: { type: 'tokens', total: 9000 } } }),
      ),
    );
  });

  it('what the server as observed merges', () => {
    accepts(
      leniently(
        talk([
          assistant('hi'),
          user('a'),
          user('b'),
          assistant('c'),
          assistant(use('t')),
          user(result('t')),
          user('d'),
        ]),
      ),
    );
    accepts(leniently(talk([user('a'), assistant('so')], { model: OLD })));
  });

  it('sampling on models that have it', () => {
    accepts(ask({ model: MID, temperature: 0.3, top_k: 5 }));
  });
});

/** Histories that grow, with everything that is remembered of them, against the same histories seen for the first time. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPrefixCache, render } from '../../src/cache/index.ts';
import { boundPrefixes, settle, validate, validationContext } from '../../src/contract/index.ts';
import { MODELS } from '../../src/index.ts';
import type { Message, MessagesRequest } from '../../src/index.ts';
import { signatureCheckFor } from '../../src/server/signature-check.ts';

const RUNS = Number(process.env['LEAT_RUNS'] ?? 40);

const model = fc.constantFrom(...MODELS);
const text = fc.record({
  type: fc.constant('text'),
  text: fc.string({ minLength: 1, maxLength: 40 }).map((each) => `${each}x`),
});
const thinking = fc.record({
  type: fc.constant('thinking'),
  thinking: fc.string({ maxLength: 20 }),
  signature: fc.constantFrom('EqQBCkYIBxgC', 'bGVhdC1zaW06MTp4'),
});

/** One round: words, thinking and calls of the model, then their results. Ids are filled in by place. */
const round = fc.record({
  said: fc.array(fc.oneof(text, thinking), { maxLength: 3 }),
  calls: fc.nat(4),
  result: fc.string({ maxLength: 2_000 }),
  human: fc.boolean(),
});
type Round = typeof round extends fc.Arbitrary<infer T> ? T : never;

function messagesOf(rounds: readonly Round[]): Message[] {
  const messages: Message[] = [{ role: 'user', content: 'begin' }];
  for (const [index, { said, calls, result, human }] of rounds.entries()) {
    const ids = Array.from({ length: calls }, (_, call) => `toolu_${index}_${call}`);
    const uses = ids.map((id) => ({ type: 'tool_use', id, name: 'Read', input: { id } }));
    messages.push({
      role: 'assistant',
      content: [...said, ...uses, ...(calls === 0 ? [{ type: 'text', text: 'end' }] : [])],
    });
    const results = ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: result }));
    const words = human || calls === 0 ? [{ type: 'text', text: 'go on' }] : [];
    messages.push({ role: 'user', content: [...results, ...words] });
  }
  return messages;
}

const tools = [{ name: 'Read', description: 'r'.repeat(9_000), input_schema: { type: 'object' } }];

/** The request with a breakpoint on its last block. */
function marked(id: string, messages: readonly Message[]): MessagesRequest {
  const last = messages.at(-1);
  const blocks =
    last === undefined || typeof last.content === 'string' ? [{ type: 'text', text: 'begin' }] : last.content;
  const content = blocks.map((block, index) =>
    index === blocks.length - 1 ? { ...block, cache_control: { type: 'ephemeral' } } : block,
  );
  return {
    model: id,
    max_tokens: 100,
    tools,
    messages: [...messages.slice(0, -1), { role: 'user', content }],
  };
}

test('a remembered history renders, counts and is judged like a new one', () => {
  fc.assert(
    fc.property(fc.array(round, { minLength: 1, maxLength: 6 }), model, (rounds, of) => {
      const whole = messagesOf(rounds);
      const context = validationContext({ checkSignature: signatureCheckFor(of.id) });
      for (let count = 1; count <= whole.length; count += 2) {
        const grown = marked(of.id, whole.slice(0, count));
        const fresh: MessagesRequest = JSON.parse(JSON.stringify(grown));
        const isolation = { key: 'k', model: of, fast: false };
        expect(render(grown, isolation)).toEqual(render(fresh, isolation));
        const verdict = validate(grown, context);
        expect(verdict).toEqual(validate(fresh, context));
        expect(boundPrefixes(grown).end).toBe(boundPrefixes(fresh).end);
        for (const [index, message] of grown.messages.entries()) {
          const last = typeof message.content === 'string' ? 0 : message.content.length;
          expect(boundPrefixes(grown).at(index, last)).toBe(boundPrefixes(fresh).at(index, last));
        }
        if (verdict === null) settle(grown.messages);
      }
    }),
    { numRuns: RUNS },
  );
});

test('read(n+1) = read(n) + written(n), and nothing but the opening of the answer is uncached', () => {
  fc.assert(
    fc.property(fc.array(round, { minLength: 1, maxLength: 12 }), model, (rounds, of) => {
      // Models that strip thinking change what they see of earlier turns; there the law holds between human turns only.
      if (of.stripsEarlierThinking) return;
      const cache = createPrefixCache();
      const whole = messagesOf(rounds);
      let held = 0;
      for (let count = 1, order = 1; count <= whole.length; count += 2) {
        const rendered = render(marked(of.id, whole.slice(0, count)), { key: 'k', model: of, fast: false });
        const arrival = { order: order++, atMs: count * 1_000 };
        const plan = cache.plan(rendered, arrival, of.cacheableTokensMin);
        plan.begin(order++);
        const written = plan.write5m + plan.write1h;
        expect(plan.read + written + plan.uncached).toBe(rendered.tokens);
        expect(plan.read).toBe(held);
        if (written > 0 || plan.read > 0) expect(plan.uncached).toBeLessThan(10);
        held = plan.read + written;
      }
    }),
    { numRuns: RUNS },
  );
});

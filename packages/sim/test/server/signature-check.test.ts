import { describe, expect, it } from 'vitest';
import { boundPrefixes, validate, validationContext } from '../../src/contract/index.ts';
import { signatureCheckFor } from '../../src/server/signature-check.ts';
import { issueSignature, signatureName, thoughtHash } from '../../src/usage/signature.ts';

const MODEL = 'claude-opus-5-5';
type Obj = Record<string, unknown>;

/** Rounds of a call, each with a thought signed as the server signs it. Thoughts left out are `null`. */
function rounds(count: number, model = MODEL): Obj[] {
  const messages: Obj[] = [{ role: 'user', content: 'go' }];
  let before = '';
  for (let n = 0; n < count; n += 1) {
    const prefix = boundPrefixes({ messages, tools: TOOLS }).end;
    const signature = issueSignature({
      prefix,
      after: before === '' ? '' : signatureName(before),
      thought: thoughtHash(`t${n}`),
      tokens: 1,
      model,
      corrupt: false,
    });
    before = signature;
    messages.push({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: `t${n}`, signature },
        { type: 'tool_use', id: `c${n}`, name: 'Read', input: {} },
      ],
    });
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: `c${n}` }] });
  }
  return messages;
}

const TOOLS = [{ name: 'Read', input_schema: { type: 'object' } }];
const checkSignature = signatureCheckFor(MODEL);
const refusal = (messages: Obj[], more: Obj = {}) =>
  validate(
    { model: MODEL, max_tokens: 9, tools: TOOLS, messages, ...more },
    validationContext({ checkSignature }),
  )?.rule ?? null;
/** Takes the thoughts of these rounds out. */
const without = (messages: Obj[], ...lost: number[]) =>
  messages.map((message, at) =>
    lost.some((n) => at === 2 * n + 1) && Array.isArray(message['content'])
      ? { ...message, content: message['content'].slice(1) as unknown[] }
      : message,
  );

describe('signatures that the simulator issued', () => {
  it.each([[[]], [[0]], [[0, 1]], [[3]], [[2, 3]], [[0, 3]], [[0, 1, 2, 3]]])(
    'are accepted with the thoughts of rounds %j taken from the start or the end',
    (lost) => {
      expect(refusal(without(rounds(4), ...lost))).toBeNull();
    },
  );

  it.each([[[1]], [[2]], [[1, 2]], [[0, 2]]])(
    'miss the thoughts of rounds %j taken out of the middle',
    (lost) => {
      expect(refusal(without(rounds(4), ...lost))).toBe('C51b');
    },
  );

  it('notice a thought that comes back after it was left out', () => {
    const [first, second] = [rounds(1), rounds(2)];
    const alone = without(second, 0);
    expect(refusal(alone)).toBeNull();
    const prefix = boundPrefixes({ messages: without(first, 0), tools: TOOLS }).end;
    const fresh = issueSignature({
      prefix,
      after: '',
      thought: thoughtHash('x'),
      tokens: 1,
      model: MODEL,
      corrupt: false,
    });
    const answer = {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'x', signature: fresh },
        { type: 'text', text: 'x' },
      ],
    };
    expect(refusal([...without(first, 0), answer, { role: 'user', content: 'b' }])).toBeNull();
    expect(refusal([...first, answer, { role: 'user', content: 'b' }])).toBe('C51b');
  });

  it('miss a thought inside the latest turn on models that bind nothing', () => {
    const model = 'claude-opus-5';
    const check = signatureCheckFor(model);
    const messages = without(rounds(3, model), 1);
    const judge = (turn: Obj[]) =>
      validate(
        { model, max_tokens: 9, tools: TOOLS, messages: turn },
        validationContext({ checkSignature: check }),
      )?.rule ?? null;
    expect(judge(messages)).toBe('C58');
    expect(
      judge([...messages, { role: 'assistant', content: 'done' }, { role: 'user', content: 'more' }]),
    ).toBeNull();
    expect(judge(without(rounds(3, model), 0, 1, 2))).toBeNull();
  });

  it('do not mind thoughts of another model in between', () => {
    const others = rounds(2, 'claude-haiku-5-5');
    expect(refusal(others)).toBeNull();
    expect(refusal(without(others, 1))).toBeNull();
  });

  it.each<[string, string, (messages: Obj[]) => Obj[]]>([
    ['C51b', 'an earlier word', (messages) => messages.with(0, { role: 'user', content: 'stop' })],
    [
      'C51b',
      'an earlier result',
      (messages) =>
        messages.with(2, {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'c0', content: 'x' }],
        }),
    ],
    [
      'C58',
      'the latest thought',
      (messages) =>
        messages.map((m, at) =>
          at === 3 && Array.isArray(m['content'])
            ? {
                ...m,
                content: [
                  { ...(m['content'][0] as Obj), thinking: 'else' },
                  ...(m['content'].slice(1) as Obj[]),
                ],
              }
            : m,
        ),
    ],
  ])('answer with %s to a change of %s', (rule, _, change) => {
    expect(refusal(change(rounds(2)))).toBe(rule);
  });

  it('answer with C51 to a change of themselves', () => {
    const messages = rounds(1);
    const text = JSON.stringify(messages).replace(
      /"signature":"(.{30})./,
      (_, head: string) => `"signature":"${head}#`,
    );
    expect(refusal(JSON.parse(text) as Obj[])).toBe('C51');
  });
});

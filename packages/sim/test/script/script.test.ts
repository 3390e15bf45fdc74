import { expect, test } from 'vitest';
import { createScriptBehaviour, parseScript } from '../../src/index.ts';
import type { MessagesRequest, Script } from '../../src/index.ts';

const asks = (fields: Partial<MessagesRequest> = {}): MessagesRequest => ({
  model: 'm',
  max_tokens: 10,
  messages: [{ role: 'user', content: 'do it' }],
  ...fields,
});
const tools = (...names: string[]) => ({ tools: names.map((name) => ({ name })) });

/** What a script says to requests, a line each: texts, and calls as name(input). */
async function said(script: Script, requests: readonly MessagesRequest[]): Promise<string[]> {
  const behaviour = createScriptBehaviour(script);
  const lines = [];
  for (const request of requests) {
    const { content, stopReason } = await behaviour.answer(request);
    const blocks = content.map((block) =>
      block.type === 'tool_use'
        ? `${String(block['name'])}(${JSON.stringify(block['input'])})`
        : String(block['text']),
    );
    lines.push(`${blocks.join(' ')} · ${stopReason}`);
  }
  return lines;
}

test('turns are given in order, then one closing sentence for ever', async () => {
  const turns = [{ text: 'one' }, { text: 'two', times: 2 }];
  expect(await said({ turns }, [asks(), asks(), asks(), asks(), asks()])).toEqual([
    'one · end_turn',
    'two · end_turn',
    'two · end_turn',
    'The script has no more turns. · end_turn',
    'The script has no more turns. · end_turn',
  ]);
});

test('a call is chosen by the tools that are offered', async () => {
  const choice = {
    type: 'tool_use',
    any_of: [
      { name: 'Read', input: { file_path: 'a' } },
      { name: 'read_file', input: { path: 'a' } },
    ],
  };
  const turns = [{ text: 'I look.', content: [choice], times: 'always' as const }];
  expect(await said({ turns }, [asks(tools('read_file')), asks(tools('Read', 'read_file')), asks()])).toEqual(
    [
      'I look. read_file({"path":"a"}) · tool_use',
      'I look. Read({"file_path":"a"}) · tool_use',
      'I look. · end_turn',
    ],
  );
});

test('a turn with a condition waits for a request that fits', async () => {
  const turns = [
    { when: { system: 'summary' }, text: 'a summary' },
    { when: { tools: ['Bash'], last: 'result' }, text: 'after the result' },
    { when: { without_tools: ['Bash'] }, text: 'no shell' },
    { text: 'any' },
  ];
  const side = asks({ system: [{ type: 'text', text: 'write a summary' }], ...tools('Bash') });
  const result = asks({
    ...tools('Bash'),
    messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: 'the result' }] }],
  });
  expect(await said({ turns }, [asks(tools('Bash')), side, asks(), result])).toEqual([
    'any · end_turn',
    'a summary · end_turn',
    'no shell · end_turn',
    'after the result · end_turn',
  ]);
});

test('by history, the number of assistant turns in the request decides', async () => {
  const turns = [{ text: 'zero' }, { text: 'one' }];
  const later = asks({
    messages: [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
      { role: 'assistant', content: 'c' },
      { role: 'user', content: 'd' },
    ],
  });
  expect(await said({ by: 'history', turns }, [later, asks(), later])).toEqual([
    'one · end_turn',
    'zero · end_turn',
    'one · end_turn',
  ]);
});

test('a turn that was not delivered comes again, and only that one', async () => {
  const behaviour = createScriptBehaviour({ turns: [{ text: 'one' }, { text: 'two' }] });
  const first = await behaviour.answer(asks());
  const second = await behaviour.answer(asks());
  behaviour.settle?.(first, false);
  behaviour.settle?.(second, true);
  expect((await behaviour.answer(asks())).content).toEqual([{ type: 'text', text: 'one' }]);
  expect(behaviour.progress?.()).toEqual({ taken: 2, turns: 2 });
});

test('a restarted script begins anew', async () => {
  const behaviour = createScriptBehaviour({ turns: [{ text: 'one' }, { text: 'two' }] });
  await behaviour.answer(asks());
  behaviour.restart?.();
  expect((await behaviour.answer(asks())).content).toEqual([{ type: 'text', text: 'one' }]);
});

test.each([
  ['an array', '[{"text":"a"},{"text":"b"}]', 2],
  ['an object', '{"by":"history","turns":[{"text":"a"}]}', 1],
  ['lines', '{"text":"a"}\n\n{"text":"b"}\r\n', 2],
  ['one line', '{"text":"a"}', 1],
])('a script is %s', (_name, text, count) => {
  expect(parseScript(text).turns).toHaveLength(count);
});

test.each([
  ['[{"text":"a"},]', 's: line 1, column 15: not JSON'],
  ['[\n  {"text": "a"\n  {"text": "b"}\n]', 's: line 3, column 3: not JSON'],
  ['{"text":"a"}\n{"text":"b"}\n{"text":}', 's: line 3, column 9: not JSON'],
  ['[{"text":1}]', 's: turn 1: text: expected a string, found 1'],
  ['[{"txt":"a"}]', "s: turn 1: unknown key 'txt'. Known keys: text, content,"],
  ['[{"text":"a"},{"content":[{"text":"a"}]}]', 's: turn 2: content[0].type: expected a string'],
  ['[{"content":[{"type":"tool_use"}]}]', 's: turn 1: content[0].name: expected a string (or any_of'],
  ['[{"stop_reason":"done"}]', 's: turn 1: stop_reason: expected end_turn,'],
  ['[{"when":{"tool":"x"}}]', "s: turn 1: when: unknown key 'tool'"],
  ['[{"times":0}]', 's: turn 1: times: expected a positive whole number or "always"'],
  ['{"by":"chance","turns":[]}', 's: by: expected "order" or "history"'],
  ['7', 's: turn 1: expected an object, found 7'],
])('%s is refused with its place', (text, message) => {
  expect(() => parseScript(text, 's')).toThrow(message);
});

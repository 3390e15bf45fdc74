import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createScriptBehaviour, recordedTurns } from '../../src/index.ts';
import { bodyOf, jsonOf, post, started } from '../server/harness.ts';

const line = (uuid: string, id: string, content: object[], extra: object = {}) =>
  JSON.stringify({
    type: 'assistant',
    uuid,
    message: { id, role: 'assistant', content, stop_reason: null },
    ...extra,
  });
const text = (words: string) => ({ type: 'text', text: words });
const call = { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { a: 1 } };

test('lines of one response are one turn, whatever stands between them', () => {
  const { turns, badLines } = recordedTurns(
    [
      JSON.stringify({ type: 'user', uuid: 'u', message: { role: 'user', content: 'hi' } }),
      line('1', 'm1', [{ type: 'thinking', thinking: 'hm', signature: 'x' }]),
      line('2', 'm1', [call]),
      JSON.stringify({ type: 'user', uuid: 'r', message: { role: 'user', content: [] } }),
      line('3', 'm1', [{ ...call, id: 'toolu_2' }]),
      line('4', 'm2', [text('done'), text('  ')]),
      line('4', 'm2', [text('a repeated record')]),
      'not json',
      '',
    ].join('\n'),
  );
  expect(turns).toEqual([
    { content: [{ type: 'thinking', thinking: 'hm' }, call, { ...call, id: 'toolu_2' }] },
    { content: [text('done')] },
  ]);
  expect(badLines).toBe(1);
});

test('synthetic errors and side chains are left out, two records on a line are two', () => {
  const { turns } = recordedTurns(
    [
      line('1', 'm1', [text('one')]) + line('2', 'm2', [text('two')]),
      line('3', 'm3', [text('API Error')], { isApiErrorMessage: true }),
      line('4', 'm4', [text('from a side chain')], { isSidechain: true }),
    ].join('\n'),
  );
  expect(turns.map((turn) => turn.content)).toEqual([[text('one')], [text('two')]]);
});

test('a file without such turns is refused', () => {
  expect(() => recordedTurns('{"type":"user"}', 'x.jsonl')).toThrow('x.jsonl: holds no assistant turns');
});

test('a replay is served with recorded ids and signatures of our own', async () => {
  const transcript = [
    line('1', 'm1', [{ type: 'thinking', thinking: 'hm' }, call]),
    line('2', 'm2', [text('end')]),
  ];
  const simulator = await started({ replay: transcript.join('\n') });
  const first = jsonOf(await post(simulator, bodyOf())) as never as { content: object[] };
  expect(first.content).toEqual([{ type: 'thinking', thinking: '', signature: expect.any(String) }, call]);
  expect((await post(simulator, bodyOf())).text).toContain('"end"');
  expect(simulator.behaviour).toBe('replay');
});

const folder = join(import.meta.dirname, '../../../../../shared/transcripts');
const files = existsSync(folder)
  ? readdirSync(folder).filter((name) => name.endsWith('.jsonl') && !name.startsWith('pi-'))
  : [];

test.runIf(files.length === 0)('recorded sessions give a turn for each response', ({ skip }) => {
  skip('no ../shared/transcripts beside the project');
});

test.each(files)('%s gives a turn for each response, in order', async (name) => {
  const recording = readFileSync(join(folder, name), 'utf8');
  const { turns } = recordedTurns(recording, name);
  expect(turns.length).toBeGreaterThan(0);
  const behaviour = createScriptBehaviour({ turns });
  const request = { model: 'm', max_tokens: 1, messages: [] };
  for (const turn of turns) {
    const { content } = await behaviour.answer(request);
    expect(content.every((block, index) => block === turn.content?.[index])).toBe(true);
  }
});

test.each(files.slice(0, 4))(
  '%s is played to a client that answers every call, and nothing is refused',
  async (name) => {
    const recording = readFileSync(join(folder, name), 'utf8');
    const calls = recordedTurns(recording)
      .turns.flatMap((turn) => turn.content ?? [])
      .filter((block) => block.type === 'tool_use');
    const names = [...new Set(['Read', ...calls.map((call) => String(call['name']))])];
    const tools = names.map((tool) => ({ name: tool, input_schema: { type: 'object' } }));
    const simulator = await started({ replay: recording });
    const messages: object[] = [{ role: 'user', content: 'begin' }];
    for (let round = 0; round < 25; round++) {
      const reply = await post(simulator, bodyOf({ messages, tools, max_tokens: 32_000 }));
      expect(reply.status, reply.text.slice(0, 400)).toBe(200);
      const { content } = jsonOf(reply) as never as { content: { type: string; id: string }[] };
      if (content.length === 0 || content.at(-1)?.type === 'thinking') break;
      const results = content.flatMap(({ type, id }) =>
        type === 'tool_use' ? [{ type: 'tool_result', tool_use_id: id, content: 'done' }] : [],
      );
      messages.push(
        { role: 'assistant', content },
        { role: 'user', content: results.length > 0 ? results : 'go on' },
      );
    }
    expect(simulator.log().length).toBeGreaterThan(0);
  },
);

import Anthropic from '@anthropic-ai/sdk';
import { afterEach, expect, test } from 'vitest';
import { createSimulator } from '../../src/index.ts';
import type { Simulator, SimulatorOptions } from '../../src/index.ts';

const open: Simulator[] = [];
afterEach(async () => {
  for (const simulator of open.splice(0)) await simulator.close();
});
const started = async (options: SimulatorOptions = {}) => {
  const simulator = await createSimulator(options);
  open.push(simulator);
  return simulator;
};
const clientOf = (simulator: Simulator, options: object = {}) =>
  new Anthropic({ baseURL: simulator.url, apiKey: 'sk-test', maxRetries: 0, ...options });

const hello = {
  model: 'claude-opus-5-5',
  max_tokens: 1000,
  messages: [{ role: 'user' as const, content: 'Hello' }],
};

test('a message comes whole', async () => {
  const simulator = await started({ script: [{ text: 'Good day.' }] });
  const message = await clientOf(simulator).messages.create(hello);
  expect(message.content).toEqual([{ type: 'text', text: 'Good day.' }]);
  expect(message.stop_reason).toBe('end_turn');
  expect(simulator.log()).toHaveLength(1);
});

test('a stream gives the same message', async () => {
  const simulator = await started({
    script: [
      { text: 'Good day.', content: [{ type: 'tool_use', name: 'Read', input: { path: 'ä'.repeat(200) } }] },
    ],
  });
  const message = await clientOf(simulator).messages.stream(hello).finalMessage();
  expect(message.content).toMatchObject([
    { type: 'text', text: 'Good day.' },
    { type: 'tool_use', name: 'Read', input: { path: 'ä'.repeat(200) } },
  ]);
  expect(message.stop_reason).toBe('tool_use');
});

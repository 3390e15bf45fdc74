/**
 * A session of many tool rounds against the simulator over real HTTP, with its strictest contract and its cache: nothing is
 * refused, and the law of the prefix holds in every round (SPEC 9.2, 14.5). `LEAT_RUNS` sets the number of rounds.
 */
import { asSessionId, stateOf, timelineOf, type RequestRecord, type ResponseRecord } from '@leat/kernel';
import { createSimulator, type Answer, type MessagesRequest, type Simulator } from '@leat/sim';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoryHost } from '../../src/host/memory-host.ts';
import { localMachine } from '../../src/host/local-machine.ts';
import { createAnthropicProvider } from '../../src/provider/anthropic.ts';
import type { QueryEvent } from '../../src/query/events.ts';
import { QueryEngine } from '../../src/query/query-engine.ts';
import { BASH, EDIT, makeTool, newTrace, READ } from '../support/scripted-tools.ts';

const ROUNDS = Number(process.env['LEAT_RUNS'] ?? 50);

let simulator: Simulator;

/** Two reads, or an edit, or a command each round; thinking and text among them. */
const answerOf = (request: MessagesRequest): Answer => {
  const round = request.messages.filter((message) => message.role === 'assistant').length + 1;
  if (round > ROUNDS) return { content: [{ type: 'text', text: 'all done' }], stopReason: 'end_turn' };
  const say = `line ${round} `.repeat(20);
  const call = (name: string, input: object) => ({ type: 'tool_use', name, input });
  const calls =
    round % 3 === 0
      ? [call('Bash', { say })]
      : round % 3 === 1
        ? [call('Read', { say }), call('Read', { path: '/work/b', say })]
        : [call('Edit', { say, fail: round % 2 === 0 })];
  const before = round % 4 === 0 ? [{ type: 'thinking', thinking: `thought ${round}` }] : [];
  return { content: [...before, { type: 'text', text: `round ${round}` }, ...calls], stopReason: 'tool_use' };
};

beforeEach(async () => {
  simulator = await createSimulator({ behaviour: { name: 'rounds', answer: answerOf }, keepBodies: true });
});
afterEach(() => simulator.close());

const engineOn = async (url: string) => {
  const host = memoryHost();
  const session = asSessionId('11111111-1111-4111-8111-111111111111');
  const log = await host.sessions.create({ session, cwd: '/work' });
  const trace = newTrace();
  const tools = [READ, EDIT, BASH].map((shape) => makeTool(shape, trace));
  const real = localMachine();
  const engine = new QueryEngine({
    host,
    machine: { ...real, files: { ...real.files, realpath: async (path) => path } },
    log,
    records: [],
    blobs: host.sessions.blobs(session),
    provider: createAnthropicProvider({ apiKey: 'test', baseUrl: url }),
    model: 'claude-sonnet-5-5',
    head: () => ({
      system: ['You are a test.', 'These are the rules. '.repeat(200), 'cwd: /work'],
      tools: tools.map((tool) => tool.definition),
      context: '<system-reminder>\n# today\n2026-11-29\n</system-reminder>',
    }),
    tools,
    toolSession: { cwd: '/work', roots: ['/work'], files: new Map() },
    permissions: {
      mode: 'acceptEdits',
      rules: [{ effect: 'allow', tool: 'Bash', pattern: null, text: 'Bash', base: '/work' }],
      roots: ['/work'],
      isRoot: false,
      sandboxed: false,
    },
    version: '0.1.0',
  });
  return { engine, host, session };
};

describe('a long session over HTTP', () => {
  it('is never refused, and each request reads what the one before it read and wrote', async () => {
    const { engine, host, session } = await engineOn(simulator.url);
    const turn = engine.submitMessage('please do it all');
    const events: QueryEvent[] = [];
    for await (const event of turn.events) events.push(event);
    expect(await turn.done).toEqual({ reason: 'completed', stopReason: 'end_turn' });

    const log = simulator.log();
    expect(log.filter((entry) => entry.outcome !== 'answered')).toEqual([]);
    expect(log).toHaveLength(ROUNDS + 1);
    let before: (typeof log)[number]['tokens'] = null;
    for (const { tokens, number } of log) {
      if (tokens === null) throw new Error(`request ${number} has no usage`);
      if (before !== null) expect(tokens.read, `request ${number}`).toBe(before.read + before.write5m);
      expect(tokens.uncached, `request ${number}`).toBeLessThanOrEqual(100);
      before = tokens;
    }
    const { records } = await host.sessions.read(session);
    const requests = records.filter((record): record is RequestRecord => record.type === 'request');
    const responses = records.filter((record): record is ResponseRecord => record.type === 'response');
    for (const [index, request] of requests.entries()) {
      const usage = responses[index]?.usage;
      expect(request.predicted?.read ?? 0, `prediction ${index + 1}`).toBe(usage?.cacheRead);
    }
    expect(stateOf(timelineOf(records)).turnEnd?.terminal).toBe('completed');
  });
});

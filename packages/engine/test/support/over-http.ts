/** What the simulations of a turn share: a model that asks for tools for a number of rounds, and an engine over HTTP. */
import { asSessionId, type TimelineRecord } from '@leat/kernel';
import type { Answer, Behaviour, MessagesRequest } from '@leat/sim';
import type { ChainLog, Host } from '../../src/host/host.ts';
import { localMachine } from '../../src/host/local-machine.ts';
import { memoryHost } from '../../src/host/memory-host.ts';
import { createAnthropicProvider } from '../../src/provider/anthropic.ts';
import type { StreamTiming } from '../../src/provider/provider.ts';
import { QueryEngine } from '../../src/query/query-engine.ts';
import { BASH, EDIT, makeTool, newTrace, READ } from './scripted-tools.ts';

/** Two reads, or an edit, or a command each round; thinking and text among them. */
const answerOf = (request: MessagesRequest, rounds: number): Answer => {
  const round = request.messages.filter((message) => message.role === 'assistant').length + 1;
  if (round > rounds) return { content: [{ type: 'text', text: 'all done' }], stopReason: 'end_turn' };
  const say = `line ${round} `.repeat(20);
  const call = (name: string, input: object) => ({ type: 'tool_use', name, input });
  const calls =
    round % 3 === 0
      ? [call('Bash', { say })]
      : round % 3 === 1
        ? [call('Read', { say }), call('Read', { path: '/srv/b', say })]
        : [call('Edit', { say, fail: round % 2 === 0 })];
  const before = round % 4 === 0 ? [{ type: 'thinking', thinking: `thought ${round}` }] : [];
  return { content: [...before, { type: 'text', text: `round ${round}` }, ...calls], stopReason: 'tool_use' };
};

export const roundsBehaviour = (rounds: number): Behaviour => ({
  name: 'rounds',
  answer: (request) => answerOf(request, rounds),
});

export interface OverHttpOptions {
  readonly host?: Host;
  readonly timing?: StreamTiming;
  readonly records?: readonly TimelineRecord[];
  readonly log?: ChainLog;
  readonly windowTokens?: number;
  /** Stands in the head. */
  readonly cwd?: string;
}

/** An engine over real HTTP, with a memory host and scripted tools. */
export const openOverHttp = async (url: string, options: OverHttpOptions = {}) => {
  const host = options.host ?? memoryHost();
  const session = asSessionId('11111111-1111-4111-8111-111111111111');
  const log = options.log ?? (await host.sessions.create({ session, cwd: '/work' }));
  const trace = newTrace();
  const tools = [READ, EDIT, BASH].map((shape) => makeTool(shape, trace));
  const real = localMachine();
  const engine = new QueryEngine({
    host,
    machine: { ...real, files: { ...real.files, realpath: async (path) => path } },
    log,
    records: options.records ?? [],
    blobs: host.sessions.blobs(session),
    provider: createAnthropicProvider({
      apiKey: 'test',
      baseUrl: url,
      ...(options.timing === undefined ? {} : { timing: options.timing }),
    }),
    model: 'claude-sonnet-5-5',
    ...(options.windowTokens === undefined ? {} : { windowTokens: options.windowTokens }),
    head: () => ({
      system: ['You are a test.', 'These are the rules. '.repeat(200), `cwd: ${options.cwd ?? '/work'}`],
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
  return { engine, host, session, log, trace };
};

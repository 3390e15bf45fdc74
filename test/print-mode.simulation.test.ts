/** Print mode as a person and a wrapper meet it: the real command, a scripted model, every documented end. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSimulator, type ScriptTurn, type Simulator } from '@leat/sim';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { leat, startLeat, type Place } from './support/cli.ts';
import { temporaryFolder } from './support/temp.ts';

let simulator: Simulator;
let place: Place;

beforeEach(async () => {
  simulator = await createSimulator({ keepBodies: true });
  place = {
    home: temporaryFolder(),
    cwd: temporaryFolder(),
    env: { ANTHROPIC_BASE_URL: simulator.url, ANTHROPIC_API_KEY: 'test' },
  };
});
afterEach(() => simulator.close());

const call = (name: string, input: object): ScriptTurn => ({ content: [{ type: 'tool_use', name, input }] });
const lines = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { [key: string]: unknown }); // our own output
const requests = () => simulator.log().filter((entry) => entry.path === '/v1/messages');

describe('what comes out', () => {
  test('text: the answer on stdout, and nothing else anywhere', async () => {
    simulator.setScript([{ text: 'The answer.' }]);
    expect(await leat(['-p', 'question'], place)).toEqual({
      code: 0,
      signal: null,
      stdout: 'The answer.\n',
      stderr: '',
    });
  });

  test('json: one result object', async () => {
    simulator.setScript([{ text: 'The answer.' }]);
    const run = await leat(['-p', 'question', '--output-format', 'json'], place);
    expect(JSON.parse(run.stdout)).toMatchObject({
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: 'The answer.',
      num_turns: 1,
      stop_reason: 'end_turn',
      permission_denials: [],
      usage: { output_tokens: expect.any(Number) },
      total_cost_usd: expect.any(Number),
    });
  });

  test('stream-json: init, an answer a block, results, and the result last, all with the session', async () => {
    writeFileSync(join(place.cwd, 'a.txt'), 'content of a\n');
    simulator.setScript([
      {
        text: 'I look.',
        content: [{ type: 'tool_use', name: 'Read', input: { file_path: join(place.cwd, 'a.txt') } }],
      },
      { text: 'Seen.' },
    ]);
    const run = await leat(['-p', 'look', '--output-format', 'stream-json', '--verbose'], place);
    const messages = lines(run.stdout);
    expect(
      messages.map((message) => [message['type'], message['subtype']].filter(Boolean).join('/')),
    ).toEqual(['system/init', 'assistant', 'assistant', 'user', 'assistant', 'result/success']);
    expect(new Set(messages.map((message) => message['session_id'])).size).toBe(1);
    expect(messages[3]).toMatchObject({
      message: {
        role: 'user',
        content: [{ type: 'tool_result', content: expect.stringContaining('content of a') }],
      },
    });
  });

  test('partial messages bring the raw events', async () => {
    simulator.setScript([{ text: 'Hello.' }]);
    const run = await leat(
      ['-p', 'hi', '--output-format', 'stream-json', '--include-partial-messages'],
      place,
    );
    const events = lines(run.stdout).filter((message) => message['type'] === 'stream_event');
    expect(events[0]).toMatchObject({ event: { type: 'message_start' } });
    expect(events.at(-1)).toMatchObject({ event: { type: 'message_stop' } });
  });
});

describe('what goes in', () => {
  test('a prompt from stdin, and both together: what was piped stands first', async () => {
    simulator.setScript([{ text: 'ok', times: 'always' }]);
    await leat(['-p'], place, 'from stdin\n');
    await leat(['-p', 'and words'], place, 'piped\n');
    const texts = requests().map((entry) => JSON.stringify(entry.body));
    expect(texts[0]).toContain('from stdin');
    expect(texts[1]).toContain('piped\\n\\nand words');
  });

  test('no prompt at all is a usage error', async () => {
    const run = await leat(['-p'], place);
    expect([run.code, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toContain('no prompt');
  });

  test('a list option that ate the prompt, and partial messages of another format, are usage errors', async () => {
    const eaten = await leat(['-p', '--allowed-tools', 'Bash', 'Read'], place);
    expect([eaten.code, eaten.stderr]).toEqual([2, expect.stringContaining('behind --')]);
    const partial = await leat(['-p', 'x', '--include-partial-messages'], place);
    expect([partial.code, partial.stderr]).toEqual([2, expect.stringContaining('stream-json')]);
    expect(requests()).toEqual([]);
  });

  test('memory files reach the model, and so do words added to the system prompt', async () => {
    writeFileSync(join(place.cwd, 'AGENTS.md'), 'Always use tabs.\n');
    simulator.setScript([{ text: 'ok' }]);
    await leat(['-p', 'hi', '--append-system-prompt', 'Be brief.'], place);
    const body = requests()[0]?.body as { system: { text: string }[]; messages: unknown[] }; // kept by keepBodies
    expect(body.system.some((segment) => segment.text === 'Be brief.')).toBe(true);
    expect(JSON.stringify(body.messages[0])).toContain('Always use tabs.');
  });

  test('the first request is at most 5,000 tokens, at four characters each', async () => {
    simulator.setScript([{ text: 'ok' }]);
    await leat(['-p', 'hi'], place);
    expect((requests()[0]?.bodyBytes ?? Infinity) / 4).toBeLessThanOrEqual(5_000);
  });
});

describe('sessions', () => {
  const sessionIds = async () =>
    (JSON.parse((await leat(['sessions', '--json'], place)).stdout) as { session: string }[]).map(
      (each) => each.session,
    );

  test('--continue goes on with the newest, --resume with a named one, --fork-session beside it', async () => {
    simulator.setScript((request) => ({ text: `I saw ${request.messages.length} messages.` }));
    await leat(['-p', 'first'], place);
    expect((await leat(['-p', '--continue', 'second'], place)).stdout).toBe('I saw 3 messages.\n');
    const [id = ''] = await sessionIds();
    expect((await leat(['-p', '--resume', id.slice(0, 8), 'third'], place)).stdout).toBe(
      'I saw 5 messages.\n',
    );
    expect((await leat(['-p', '--resume', id, '--fork-session', 'fourth'], place)).stdout).toBe(
      'I saw 7 messages.\n',
    );
    expect((await leat(['-p', '--resume', id, 'fifth'], place)).stdout).toBe('I saw 7 messages.\n');
    expect(await sessionIds()).toHaveLength(2);
    const used = requests().map((entry) => entry.tokens);
    expect(requests().filter((entry) => entry.outcome !== 'answered')).toEqual([]);
    expect(used).toHaveLength(5);
  });

  test('nothing to continue, nothing cut, no such session: each is said', async () => {
    expect((await leat(['-p', '--continue', 'x'], place)).stderr).toContain('no session of this folder');
    const nope = await leat(['-p', '--resume', 'nope', 'x'], place);
    expect([nope.code, nope.stderr]).toEqual([2, expect.stringContaining('no session nope')]);
    simulator.setScript([{ text: 'done' }]);
    await leat(['-p', 'x'], place);
    const run = await leat(['-p', '--continue'], place);
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('nothing was cut')]);
  });

  test('the views of a session, and its check', async () => {
    simulator.setScript([{ text: 'The answer.', times: 'always' }]);
    await leat(['-p', 'question'], place);
    const [id = ''] = await sessionIds();
    const view = async (as: string) => (await leat(['view', id, '--as', as], place)).stdout;
    expect(await view('person')).toContain('question');
    expect(await view('model')).toContain('The answer.');
    expect(await view('transcript')).toContain('request 1.1');
    expect((await leat(['fsck', id], place)).stdout).toContain('sound');

    const shown = JSON.parse(await view('request')) as {
      messages: { role: string; content: { text?: string }[] }[];
    }; // a body
    await leat(['-p', '--continue', 'more'], place);
    const sent = requests().at(-1)?.body as typeof shown; // kept by keepBodies
    // What is shown is what is sent, up to what the new prompt adds.
    expect(sent.messages[0]?.content.map((block) => block.text)).toEqual(
      shown.messages[0]?.content.map((block) => block.text),
    );
    expect(sent.messages[1]).toMatchObject({ role: 'assistant' });
  });

  test('everything that leat writes lies under LEAT_HOME', async () => {
    simulator.setScript([{ text: 'ok' }]);
    await leat(['-p', 'x'], place);
    expect(readdirSync(place.cwd)).toEqual([]);
    expect(readdirSync(place.home)).toContain('projects');
  });
});

describe('permissions', () => {
  test('a call that would ask is refused: the model is told why, the person which flag allows it', async () => {
    simulator.setScript([call('Bash', { command: 'touch made' }), { text: 'I could not.' }]);
    const run = await leat(['-p', 'make it'], place);
    expect([run.code, run.stdout]).toEqual([0, 'I could not.\n']);
    expect(run.stderr).toContain('--allowed-tools Bash');
    expect(readdirSync(place.cwd)).toEqual([]);
    expect(JSON.stringify(requests()[1]?.body)).toContain('"is_error":true');
  });

  test('acceptEdits writes in the folder, not outside and not through a link that leads out', async () => {
    const outside = temporaryFolder();
    simulator.setScript([
      call('Write', { file_path: join(place.cwd, 'in.txt'), content: 'in' }),
      call('Write', { file_path: join(outside, 'out.txt'), content: 'out' }),
      { text: 'done' },
    ]);
    const run = await leat(['-p', 'write', '--permission-mode', 'acceptEdits'], place);
    expect([readdirSync(place.cwd), readdirSync(outside)]).toEqual([['in.txt'], []]);
    expect(run.stderr).toContain('out.txt');
  });

  test('a deny rule wins over an allow rule and over bypassPermissions', async () => {
    simulator.setScript([call('Bash', { command: 'touch made' }), { text: 'done', times: 'always' }]);
    await leat(['-p', 'x', '--allowed-tools', 'Bash', '--disallowed-tools', 'Bash'], place);
    simulator.setScript([call('Bash', { command: 'touch made' }), { text: 'done', times: 'always' }]);
    await leat(['-p', 'x', '--permission-mode', 'bypassPermissions', '--disallowed-tools', 'Bash'], place);
    expect(readdirSync(place.cwd)).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)('as root bypassPermissions needs LEAT_SANDBOXED=1', async () => {
    const run = await leat(['-p', 'x', '--permission-mode', 'bypassPermissions'], {
      ...place,
      env: { ...place.env, LEAT_SANDBOXED: '' },
    });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('LEAT_SANDBOXED=1')]);
    expect(requests()).toEqual([]);
  });
});

describe('ends', () => {
  const endless = () => simulator.setScript((_request, number) => call('Glob', { pattern: `*.${number}` }));

  test('--max-turns', async () => {
    endless();
    const run = await leat(['-p', 'x', '--max-turns', '3', '--output-format', 'json'], place);
    expect([run.code, requests().length]).toEqual([3, 3]);
    expect(JSON.parse(run.stdout)).toMatchObject({
      subtype: 'error_max_turns',
      is_error: true,
      num_turns: 3,
    });
  });

  test('--max-budget-usd ends before a request once the bill has reached it', async () => {
    endless();
    const run = await leat(['-p', 'x', '--max-budget-usd', '0.01', '--output-format', 'json'], place);
    const result = JSON.parse(run.stdout) as { subtype: string; total_cost_usd: number }; // our own output
    expect([run.code, result.subtype]).toEqual([4, 'error_max_budget_usd']);
    expect(result.total_cost_usd).toBeGreaterThanOrEqual(0.01);
  });

  test('--max-budget-usd without a known price is an error at the start', async () => {
    const run = await leat(['-p', 'x', '--max-budget-usd', '1', '--model', 'who-knows'], place);
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('price')]);
    expect(requests()).toEqual([]);
  });

  test('a refused key', async () => {
    const strict = await createSimulator({ keys: ['right'] });
    try {
      const run = await leat(['-p', 'x'], {
        ...place,
        env: { ANTHROPIC_BASE_URL: strict.url, ANTHROPIC_API_KEY: 'wrong' },
      });
      expect([run.code, run.stdout]).toEqual([10, '']);
      expect(run.stderr).toContain('ANTHROPIC_API_KEY');
    } finally {
      await strict.close();
    }
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    '%s while a tool runs stops it, records it, and the next message works at once',
    async (signal, code) => {
      simulator.setScript([
        call('Bash', { command: 'echo $$ > pid; sleep 300' }),
        { text: 'next works', times: 'always' },
      ]);
      const { child, done } = startLeat(['-p', 'x', '--allowed-tools', 'Bash', '--verbose'], place);
      await vi.waitUntil(() => existsSync(join(place.cwd, 'pid')), { timeout: 60_000 });
      child.kill(signal);
      const run = await done;
      expect(run.code).toBe(code);
      const pid = Number(readFileSync(join(place.cwd, 'pid'), 'utf8'));
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
      expect((await leat(['-p', '--continue', 'next'], place)).stdout).toBe('next works\n');
      expect(requests().every((entry) => entry.outcome !== 'refused')).toBe(true);
    },
  );

  test('a second leat on the same session is told, and can fork', async () => {
    simulator.setScript([
      call('Bash', { command: 'touch started; sleep 300' }),
      { text: 'forked', times: 'always' },
    ]);
    const { child, done } = startLeat(['-p', 'x', '--allowed-tools', 'Bash', '--verbose'], place);
    await vi.waitUntil(() => existsSync(join(place.cwd, 'started')), { timeout: 60_000 });
    const second = await leat(['-p', '--continue', 'y'], place);
    expect([second.code, second.stderr]).toEqual([11, expect.stringMatching(/fork/)]);
    expect((await leat(['-p', '--continue', '--fork-session', 'y'], place)).stdout).toBe('forked\n');
    child.kill('SIGTERM');
    await done;
  });
});

test('without key and base URL it says that it rehearses, in one line on stderr', async () => {
  writeFileSync(join(place.cwd, 'README.md'), '# Heron\n\nHeron counts fish.\n');
  const run = await leat(['-p', 'what does this project do?'], { home: place.home, cwd: place.cwd });
  expect(run.code).toBe(0);
  expect(run.stderr.trim().split('\n')).toEqual([expect.stringContaining('rehearsal')]);
  expect(run.stdout).toContain('Heron');
});

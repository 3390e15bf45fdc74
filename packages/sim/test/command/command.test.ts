import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runSimCommand } from '../../src/index.ts';
import { bodyOf, HEADERS } from '../server/harness.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'leat-sim-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** Runs the command until it is told to stop; `use` gets the url of the first line. */
async function run(argv: readonly string[], use: (url: string) => Promise<void> = async () => {}) {
  const stop = new AbortController();
  let out = '';
  let err = '';
  const code = await new Promise<number>((resolve, reject) => {
    const io = {
      out: (text: string) => {
        out += text;
        const first: unknown = out.startsWith('{') ? JSON.parse(out.split('\n')[0] ?? '') : null;
        const { url } = (first ?? {}) as { url?: string };
        if (url !== undefined) use(url).then(() => stop.abort(), reject);
      },
      err: (text: string) => {
        err += text;
      },
      signal: stop.signal,
    };
    runSimCommand(argv, io).then(resolve, reject);
  });
  return { code, out, err };
}

const ask = (url: string, body: object = bodyOf()) =>
  fetch(`${url}/v1/messages`, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) });

test('the first line says where it is, and a signal ends it', async () => {
  const before = process.listenerCount('SIGINT');
  const { code, out, err } = await run([]);
  expect(JSON.parse(out)).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    port: expect.any(Number),
    profile: 'first-party',
    behaviour: 'rehearsal',
  });
  expect([code, err, process.listenerCount('SIGINT')]).toEqual([0, '', before]);
});

test('script, faults, window, profile, seed and log do what they say', async () => {
  const home = folder();
  const file = (name: string, content: unknown) => {
    writeFileSync(join(home, name), JSON.stringify(content));
    return join(home, name);
  };
  const flags = [
    '--script',
    file('script.json', [{ text: 'from the file' }]),
    '--faults',
    file('faults.json', [{ kind: 'overloaded', times: 1 }]),
    '--log',
    join(home, 'log.jsonl'),
    '--profile',
    'claude-opus-5-5',
    '--window',
    '5000',
    '--seed',
    '9',
    '--bodies',
  ];
  const { code } = await run(flags, async (url) => {
    expect((await ask(url)).status).toBe(529);
    expect(await (await ask(url)).text()).toContain('from the file');
    expect((await ask(url, bodyOf({ model: 'claude-opus-5' }))).status).toBe(404);
    const long = await ask(url, bodyOf({ messages: [{ role: 'user', content: 'x'.repeat(60_000) }] }));
    expect(await long.text()).toMatch(/> 5000 maximum/);
  });
  expect(code).toBe(0);
  const lines = readFileSync(join(home, 'log.jsonl'), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).status)).toEqual([529, 200, 404, 400]);
  expect(JSON.parse(lines[0] ?? '').body).toEqual(bodyOf());
});

test.each([
  [['--nope'], "Unknown option '--nope'"],
  [['stray'], "Unexpected argument 'stray'"],
  [['--port', '99999'], '--port: expected a whole number from 0 to 65535'],
  [['--window', 'big'], '--window: expected a whole number from 1000'],
  [['--profile', 'gpt'], "Unknown profile 'gpt'. Known profiles: first-party,"],
  [['--script', '/nowhere/script.json'], '/nowhere/script.json: ENOENT'],
  [['--replay', '/nowhere/t.jsonl'], '/nowhere/t.jsonl: ENOENT'],
  [['--log', '/nowhere/log'], '--log: ENOENT'],
  [['--rehearse', '--script', 'x'], 'exclude each other'],
])('%j is refused in one line with exit code 2', async (argv, words) => {
  const { code, out, err } = await run(argv);
  expect(err).toContain(words);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect([code, out]).toEqual([2, '']);
});

test('a replay without turns names its file', async () => {
  const path = join(folder(), 'empty.jsonl');
  writeFileSync(path, '{"type":"user"}\n');
  const { code, err } = await run(['--replay', path]);
  expect([code, err]).toEqual([2, expect.stringContaining(`${path}: holds no assistant turns`)]);
});

test('a port that is taken is said, with exit code 1', async () => {
  await run([], async (url) => {
    const { code, err } = await run(['--port', new URL(url).port]);
    expect([code, err]).toEqual([1, expect.stringContaining('EADDRINUSE')]);
  });
});

test('--help lists the flags', async () => {
  const { code, out } = await run(['--help']);
  expect([code, out]).toEqual([0, expect.stringContaining('--faults FILE')]);
});

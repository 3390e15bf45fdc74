// How long a cold start takes: `leat --version` and the first request of `leat -p`, each against a bare `node -e 0`,
// interleaved in one run so that noise hits all alike.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { median, printTable } from './table.mjs';

const leat = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages/leat/bin/leat.cjs');

export async function run([runs = '21']) {
  const home = mkdtempSync(join(tmpdir(), 'leat-bench-'));
  const times = { bare: [], version: [], first: [] };
  const server = await firstRequestServer();
  try {
    for (let index = 0; index < Number(runs); index++) {
      times.bare.push(timeOf(['-e', '0']));
      times.version.push(timeOf([leat, '--version']));
      times.first.push(await server.timeToFirstRequest(home));
    }
  } finally {
    server.close();
    rmSync(home, { recursive: true, force: true });
  }
  const bare = median(times.bare);
  const row = (name, values) => [
    name,
    median(values).toFixed(0),
    Math.min(...values).toFixed(0),
    (median(values) / bare).toFixed(2),
  ];
  printTable([
    ['', 'median ms', 'min ms', '× bare'],
    row('node -e 0', times.bare),
    row('leat --version', times.version),
    row('leat -p, first request out', times.first),
  ]);
}

function timeOf(args) {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}`);
  return performance.now() - start;
}

async function firstRequestServer() {
  let arrived = () => undefined;
  const server = createServer((request, response) => {
    arrived();
    request.resume();
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"type":"error","error":{"type":"authentication_error","message":"bench"}}');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    close: () => server.close(),
    timeToFirstRequest(home) {
      return new Promise((resolve, reject) => {
        const start = performance.now();
        const env = {
          PATH: process.env.PATH,
          HOME: home,
          LEAT_HOME: home,
          ANTHROPIC_BASE_URL: url,
          ANTHROPIC_API_KEY: 'bench',
        };
        const child = spawn(process.execPath, [leat, '-p', 'hello'], { env, cwd: home, stdio: 'ignore' });
        let time;
        arrived = () => (time ??= performance.now() - start);
        child.on('close', () => (time === undefined ? reject(new Error('no request came')) : resolve(time)));
      });
    },
  };
}

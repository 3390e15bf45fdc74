/**
 * `leat demo`: a real job, in front of your eyes, with no key and no network. A sample project with a failing test is
 * copied to a temporary folder; the agent, talking over HTTP to the built-in simulator's rehearsal, finds and fixes it
 * with real tools; then the test runs once more, and the bill is shown.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localHost, type QueryEvent } from '@leat/engine';
import { DEFAULT_MODEL } from '@leat/kernel';
import { EXIT_ERROR, EXIT_OK, exitCodeOf } from '../cli/exit-code.ts';
import { leatHome } from '../cli/home.ts';
import type { Installation } from '../cli/installation.ts';
import type { Io } from '../cli/io.ts';
import { watchSignals } from '../cli/signals.ts';
import { tellNotices } from '../print/read-notices.ts';
import { ProgressLines } from '../print/progress-lines.ts';
import { Bill } from '../session/bill.ts';
import { openRehearsal } from '../session/endpoint.ts';
import { createEngine } from '../session/engine.ts';
import { NEW_SESSION, openSession } from '../session/open-session.ts';

/** Enough of an id to name a session among a person's. */
const SHORT_ID_CHARS = 8;
const PROMPT = 'A test fails here. Find out why and fix it.';

export async function demo(io: Io, installation: Installation): Promise<number> {
  const cwd = mkdtempSync(join(tmpdir(), 'leat-demo-'));
  cpSync(join(installation.root, 'demo'), cwd, { recursive: true });
  io.out(
    'No key and no network: the built-in simulator answers, by rules. Nothing is billed; prices are as if.\n' +
      'read, written and uncached are tokens of the prompt cache.\n\n' +
      `A sample project with a failing test: ${cwd}\n> ${PROMPT}\n\n`,
  );
  const home = leatHome(io);
  const host = localHost({ home, version: installation.version });
  const session = await openSession(NEW_SESSION, host, cwd, installation.version);
  tellNotices(session.notices, session.log.session, io);
  const endpoint = await openRehearsal();
  const bill = new Bill();
  try {
    const engine = await createEngine({
      session,
      provider: endpoint.provider,
      model: DEFAULT_MODEL,
      windowTokens: null,
      cwd,
      leatHome: home,
      // The sample is ours, and a copy: its tests may run and its files change unasked.
      permissions: {
        mode: 'acceptEdits',
        rules: [{ effect: 'allow', tool: 'Bash', pattern: null, text: 'Bash', base: cwd }],
        roots: [cwd],
        ownDirectories: [home],
        isRoot: process.getuid?.() === 0,
        sandboxed: io.env['LEAT_SANDBOXED'] === '1',
      },
      appendSystemPrompt: null,
      limits: {},
      rawEvents: false,
      version: installation.version,
      notice: (text) => io.err(`leat: ${text}\n`),
    });
    const turn = engine.submitMessage(PROMPT);
    const signals = watchSignals((byPerson) => turn.abort(byPerson ? 'user-cancel' : 'shutdown'));
    const lines = new ProgressLines((line) => io.out(`${line}\n`), true);
    for await (const event of turn.events) {
      show(event, lines, bill);
    }
    const terminal = await turn.done;
    signals.release();
    if (terminal.reason !== 'completed') return exitCodeOf(terminal, signals.code);
    return report(io, { cwd, home, session: session.log.session }, bill);
  } finally {
    await session.log.close();
    await endpoint.close();
  }
}

function show(event: QueryEvent, lines: ProgressLines, bill: Bill): void {
  if (event.type === 'request_finished') bill.add(event.record);
  lines.event(event);
}

interface Places {
  readonly cwd: string;
  readonly home: string;
  readonly session: string;
}

/** Runs the test again, for real, and shows what the job cost. */
function report(io: Io, places: Places, bill: Bill): number {
  const { cwd, home, session } = places;
  io.out('\nThe test, once more:\n');
  const { status, stdout, stderr } = spawnSync('npm', ['test', '--silent'], { cwd, encoding: 'utf8' });
  io.out(`${stdout}${stderr}`.trimEnd().split('\n').slice(-8).join('\n'));
  io.out(`\n\n${status === 0 ? 'It passes.' : 'It still fails.'}\n\n${bill.table()}\n`);
  const id = session.slice(0, SHORT_ID_CHARS);
  io.out(
    [
      '\nLook into it:',
      `  npx leat view ${id}                 the whole story`,
      `  npx leat view ${id} --as model      what the model sees now`,
      `  npx leat view ${id} --as request    the body of a next request, byte for byte`,
      `  npx leat fsck ${id}                 the session's file, checked`,
      '  npx leat sessions --all             every session',
      `\nThe sample stays in ${cwd}, the session ${session} under ${home}.`,
      '',
    ].join('\n'),
  );
  return status === 0 ? EXIT_OK : EXIT_ERROR;
}

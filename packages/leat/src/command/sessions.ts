/** `leat sessions`: what there is to go on with. */
import { localHost, type SessionSummary } from '@leat/engine';
import { EXIT_OK } from '../cli/exit-code.ts';
import { leatHome } from '../cli/home.ts';
import type { Io } from '../cli/io.ts';
import { plainText } from '../print/plain-text.ts';

const TITLE_CHARS_MAX = 70;

export async function listSessions(
  flags: { readonly all: boolean; readonly json: boolean },
  io: Io,
  version: string,
): Promise<number> {
  const host = localHost({ home: leatHome(io), version });
  const sessions = await host.sessions.list(flags.all ? null : io.cwd);
  if (flags.json) io.out(`${JSON.stringify(sessions, null, 2)}\n`);
  else if (sessions.length > 0) io.out(`${sessions.map((session) => row(session, flags.all)).join('\n')}\n`);
  else io.err(`leat: no session ${flags.all ? 'yet' : 'of this folder yet (--all: of every folder)'}\n`);
  return EXIT_OK;
}

function row(session: SessionSummary, withFolder: boolean): string {
  const when = new Date(session.updatedAt).toISOString().slice(0, 16).replace('T', ' ');
  const words = (session.title ?? session.firstPrompt ?? '').replace(/\s+/g, ' ');
  const title = words.length > TITLE_CHARS_MAX ? `${words.slice(0, TITLE_CHARS_MAX)}…` : words;
  const folder = withFolder ? `  ${session.cwd}` : '';
  return plainText(
    `${session.session}  ${when}  ${String(session.records).padStart(5)} records${folder}  ${title}`,
  );
}

/** `leat view SESSION --as person|model|transcript|request`: a session as one of its readers sees it. Writes nothing. */
import { localHost, type Host } from '@leat/engine';
import { modelView, personView, timelineOf, transcript, type SessionId } from '@leat/kernel';
import { EXIT_OK } from '../cli/exit-code.ts';
import { leatHome } from '../cli/home.ts';
import type { Io } from '../cli/io.ts';
import type { ViewKind } from '../cli/options.ts';
import { tellNotices } from '../print/read-notices.ts';
import { findSession } from '../session/open-session.ts';
import { itemText, recordText } from './record-text.ts';

interface View {
  readonly session: string;
  readonly as: ViewKind;
  readonly json: boolean;
}

export async function viewSession(view: View, io: Io, version: string): Promise<number> {
  const host = localHost({ home: leatHome(io), version });
  const session = await findSession(view.session, host);
  if (view.as === 'request') return viewRequest(session, host, io, view.json);
  const loaded = await host.sessions.read(session);
  tellNotices(loaded.notices, session, io);
  const timeline = timelineOf(loaded.records);
  const rows =
    view.as === 'person'
      ? Array.from(personView(timeline), (row) => ({ value: row, text: recordText(row.record) }))
      : view.as === 'model'
        ? Array.from(modelView(timeline), (item) => ({ value: item, text: itemText(item) }))
        : transcript(timeline).map((record) => ({ value: record, text: recordText(record) }));
  if (view.json)
    io.out(
      `${JSON.stringify(
        rows.map((row) => row.value),
        null,
        2,
      )}\n`,
    );
  else io.out(rows.map((row) => `${row.text}\n`).join(''));
  return EXIT_OK;
}

/** The exact body of the next request, as bytes; with `json`, indented. */
async function viewRequest(session: SessionId, host: Host, io: Io, json: boolean): Promise<number> {
  const { nextRequest } = await import('../session/next-request.ts');
  const next = await nextRequest(session, host, io);
  for (const notice of next.notices) io.err(`leat: ${notice}\n`);
  io.out(json ? `${JSON.stringify(JSON.parse(next.body), null, 2)}\n` : `${next.body}\n`);
  return EXIT_OK;
}

/** The request that a session would send next, for `leat view --as request`. */
import { localMachine, previewRequest, type Host } from '@leat/engine';
import type { SessionId } from '@leat/kernel';
import { builtInTools } from '@leat/tools';
import { leatHome } from '../cli/home.ts';
import type { Io } from '../cli/io.ts';
import { buildHead } from './head.ts';
import { chooseModel } from './model.ts';

export interface NextRequest {
  /** The body as it would go out. */
  readonly body: string;
  /** What the person should know of it. */
  readonly notices: readonly string[];
}

export async function nextRequest(session: SessionId, host: Host, io: Io): Promise<NextRequest> {
  const loaded = await host.sessions.read(session);
  const choice = chooseModel(null, io.env['ANTHROPIC_MODEL'], loaded.records);
  const notices = loaded.notices.map((notice) => notice.message);
  if (choice.notice !== null) notices.push(choice.notice);
  const tools = builtInTools();
  const cwd = loaded.header?.cwd ?? io.cwd;
  const preview = await previewRequest({
    records: loaded.records,
    blobs: host.sessions.blobs(session),
    model: choice.model,
    tools,
    head: () =>
      buildHead({
        machine: localMachine(),
        cwd,
        roots: [cwd],
        leatHome: leatHome(io),
        model: choice.model,
        tools,
        appendSystemPrompt: null,
        now: host.clock.now(),
        notice: (text) => void notices.push(text),
      }),
  });
  notices.push(
    'a view of what would be sent if the turn went on now without a prompt: nothing was written, run or sent',
  );
  if (preview.settled.length > 0) {
    notices.push(
      `${preview.settled.length} of its records would be added first: open calls are shown as settled, and a turn that rested as going on`,
    );
  }
  notices.push(...preview.issues.map((issue) => issue.what));
  return { body: preview.body, notices };
}

/** Which session a run works on: a new one, the newest of this folder, a named one, or a fork of either. */
import {
  saidFirst,
  type ChainLog,
  type Host,
  type LoadedChain,
  type ReadNotice,
  type SessionSummary,
} from '@leat/engine';
import { asSessionId, type SessionId, type TimelineRecord } from '@leat/kernel';
import { CommandError } from '../cli/command-error.ts';
import { EXIT_USAGE } from '../cli/exit-code.ts';
import { inMemory } from './in-memory.ts';

/** A new session. */
export const NEW_SESSION: SessionChoice = { continueLast: false, resume: null, fork: false, sessionId: null };

export interface SessionChoice {
  readonly continueLast: boolean;
  /** Id of a session, or the beginning of one that fits no other. */
  readonly resume: string | null;
  readonly fork: boolean;
  readonly sessionId: string | null;
}

export interface OpenSession {
  /** Whose the log is: the machine's, or one in memory where nothing can be written. */
  readonly host: Host;
  readonly log: ChainLog;
  /** What the session already holds, in disk order. */
  readonly records: readonly TimelineRecord[];
  /** What the reader had to say: mended tails, damage, a network disk. */
  readonly notices: readonly ReadNotice[];
}

export async function openSession(
  choice: SessionChoice,
  host: Host,
  cwd: string,
  version: string,
): Promise<OpenSession> {
  const old = await chosen(choice, host, cwd);
  const session = await openOnDisk(choice, old, host, cwd);
  if (session.log.failure === null) return session;
  return inMemory({ session, disk: host, onDisk: old ?? session.log.session, cwd, version });
}

async function openOnDisk(
  choice: SessionChoice,
  old: SessionId | null,
  host: Host,
  cwd: string,
): Promise<OpenSession> {
  const id = choice.sessionId === null ? host.ids.uuid() : checkedId(choice.sessionId);
  if (old === null) {
    if (choice.fork) throw new CommandError('--fork-session needs --continue or --resume', EXIT_USAGE);
    return created(host, cwd, id);
  }
  if (choice.fork)
    return opened(host, await host.sessions.fork({ from: old, session: asSessionId(id), cwd }));
  if (choice.sessionId !== null) {
    throw new CommandError('--session-id is for new sessions and forks', EXIT_USAGE);
  }
  return opened(host, await host.sessions.open(old));
}

async function created(host: Host, cwd: string, id: string): Promise<OpenSession> {
  const log = await host.sessions.create({ session: asSessionId(id), cwd });
  return { host, log, records: [], notices: log.warnings };
}

const opened = (
  host: Host,
  { log, loaded }: { readonly log: ChainLog; readonly loaded: LoadedChain },
): OpenSession => ({
  host,
  log,
  records: loaded.records,
  notices: saidFirst(loaded, log.warnings),
});

async function chosen(choice: SessionChoice, host: Host, cwd: string): Promise<SessionId | null> {
  if (choice.resume !== null) return findSession(choice.resume, host);
  if (!choice.continueLast) return null;
  const [newest] = await host.sessions.list(cwd);
  if (newest === undefined)
    throw new CommandError('there is no session of this folder to continue', EXIT_USAGE);
  return newest.session;
}

/** The session whose id is, or begins with, these words. */
export async function findSession(words: string, host: Host): Promise<SessionId> {
  const all = await host.sessions.list(null);
  const exact = all.find((each) => each.session === words);
  const fitting = exact === undefined ? all.filter((each) => each.session.startsWith(words)) : [exact];
  const [first] = fitting;
  if (first !== undefined && fitting.length === 1) return first.session;
  throw new CommandError(
    first === undefined
      ? `there is no session ${words}: see leat sessions --all`
      : `${words} fits ${fitting.length} sessions: ${fitting.slice(0, 5).map(idOf).join(', ')}`,
    EXIT_USAGE,
  );
}

const idOf = (summary: SessionSummary): string => summary.session;

function checkedId(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) {
    throw new CommandError('--session-id takes a UUID', EXIT_USAGE);
  }
  return id.toLowerCase();
}

/**
 * A session as a whole: resumed, taken back to an earlier message, checked. Resume reads on over damage and says it first;
 * what would carry a hole into something new (rewind, fork) refuses (RELIABILITY D8).
 */
import {
  type ChainId,
  MAIN_CHAIN,
  type Rewind,
  rewindTo,
  type SessionId,
  type Timeline,
  timelineOf,
  type Uuid,
} from '@leat/kernel';
import { LeatError } from '../errors.ts';
import type { ChainLog, Host, LoadedChain, ReadNotice } from '../host/host.ts';
import { blobProblems } from './named-blobs.ts';

export interface Resumed {
  readonly log: ChainLog;
  readonly loaded: LoadedChain;
  /** The replayed records: the same views, wire, latches and mode as when the session was left. */
  readonly timeline: Timeline;
  /** What the person must be told before anything else; damage stands first. */
  readonly notices: readonly ReadNotice[];
}

/** Opens a session for going on. Rejects with LEAT_STORE_NOT_FOUND, LEAT_STORE_LOCKED, LEAT_STORE_NEWER_FORMAT. */
export async function resumeSession(host: Host, session: SessionId): Promise<Resumed> {
  const { log, loaded } = await host.sessions.open(session);
  return { log, loaded, timeline: timelineOf(loaded.records), notices: saidFirst(loaded, log.warnings) };
}

/** Notices in the order in which they are to be said: that there is damage, the notices, the log's warnings. */
export function saidFirst(loaded: LoadedChain, warnings: readonly ReadNotice[] = []): readonly ReadNotice[] {
  const damage: ReadNotice = {
    code: 'LEAT_STORE_DAMAGED',
    line: null,
    message: 'the session file is damaged: what could be read goes on, something may be missing',
  };
  return [...(loaded.damaged ? [damage] : []), ...loaded.notices, ...warnings];
}

/**
 * The control that takes the conversation back to before a human message: append its record with the parent it names.
 * Throws LEAT_STORE_DAMAGED where the file was damaged, LEAT_STORE_NOT_FOUND where `to` is no human message.
 */
export function rewindSession(loaded: LoadedChain, timeline: Timeline, to: Uuid): Rewind {
  if (loaded.damaged) {
    const words = loaded.notices.map((notice) => notice.message).join('; ');
    throw new LeatError('LEAT_STORE_DAMAGED', `the session is damaged, so it can't go back: ${words}`);
  }
  const rewind = rewindTo(timeline, to);
  if (!rewind)
    throw new LeatError('LEAT_STORE_NOT_FOUND', `${to} is no message of the person in this session`);
  return rewind;
}

export interface ChainReport {
  readonly chain: ChainId;
  readonly records: number;
  /** Records by their type. */
  readonly types: { readonly [type: string]: number };
  /** Number and crc of the last line; the chain of crcs holds up to it where nothing is damaged. */
  readonly tip: LoadedChain['tip'];
  readonly damaged: boolean;
  readonly notices: readonly ReadNotice[];
}

export interface SessionReport {
  readonly session: SessionId;
  /** True when every chain reads without damage and every blob that records name is there. */
  readonly sound: boolean;
  /** Blobs that records name and that are missing or damaged, a sentence each. */
  readonly missing: readonly string[];
  /** The session's own chain first. */
  readonly chains: readonly ChainReport[];
}

/** Reads every chain of a session and says what is wrong, by line. Writes nothing; needs no lease. */
export async function fsckSession(host: Host, session: SessionId): Promise<SessionReport> {
  const main = await host.sessions.read(session);
  const chains = [reportOf(main, main.header?.chain ?? MAIN_CHAIN)];
  const missing = new Set(await blobProblems(host, session, main.records));
  for (const agent of await host.sessions.agents(session)) {
    const loaded = await host.sessions.read(session, agent);
    chains.push(reportOf(loaded, agent));
    for (const problem of await blobProblems(host, session, loaded.records)) missing.add(problem);
  }
  const sound = missing.size === 0 && chains.every((chain) => !chain.damaged);
  return { session, sound, missing: [...missing], chains };
}

function reportOf(loaded: LoadedChain, chain: ChainId): ChainReport {
  const types: { [type: string]: number } = {};
  for (const record of loaded.records) types[record.type] = (types[record.type] ?? 0) + 1;
  const { tip, damaged, notices } = loaded;
  return { chain, records: loaded.records.length, types, tip, damaged, notices };
}

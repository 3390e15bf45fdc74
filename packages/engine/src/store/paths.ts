/** Where things lie under the leat home (SPEC 5): one folder per working directory, one file per session, one folder beside it. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ChainId, SessionId } from '@leat/kernel';
import { LeatError } from '../errors.ts';
import { STORE_LIMITS } from './limits.ts';

const SAFE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/**
 * The folder name of a working directory: each character that is no ASCII letter or digit becomes `-`; above 200 characters
 * it is cut and a hash of the whole is added (API-CONTRACT J21).
 */
export function encodedCwd(cwd: string): string {
  const slug = cwd.replace(/[^A-Za-z0-9]/g, '-');
  if (slug.length <= STORE_LIMITS.slugUnitsMax) return slug;
  const hash = createHash('sha256').update(cwd).digest('hex').slice(0, 16);
  return `${slug.slice(0, STORE_LIMITS.slugUnitsMax)}-${hash}`;
}

/** Whether an id can be the name of a file. */
export const isSafeName = (id: string): boolean => SAFE_NAME.test(id);

/** Throws LEAT_STORE_BAD_ID where an id could not be the name of a file. */
function checkName(id: string): void {
  if (!isSafeName(id)) {
    throw new LeatError(
      'LEAT_STORE_BAD_ID',
      `${JSON.stringify(id.slice(0, 80))} can't be an id of a session or an agent`,
    );
  }
}

export interface SessionPaths {
  readonly session: SessionId;
  /** Folder of the project. */
  readonly project: string;
  /** The main chain's file. */
  readonly file: string;
  /** Folder of the session: agents, blobs, lease. */
  readonly folder: string;
  readonly blobs: string;
  readonly agents: string;
  /** The side index. */
  readonly index: string;
}

export const projectsFolder = (home: string): string => join(home, 'projects');

export function sessionPaths(project: string, session: SessionId): SessionPaths {
  checkName(session);
  const folder = join(project, session);
  return {
    session,
    project,
    file: `${folder}.jsonl`,
    folder,
    blobs: join(folder, 'blobs'),
    agents: join(folder, 'agents'),
    index: join(folder, 'index.json'),
  };
}

/** An agent's file. */
export function agentFile(paths: SessionPaths, chain: ChainId): string {
  checkName(chain);
  return join(paths.agents, `${chain}.jsonl`);
}

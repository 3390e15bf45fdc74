/** Lists sessions, newest first. */
import { join } from 'node:path';
import { asSessionId } from '@leat/kernel';
import type { SessionSummary } from '../host/host.ts';
import { STORE_LIMITS } from './limits.ts';
import type { Library } from './lineage.ts';
import { encodedCwd, projectsFolder, type SessionPaths, sessionPaths } from './paths.ts';
import { readChainFile } from './open-chain.ts';
import { NO_FACTS, withRecord } from './summary.ts';

export async function listSessions(
  library: Library,
  home: string,
  cwd: string | null,
): Promise<readonly SessionSummary[]> {
  const projects = projectsFolder(home);
  const folders = cwd === null ? await library.disk.names(projects) : [encodedCwd(cwd)];
  const summaries: SessionSummary[] = [];
  for (const folder of folders) {
    const project = join(projects, folder);
    for (const name of await library.disk.names(project)) {
      if (!name.endsWith('.jsonl') || summaries.length >= STORE_LIMITS.listedSessionsMax) continue;
      const summary = await summaryOf(library, sessionPaths(project, asSessionId(name.slice(0, -6))));
      if (summary && (cwd === null || summary.cwd === cwd)) summaries.push(summary);
    }
  }
  return summaries.toSorted((a, b) => b.updatedAt - a.updatedAt);
}

async function summaryOf(library: Library, paths: SessionPaths): Promise<SessionSummary | null> {
  const stat = await library.disk.stat(paths.file);
  if (!stat || stat.kind !== 'file') return null;
  const { reading, inherited } = await readChainFile(library, paths.session, paths.file);
  let facts = NO_FACTS;
  for (const stored of [...inherited, ...reading.stored]) facts = withRecord(facts, stored.record);
  return {
    session: paths.session,
    cwd: reading.header?.cwd ?? '',
    title: facts.title,
    firstPrompt: facts.firstPrompt,
    createdAt: reading.header?.createdAt ?? stat.modifiedMs,
    updatedAt: facts.updatedAt ?? stat.modifiedMs,
    records: facts.records,
    bytes: stat.bytes,
  };
}

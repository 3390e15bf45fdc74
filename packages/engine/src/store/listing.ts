/** Lists sessions, newest first: by their side index and what was appended behind it, else by reading the file. */
import { join } from 'node:path';
import { asSessionId } from '@leat/kernel';
import type { SessionSummary } from '../host/host.ts';
import { chainReading } from './chain-reader.ts';
import type { DiskFile } from './disk.ts';
import { STORE_LIMITS } from './limits.ts';
import { type Library, peekHeader, readLineage } from './lineage.ts';
import { encodedCwd, isSafeName, projectsFolder, type SessionPaths, sessionPaths } from './paths.ts';
import { scanFile } from './scan.ts';
import { readIndex, type SideIndex } from './side-index.ts';
import { factsOf, type SummaryFacts } from './summary.ts';

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
      const session = name.slice(0, -SUFFIX.length);
      if (!name.endsWith(SUFFIX) || !isSafeName(session)) continue;
      if (summaries.length >= STORE_LIMITS.listedSessionsMax) break;
      const summary = await summaryOf(library, sessionPaths(project, asSessionId(session)), cwd);
      if (summary) summaries.push(summary);
    }
  }
  return summaries.toSorted((a, b) => b.updatedAt - a.updatedAt);
}

const SUFFIX = '.jsonl';

/** Null where it is no session, or one of another working directory whose folder has the same name. */
async function summaryOf(
  library: Library,
  paths: SessionPaths,
  cwd: string | null,
): Promise<SessionSummary | null> {
  const stat = await library.disk.stat(paths.file);
  if (stat?.kind !== 'file') return null;
  const file = await library.disk.open(paths.file, 'read');
  try {
    const header = await peekHeader(file);
    if (cwd !== null && header?.cwd !== cwd) return null;
    const index = await readIndex(library.disk, paths.index, file);
    const facts = index ? await factsBehind(index, file) : await factsOfFile(library, paths, file);
    return {
      session: paths.session,
      cwd: header?.cwd ?? '',
      title: facts.title,
      firstPrompt: facts.firstPrompt,
      // A header that gives no time has 0.
      createdAt: header?.createdAt || stat.modifiedMs,
      // An index of an older leat may say the epoch itself, for records without a time.
      updatedAt: facts.updatedAt || stat.modifiedMs,
      records: facts.records,
      bytes: stat.bytes,
    };
  } finally {
    await file.close();
  }
}

/** The index's facts with what was appended since: a writer that was killed left no newer index. */
async function factsBehind(index: SideIndex, file: DiskFile): Promise<SummaryFacts> {
  if ((await file.size()) === index.bytes) return index.facts;
  const reading = chainReading([]);
  await scanFile(file, index.bytes, reading);
  return factsOf(
    reading.stored.map((stored) => stored.record),
    index.facts,
  );
}

async function factsOfFile(library: Library, paths: SessionPaths, file: DiskFile): Promise<SummaryFacts> {
  const { reading, inherited } = await readLineage(library, paths.session, file);
  return factsOf([...inherited, ...reading.stored].map((stored) => stored.record));
}

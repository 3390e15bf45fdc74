/** The blobs that a session's next request is made of: its recorded heads. Without them it can be read, not continued. */
import { isLeatError, type Host } from '@leat/engine';
import type { SessionId, TimelineRecord } from '@leat/kernel';

/** What is wrong with them, a sentence each. */
export async function headProblems(session: SessionId, host: Host): Promise<readonly string[]> {
  const { records } = await host.sessions.read(session);
  const blobs = host.sessions.blobs(session);
  const problems: string[] = [];
  for (const hash of new Set(records.flatMap(hashesOf))) {
    try {
      await blobs.get(hash);
    } catch (error) {
      if (!isLeatError(error)) throw error;
      problems.push(`the head can't be read: ${error.message}`);
    }
  }
  return problems;
}

function hashesOf(record: TimelineRecord): readonly string[] {
  if (record.type !== 'control' || record.control.kind !== 'head') return [];
  const { system, tools, context } = record.control;
  return [system, tools, context];
}

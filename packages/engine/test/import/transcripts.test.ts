import { asSessionId, isToolResult, isToolUse, type TimelineRecord } from '@leat/kernel';
import { describe, expect, it } from 'vitest';
import { memoryHost } from '../../src/host/memory-host.ts';
import { importTranscript } from '../../src/import/import-transcript.ts';
import {
  objectsOf,
  transcript,
  transcriptNames,
  transcriptPath,
  TRANSCRIPTS_MISSING,
} from './transcripts.ts';

interface Counts {
  human: number;
  uses: number;
  results: number;
}

interface Message {
  type: string;
  uuid?: string;
  isMeta?: boolean;
  isCompactSummary?: boolean;
  message: { content: string | { type: string; text?: string; id?: string; tool_use_id?: string }[] };
}

const MADE_BY_MACHINE =
  /^(\[Request interrupted by user|<command-|<local-command-|<bash-|<task-notification|<teammate-message|Caveat: )/;

/** An independent count, from the file alone. */
function countFile(name: string): Counts {
  const counts = { human: 0, uses: 0, results: 0 };
  const seen = new Set<string>();
  for (const object of objectsOf(name)) {
    if (object.type !== 'user' && object.type !== 'assistant') continue;
    const record = object as unknown as Message; // the recorded form, as counted here
    if (record.uuid !== undefined && seen.has(record.uuid)) continue;
    seen.add(record.uuid ?? '');
    const { content } = record.message;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    counts.uses += blocks.filter((block) => block.type === 'tool_use').length;
    counts.results += blocks.filter((block) => block.type === 'tool_result').length;
    if (record.type !== 'user' || record.isMeta === true || record.isCompactSummary === true) continue;
    if (blocks.some((block) => block.type === 'tool_result')) continue;
    const words = blocks.find((block) => block.type === 'text')?.text ?? '';
    if (!MADE_BY_MACHINE.test(words.trimStart())) counts.human += 1;
  }
  return counts;
}

function countRecords(records: readonly TimelineRecord[]): Counts {
  const blocks = records.flatMap((record) =>
    record.type === 'user' || record.type === 'assistant' ? record.content : [],
  );
  return {
    human: records.filter((record) => record.type === 'user' && record.origin.kind === 'human').length,
    uses: blocks.filter(isToolUse).length,
    results: blocks.filter(isToolResult).length,
  };
}

describe.skipIf(transcriptNames.length === 0)(
  `recorded sessions (${TRANSCRIPTS_MISSING} when skipped)`,
  () => {
    it.each(transcriptNames)('imports %s with every human word, call and result', async (name) => {
      const host = memoryHost();
      const result = await importTranscript(transcript(name), host, { name });
      const loaded = await host.sessions.read(result.session);
      expect(loaded).toMatchObject({ notices: [], damaged: false });
      expect(countRecords(loaded.records)).toEqual(countFile(name));
      expect(loaded.records).toHaveLength(result.records);
    });

    it('reads a file by its path as it reads its bytes', async () => {
      const name = transcriptNames.find((one) => one.startsWith('two-objects')) ?? '';
      const host = memoryHost();
      const session = asSessionId('same');
      const byPath = await importTranscript(transcriptPath(name), host, { session, name });
      const other = memoryHost();
      const byBytes = await importTranscript(transcript(name), other, { session, name });
      expect(byPath).toEqual(byBytes);
      expect((await host.sessions.read(session)).records).toEqual(
        (await other.sessions.read(session)).records,
      );
      expect(byPath.notices).toContainEqual(expect.objectContaining({ code: 'LEAT_IMPORT_JOINED_LINES' }));
    });

    it('imports a file that is one sidechain as that agent’s chain', async () => {
      const host = memoryHost();
      const result = await importTranscript(transcript('subagent.jsonl'), host);
      expect(result.chain).toBe('a00c619');
      expect((await host.sessions.read(result.session)).header).toMatchObject({ chain: 'a00c619' });
      expect(await host.sessions.agents(result.session)).toEqual([]);
    });
  },
);

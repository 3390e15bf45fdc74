/** A transcript that ends anywhere: while it is being recorded, or cut in mid-line. */
import { createHash } from 'node:crypto';
import {
  assemble,
  isText,
  MAIN_CHAIN,
  modelView,
  profileOf,
  timelineOf,
  type TimelineRecord,
} from '@leat/kernel';
import { describe, expect, it } from 'vitest';
import { memoryHost } from '../../src/host/memory-host.ts';
import { importTranscript } from '../../src/import/import-transcript.ts';
import { importNotices } from '../../src/import/notice.ts';
import { translator } from '../../src/import/translate.ts';
import { objectsOf, transcript, transcriptNames, TRANSCRIPTS_MISSING } from './transcripts.ts';

const ASSEMBLED_CUTS = Number(process.env.LEAT_RUNS ?? '3');
const RAW_CUTS = 2;
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const assembled = (records: readonly TimelineRecord[]) =>
  assemble({
    timeline: timelineOf(records),
    head: { system: ['s'], tools: [], context: null },
    profile: profileOf('claude-sonnet-4-5'),
    digest,
  });

describe.skipIf(transcriptNames.length === 0)(`cut transcripts (${TRANSCRIPTS_MISSING} when skipped)`, () => {
  it.each(transcriptNames)('%s is a sound timeline after any of its records', (name) => {
    const to = translator(MAIN_CHAIN, importNotices(), null);
    const records: TimelineRecord[] = [];
    const objects = objectsOf(name);
    const step = Math.ceil(objects.length / ASSEMBLED_CUTS);
    for (const [index, value] of objects.entries()) {
      records.push(...to.take({ value, line: index + 1 }));
      const end = to.end();
      expect(end[0]?.parentUuid ?? records.at(-1)?.uuid).toBe(records.at(-1)?.uuid);
      if ((index + 1) % step !== 0 && index + 1 !== objects.length) continue;
      const { wire, timeline } = assembled([...records, ...end]);
      expect(wire).toBeDefined();
      expect(timeline.aside.length).toBe(0);
    }
  });

  it.each(transcriptNames)('%s imports when it is cut in mid-line', async (name) => {
    const bytes = transcript(name);
    for (let n = 1; n <= RAW_CUTS; n += 1) {
      const host = memoryHost();
      const first = bytes.indexOf(0x0a) + 1; // a file without one whole line is refused as empty
      const cut = first + Math.floor(((bytes.length - first) * n) / (RAW_CUTS + 1.3));
      const result = await importTranscript(bytes.subarray(0, cut), host);
      expect((await host.sessions.read(result.session)).damaged).toBe(false);
    }
  });

  it('shows the model the summary of a compaction and nothing of what it stands for', async () => {
    const host = memoryHost();
    const { session } = await importTranscript(transcript('long-compaction-166k.jsonl'), host);
    const { records } = await host.sessions.read(session);
    const items = [...modelView(timelineOf(records))];
    const summary = records.findIndex((record) => record.type === 'user' && record.origin.kind === 'summary');
    const before = new Set(records.slice(0, summary).map((record) => record.uuid));
    const shown = items.filter((item) => item.form !== 'fold' && before.has(item.record.uuid));
    expect(shown).toEqual([]);
    const first = items.find((item) => item.form === 'itself');
    const content = first?.record.type === 'user' ? first.record.content : [];
    expect(content.find(isText)?.text).toMatch(/^This session is being continued/);
  });

  it('clears the results that a micro-compaction had cleared', async () => {
    const host = memoryHost();
    const { session } = await importTranscript(transcript('micro-compaction-boundary.jsonl'), host);
    const { records } = await host.sessions.read(session);
    const cleared = [...modelView(timelineOf(records))].filter((item) => item.form === 'cleared');
    expect(cleared.length).toBeGreaterThan(0);
  });
});

/** Recorded sessions of other agents, cut anywhere: each cut gives a request that the strict contract accepts. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { importTranscript, memoryHost } from '@leat/engine';
import {
  append,
  assemble,
  bodyText,
  DEFAULT_MODEL,
  emptyTimeline,
  profileOf,
  requestOf,
  type Head,
  type TimelineRecord,
  type Wire,
} from '@leat/kernel';
import { validate, validationContext } from '@leat/sim';
import { expect, test } from 'vitest';
import { leat } from './support/cli.ts';
import { temporaryFolder } from './support/temp.ts';
import { describeTranscripts, transcripts } from './support/transcripts.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const head: Head = {
  system: ['You are a test.'],
  tools: [{ name: 'Read', description: 'Reads.', input_schema: { type: 'object' } }],
  context: '<system-reminder>context</system-reminder>',
};
/** LEAT_RUNS: cuts of each file by the command (20 in a full run). LEAT_EVERY: 1 judges the cut after each record. */
const COMMAND_CUTS = Number(process.env['LEAT_RUNS'] ?? 2);
const JUDGED_EVERY = Number(process.env['LEAT_EVERY'] ?? 23);
const context = validationContext({
  headers: { 'x-api-key': 'k', 'anthropic-version': '2026-10-21', 'content-type': 'application/json' },
});

function modelOf(records: readonly TimelineRecord[]): string {
  const named = records.findLast((record) => record.type === 'control' && record.control.kind === 'model');
  const model =
    named?.type === 'control' && named.control.kind === 'model' ? named.control.model : DEFAULT_MODEL;
  return profileOf(model).known ? model : DEFAULT_MODEL;
}

describeTranscripts('recorded sessions', () => {
  test.each(transcripts.map((path) => [basename(path), path]))(
    '%s, cut after any record, is accepted',
    async (_name, path) => {
      const host = memoryHost();
      const { session } = await importTranscript(path, host, { cwd: '/project' });
      const { records } = await host.sessions.read(session);
      const blobs = host.sessions.blobs(session);
      const profile = profileOf(modelOf(records));
      let timeline = emptyTimeline();
      let wire: Wire | null = null;
      let judged = 0;
      for (const [index, record] of records.entries()) {
        timeline = append(timeline, record);
        if (index % JUDGED_EVERY !== 0 && index !== records.length - 1) continue;
        const assembled = assemble({ timeline, head, profile, digest, wire });
        wire = assembled.wire;
        const request = requestOf(wire, { stream: true, cache: { enabled: true, ttl: '5m' } });
        const media = new Map<string, string>();
        for (const chunk of request.chunks) {
          if (typeof chunk !== 'string')
            media.set(chunk.blob, Buffer.from(await blobs.get(chunk.blob)).toString('base64'));
        }
        const body = bodyText(request).replace(
          /\[blob ([0-9a-f]{64})\]/g,
          (whole, hash: string) => media.get(hash) ?? whole,
        );
        const refusal = validate(JSON.parse(body), { ...context, bodyBytes: request.bytes });
        expect(refusal, `cut after record ${index} of ${records.length}`).toBeNull();
        expect(Buffer.byteLength(body)).toBe(request.bytes);
        judged++;
      }
      expect(judged).toBeGreaterThan(0);
    },
  );

  test.each(transcripts.map((path) => [basename(path), path]))(
    `%s, its file cut in ${COMMAND_CUTS} places, imports and views by the command`,
    async (_name, path) => {
      const lines = readFileSync(path, 'utf8').split('\n');
      for (let cut = 1; cut <= COMMAND_CUTS; cut++) {
        const home = temporaryFolder();
        const file = join(home, 'cut.jsonl');
        writeFileSync(
          file,
          lines.slice(0, Math.max(1, Math.floor((lines.length * cut) / COMMAND_CUTS))).join('\n'),
        );
        const place = { home, cwd: home };
        const imported = await leat(['import', file], place);
        if (imported.code !== 0) {
          // Nothing but notes stands before the first message: that is said, and no session is left.
          expect(imported.stderr).toMatch(/no record|no message|no transcript/);
          continue;
        }
        const view = await leat(['view', imported.stdout.trim(), '--as', 'request'], place);
        expect(view.code, view.stderr).toBe(0);
        expect(validate(JSON.parse(view.stdout), context), `cut ${cut}`).toBeNull();
      }
    },
  );
});

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { editedFiles } from '../../src/attachment/edited-files.ts';
import { gatherAttachments } from '../../src/attachment/gather.ts';
import type { FileSystem } from '../../src/host/host.ts';
import { localMachine } from '../../src/host/local-machine.ts';
import type { QueryEvent } from '../../src/query/events.ts';
import type { TurnContext } from '../../src/query/turn-context.ts';
import { emptyTimeline } from '@leat/kernel';
import { expectLaws } from '../support/laws.ts';
import { says, text } from '../support/scripted-provider.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { world } from '../support/world.ts';

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');
const textOf = (found: { readonly words: readonly unknown[] } | null): string =>
  JSON.stringify(found?.words ?? null);

const fakeFiles = (
  disk: Map<string, { readonly content: string; readonly mtimeMs: number }>,
): FileSystem => ({
  ...localMachine().files,
  stat: async (path) => {
    const file = disk.get(path);
    if (file === undefined) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
    return { kind: 'file', size: file.content.length, mtimeMs: file.mtimeMs, mode: 0, inode: 1 };
  },
  readFile: async (path) => Buffer.from(disk.get(path)?.content ?? ''),
});

describe('files that changed since they were read', () => {
  const known = (content: string) => ({
    mtimeMs: 1,
    size: content.length,
    hash: hashOf(content),
    whole: true,
  });

  it('are told once for each change, and a mere touch is none', async () => {
    const disk = new Map([
      ['/a', { content: 'one', mtimeMs: 1 }],
      ['/b', { content: 'two', mtimeMs: 9 }],
    ]);
    const session = {
      cwd: '/',
      roots: [],
      files: new Map([
        ['/a', known('one')],
        ['/b', known('two')],
        ['/c', known('three')],
      ]),
    };
    const collector = editedFiles(fakeFiles(disk), session);
    expect(textOf(await collector.collect(emptyTimeline()))).toContain('- /c (removed)');
    expect(await collector.collect(emptyTimeline())).toBeNull();
    disk.set('/a', { content: 'ONE', mtimeMs: 5 });
    expect(textOf(await collector.collect(emptyTimeline()))).toContain('- /a');
    expect(await collector.collect(emptyTimeline())).toBeNull();
    session.files.set('/a', { ...known('ONE'), mtimeMs: 5 });
    expect(await collector.collect(emptyTimeline())).toBeNull();
  });
});

describe('a new day', () => {
  it('is told once, as a delta, and nothing sent before changes', async () => {
    const w = await world([says(text('a')), says(text('b')), says(text('c'))]);
    await w.run('today');
    await w.clock.advance(24 * 3_600_000);
    await w.run('tomorrow');
    await w.run('still tomorrow');
    expect(w.stored.filter((record) => record.type === 'attachment')).toMatchObject([
      { subtype: 'date_change' },
    ]);
    expect(w.provider.sent[1]?.text).toContain('The date has changed');
    expectLaws(w);
  });
});

describe('collectors', () => {
  it('that are late or throw are skipped with a notice, and the others count', async () => {
    const clock = new VirtualClock();
    const events: QueryEvent[] = [];
    const added: unknown[] = [];
    const turn = {
      collectors: [
        { subtype: 'slow', collect: () => new Promise<null>(() => undefined) },
        { subtype: 'broken', collect: () => Promise.reject(new Error('no')) },
        { subtype: 'good', collect: async () => ({ data: {}, words: [] }) },
      ],
      host: { clock },
      chain: { timeline: emptyTimeline(), add: (record: unknown) => added.push(record) },
      signal: new AbortController().signal,
      emit: (event: QueryEvent) => events.push(event),
    } as unknown as TurnContext; // only what gathering touches
    await clock.until(gatherAttachments(turn));
    expect(added).toEqual([expect.objectContaining({ subtype: 'good' })]);
    expect(events.map((event) => (event.type === 'notice' ? event.text : ''))).toEqual([
      'slow was left out of this request: it took too long.',
      'broken was left out of this request: no.',
    ]);
    expect(clock.waiting).toBe(0);
  });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asSessionId, EMPTY_RESULT } from '@leat/kernel';
import { afterEach, describe, expect, it } from 'vitest';
import { localHost } from '../../src/host/local-host.ts';
import { memoryHost } from '../../src/host/memory-host.ts';
import { fitResult, fitRound } from '../../src/tool/result-budget.ts';

const session = asSessionId('11111111-1111-4111-8111-111111111111');
let home: string | null = null;
afterEach(() => {
  if (home !== null) rmSync(home, { recursive: true, force: true });
  home = null;
});

const memoryBlobs = async () => {
  const host = memoryHost();
  await host.sessions.create({ session, cwd: '/work' });
  return host.sessions.blobs(session);
};

describe('a result', () => {
  it('stays as it is within its size, and with no size of its own whatever it is', async () => {
    const blobs = await memoryBlobs();
    expect(await fitResult({ content: 'abc' }, 3, blobs)).toBe('abc');
    expect(await fitResult({ content: 'x'.repeat(90_000) }, null, blobs)).toHaveLength(90_000);
  });

  it('that is blank becomes a sentence, and lone surrogates are replaced', async () => {
    const blobs = await memoryBlobs();
    expect(await fitResult({ content: ' \n' }, 10, blobs)).toBe(EMPTY_RESULT);
    expect(await fitResult({ content: [] }, 10, blobs)).toBe(EMPTY_RESULT);
    expect(await fitResult({ content: 'a\udc00' }, 10, blobs)).toBe('a\uFFFD');
  });

  it('above its size goes to a file that can be read, whole', async () => {
    home = mkdtempSync(join(tmpdir(), 'leat-budget-'));
    const host = localHost({ home, version: '0.1.0' });
    const log = await host.sessions.create({ session, cwd: '/work' });
    const text = `first line\n${'x'.repeat(60_000)}\nlast line`;
    const cut = String(await fitResult({ content: text }, 50_000, host.sessions.blobs(session)));
    const path = /The whole stands in (\S+): /.exec(cut)?.[1] ?? '';
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(cut).toMatch(/60021 characters in 3 lines.*first line.*54021 characters left out.*last line/s);
    await log.close();
  });

  it('keeps its images when its text is cut', async () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
    const content = [{ type: 'text', text: 'x'.repeat(100) }, image];
    expect(await fitResult({ content }, 50, await memoryBlobs())).toEqual([
      { type: 'text', text: expect.stringContaining('too large') },
      image,
    ]);
  });
});

describe('a round', () => {
  it('cuts its largest results until it fits, never one that is small or holds an image', async () => {
    const blobs = await memoryBlobs();
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
    const cuts = await fitRound(
      [
        { toolUseId: 'small', content: 'x'.repeat(5_000) },
        { toolUseId: 'large', content: 'x'.repeat(30_000) },
        { toolUseId: 'larger', content: 'x'.repeat(40_000) },
        { toolUseId: 'mixed', content: [{ type: 'text', text: 'x'.repeat(50_000) }, image] },
      ],
      blobs,
      100_000,
    );
    expect(cuts.map(({ toolUseId }) => toolUseId)).toEqual(['larger']);
    expect(await fitRound([{ toolUseId: 'a', content: 'x' }], blobs)).toEqual([]);
  });
});

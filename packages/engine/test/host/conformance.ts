/** What every host must do (SPEC 3): one suite, run on each implementation. */
import { asChainId, asSessionId, asUuid } from '@leat/kernel';
import { expect, it } from 'vitest';
import type { Host } from '../../src/host/host.ts';
import { human, ids, talk, title } from '../store/records.ts';

const S = asSessionId('s1');
const CWD = '/srv/some.project';

export function hostConformance(make: () => Host): void {
  it('reads back exactly what was appended, in order', async () => {
    const { sessions } = make();
    const log = await sessions.create({ session: S, cwd: CWD });
    const records = talk(5);
    await log.append(records.slice(0, 2));
    await log.append(records.slice(2), 'power');
    await log.close();
    const loaded = await sessions.read(S);
    expect(loaded).toMatchObject({ records, notices: [], damaged: false, tip: log.tip });
    expect(loaded.header).toMatchObject({ session: S, chain: 'main', cwd: CWD, forkOf: null });
  });

  it('keeps the order of appends that nobody waited for', async () => {
    const { sessions } = make();
    const log = await sessions.create({ session: S, cwd: CWD });
    const records = talk(200);
    await Promise.all(records.map((record, i) => log.append([record], i % 7 === 0 ? 'power' : 'process')));
    await log.close();
    expect((await sessions.read(S)).records).toEqual(records);
  });

  it('gives long strings back to the letter, broken surrogates and reserved keys included', async () => {
    const { sessions } = make();
    const log = await sessions.create({ session: S, cwd: CWD });
    const hard = {
      ...human(0, 'x'.repeat(100_000)),
      content: [
        { type: 'text', text: `${'y'.repeat(70_000)}\ud800` },
        { type: 'text', text: '`rm -rf $HOME` \u2028 \ud83d' },
        {
          type: 'odd',
          seq: 1,
          'leat:blob': 'no',
          nested: { seq: 3, crc: '00000000' },
          deep: { 'leat:escaped': [1] },
        },
        { type: 'many', parts: Array.from({ length: 9_000 }, (_, i) => `part ${i} ${'z'.repeat(500)}`) },
      ],
    };
    await log.append([hard]);
    await log.close();
    expect(log.failure).toBeNull();
    expect((await sessions.read(S)).records).toEqual([hard]);
  });

  it('goes on where the session stopped', async () => {
    const { sessions } = make();
    const first = await sessions.create({ session: S, cwd: CWD });
    await first.append(talk(3));
    await first.close();
    const { log, loaded } = await sessions.open(S);
    expect(ids(loaded.records)).toEqual(['r0', 'r1', 'r2']);
    await log.append(talk(2, 3));
    await log.close();
    expect((await sessions.read(S)).records).toEqual(talk(5));
  });

  it('refuses a second opening with clear words, and allows it after the first was closed', async () => {
    const { sessions } = make();
    const log = await sessions.create({ session: S, cwd: CWD });
    await expect(sessions.open(S)).rejects.toMatchObject({ code: 'LEAT_STORE_LOCKED' });
    await log.close();
    const again = await sessions.open(S);
    await again.log.close();
  });

  it('refuses what it can not name, find or make twice', async () => {
    const { sessions } = make();
    await (await sessions.create({ session: S, cwd: CWD })).close();
    await expect(sessions.create({ session: S, cwd: '/other' })).rejects.toMatchObject({
      code: 'LEAT_STORE_EXISTS',
    });
    await expect(sessions.read(asSessionId('none'))).rejects.toMatchObject({ code: 'LEAT_STORE_NOT_FOUND' });
    await expect(sessions.read(asSessionId('../s1'))).rejects.toMatchObject({ code: 'LEAT_STORE_BAD_ID' });
    await expect(sessions.read(S, asChainId('none'))).rejects.toMatchObject({ code: 'LEAT_STORE_NOT_FOUND' });
  });

  it('refuses to append to a closed log', async () => {
    const log = await make().sessions.create({ session: S, cwd: CWD });
    await log.close();
    await log.close();
    await expect(log.append(talk(1))).rejects.toMatchObject({ code: 'LEAT_STORE_CLOSED' });
  });

  it('lists the sessions of a directory, newest first', async () => {
    const { sessions } = make();
    for (const [n, cwd] of [CWD, CWD, '/srv/some-project'].entries()) {
      const log = await sessions.create({ session: asSessionId(`s${n}`), cwd });
      await log.append([human(0, `first\n prompt ${n}`), title(1, `title ${n}`), human(2 + n, 'later')]);
      await log.close();
    }
    expect(
      (await sessions.list(CWD)).map((one) => [one.session, one.title, one.firstPrompt, one.records]),
    ).toEqual([
      ['s1', 'title 1', 'first prompt 1', 3],
      ['s0', 'title 0', 'first prompt 0', 3],
    ]);
    expect(await sessions.list(null)).toHaveLength(3);
    expect(await sessions.list('/nowhere')).toEqual([]);
  });

  it('keeps an agent in a chain of its own under the same lease', async () => {
    const { sessions } = make();
    const main = await sessions.create({ session: S, cwd: CWD });
    const agent = await sessions.openAgent(S, asChainId('a1'));
    await agent.log.append(talk(2));
    await main.append(talk(1));
    await agent.log.close();
    await expect(sessions.open(S)).rejects.toMatchObject({ code: 'LEAT_STORE_LOCKED' });
    await main.close();
    expect(await sessions.agents(S)).toEqual(['a1']);
    expect((await sessions.read(S, asChainId('a1'))).records).toEqual(talk(2));
    expect((await sessions.read(S, asChainId('a1'))).header).toMatchObject({ chain: 'a1', cwd: CWD });
    expect((await sessions.read(S)).records).toEqual(talk(1));
    await expect(sessions.openAgent(S, asChainId('a1'))).rejects.toMatchObject({ code: 'LEAT_STORE_CLOSED' });
  });

  it('forks a session at its end and at a record; parent and fork go their own ways', async () => {
    const { sessions } = make();
    const log = await sessions.create({ session: S, cwd: CWD });
    await log.append([human(0, 'long '.repeat(30_000)), ...talk(3, 1)]);
    const tip = log.tip;
    const end = await sessions.fork({ from: S, session: asSessionId('end') });
    const middle = await sessions.fork({ from: S, at: asUuid('r1'), session: asSessionId('middle') });
    await log.append([human(4, 'parent only')]);
    await log.close();
    await end.log.append([human(5, 'fork only')]);
    await end.log.close();
    await middle.log.close();
    expect(ids((await sessions.read(asSessionId('end'))).records)).toEqual(['r0', 'r1', 'r2', 'r3', 'r5']);
    expect((await sessions.read(asSessionId('end'))).records[0]).toEqual(human(0, 'long '.repeat(30_000)));
    expect((await sessions.read(asSessionId('end'))).header?.forkOf).toEqual({ session: S, ...tip });
    expect(ids(middle.loaded.records)).toEqual(['r0', 'r1']);
    const again = await sessions.fork({
      from: asSessionId('end'),
      at: asUuid('r0'),
      session: asSessionId('again'),
    });
    expect(ids(again.loaded.records)).toEqual(['r0']);
    expect(again.loaded.header?.forkOf?.session).toBe(S);
    await again.log.close();
  });

  it('keeps blobs by the hash of their content', async () => {
    const { sessions } = make();
    await (await sessions.create({ session: S, cwd: CWD })).close();
    const blobs = sessions.blobs(S);
    const hash = await blobs.put('hello');
    expect(hash).toBe('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824');
    expect(await blobs.put(new TextEncoder().encode('hello'))).toBe(hash);
    expect(new TextDecoder().decode(await blobs.get(hash))).toBe('hello');
    expect([await blobs.has(hash), await blobs.has('0'.repeat(64)), await blobs.has('../../x')]).toEqual([
      true,
      false,
      false,
    ]);
    await expect(blobs.get('0'.repeat(64))).rejects.toMatchObject({ code: 'LEAT_STORE_BLOB_MISSING' });
  });

  it('has a clock that can be waited for and given up', async () => {
    const { clock, ids: makeIds } = make();
    await clock.sleep(0);
    await expect(clock.sleep(60_000, AbortSignal.abort('stop'))).rejects.toBe('stop');
    expect(makeIds.uuid()).not.toBe(makeIds.uuid());
  });
}

/** The nine ways in which agents' session files broke in the field (RELIABILITY D1–D9). */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asSessionId, asUuid, timelineOf } from '@leat/kernel';
import { describe, expect, it } from 'vitest';
import { resumeSession, rewindSession } from '../../src/store/session.ts';
import { human, ids, talk } from './records.ts';
import { codes, freshHome, half, sessionFile, SESSION } from './session-file.ts';
import { localHost } from '../../src/host/local-host.ts';

describe('session files as they really break', () => {
  it('D1: a kill in mid-append does not put two records on one line', async () => {
    const file = await sessionFile(talk(3));
    const lines = file.lines();
    file.put(...lines.slice(0, 3), half(lines[3]!));
    const loaded = await file.append(talk(2, 2));
    expect([codes(loaded), loaded.damaged]).toEqual([['LEAT_READ_TORN_TAIL'], false]);
    expect(await file.read()).toMatchObject({ records: talk(4), notices: [] });
    expect(file.torn()).toBe(`${half(lines[3]!).toString()}\n`);
  });

  it('D1: two whole records on one line are both read', async () => {
    const file = await sessionFile(talk(3));
    const lines = file.lines();
    file.put(lines[0]!, lines[1]!, lines[2]!.subarray(0, -1), lines[3]!);
    const loaded = await file.read();
    expect([ids(loaded.records), codes(loaded), loaded.damaged]).toEqual([
      ['r0', 'r1', 'r2'],
      ['LEAT_READ_JOINED_LINES'],
      false,
    ]);
  });

  it('D2: a truncated prefix in front of the whole event, three times', async () => {
    const file = await sessionFile(talk(4));
    const lines = file.lines();
    file.put(lines[0]!, ...[1, 2, 3].flatMap((n) => [half(lines[n]!), lines[n]!]), lines[4]!);
    const loaded = await file.append(talk(1, 4));
    expect([codes(loaded), loaded.damaged]).toEqual([['LEAT_READ_FRAGMENT'], false]);
    expect(loaded.notices.map((notice) => notice.line)).toEqual([2, 3, 4]);
    expect((await file.read()).records).toEqual(talk(5));
  });

  it('D3: half a record on its own line, then the same record again', async () => {
    const file = await sessionFile(talk(3));
    const lines = file.lines();
    file.put(lines[0]!, lines[1]!, half(lines[2]!), '\n', lines[2]!, lines[3]!);
    const loaded = await file.read();
    expect([ids(loaded.records), codes(loaded), loaded.damaged]).toEqual([
      ['r0', 'r1', 'r2'],
      ['LEAT_READ_FRAGMENT'],
      false,
    ]);
    expect(await file.host.sessions.list(null)).toHaveLength(1);
  });

  it('D4: a run of NUL bytes that took nothing is passed over, one that took records is damage', async () => {
    const file = await sessionFile(talk(4));
    const lines = file.lines();
    file.put(
      lines[0]!,
      lines[1]!,
      Buffer.alloc(512),
      lines[2]!,
      Buffer.alloc(300),
      '\n',
      lines[3]!,
      lines[4]!,
    );
    const passed = await file.read();
    expect([passed.records, codes(passed), passed.damaged]).toEqual([talk(4), ['LEAT_READ_FILLER'], false]);
    file.put(lines[0]!, lines[1]!, Buffer.alloc(lines[2]!.length), lines[3]!, lines[4]!);
    const taken = await file.read();
    expect([ids(taken.records), taken.damaged]).toEqual([['r0', 'r2', 'r3'], true]);
    expect(codes(taken)).toContain('LEAT_READ_MISSING_RECORDS');
    const { log, notices } = await resumeSession(file.host, SESSION);
    expect(notices[0]).toMatchObject({ code: 'LEAT_STORE_DAMAGED' });
    await log.close();
  });

  it('D5: lines of two writers, mixed, are read without loss and said', async () => {
    const file = await sessionFile(talk(2));
    const common = file.bytes();
    await file.append([human(2, 'mine'), human(3, 'mine too')]);
    const mine = file.bytes().subarray(common.length);
    file.put(common);
    await file.append([
      { ...human(2, 'theirs'), uuid: asUuid('t2') },
      { ...human(3, 'theirs too'), uuid: asUuid('t3') },
    ]);
    const theirs = file.lines().slice(3);
    const [m2, m3] = [mine.subarray(0, mine.indexOf(0x0a) + 1), mine.subarray(mine.indexOf(0x0a) + 1)];
    file.put(common, m2, theirs[0]!, m3, theirs[1]!);
    const loaded = await file.read();
    expect([ids(loaded.records).toSorted(), loaded.damaged]).toEqual([
      ['r0', 'r1', 'r2', 'r3', 't2', 't3'],
      true,
    ]);
    expect(codes(loaded)).toContain('LEAT_READ_TWO_WRITERS');
  });

  it('D6: a tail cut inside a character is mended, and later appends are written', async () => {
    const file = await sessionFile([human(0, 'plain'), human(1, '水路🛶')]);
    const bytes = file.bytes();
    file.put(bytes.subarray(0, bytes.indexOf(Buffer.from('🛶')) + 2));
    await file.append([human(1, 'again')]);
    expect((await file.read()).records).toEqual([human(0, 'plain'), human(1, 'again')]);
  });

  it('D7: no crash at all costs a record that comes after it', async () => {
    const file = await sessionFile(talk(1));
    for (let n = 1; n <= 5; n += 1) {
      await file.append(talk(1, n));
      const bytes = file.bytes();
      file.put(bytes, '{"seq":99,"uuid":"torn');
    }
    await file.append(talk(1, 6));
    expect(await file.read()).toMatchObject({ records: talk(7), damaged: false });
  });

  it('D8: over damage a session resumes and says so, but neither goes back nor forks', async () => {
    const file = await sessionFile(talk(5));
    const lines = file.lines();
    const bad = Buffer.from(lines[3]!);
    bad[40] = bad[40]! ^ 1;
    file.put(...lines.slice(0, 3), bad, ...lines.slice(4));
    const loaded = await file.read();
    expect([ids(loaded.records), loaded.damaged]).toEqual([['r0', 'r1', 'r3', 'r4'], true]);
    expect(loaded.notices).toContainEqual(
      expect.objectContaining({ code: 'LEAT_READ_DAMAGED_LINE', line: 4 }),
    );
    const back = () => rewindSession(loaded, timelineOf(loaded.records), asUuid('r0'));
    expect(back).toThrow(
      expect.objectContaining({ code: 'LEAT_STORE_DAMAGED', message: expect.stringContaining('line 4') }),
    );
    const fork = file.host.sessions.fork({ from: SESSION, session: asSessionId('f') });
    await expect(fork).rejects.toMatchObject({ code: 'LEAT_STORE_DAMAGED' });
    const before = await file.host.sessions.fork({
      from: SESSION,
      at: asUuid('r1'),
      session: asSessionId('g'),
    });
    expect(ids(before.loaded.records)).toEqual(['r0', 'r1']);
    await before.log.close();
  });

  it('D8: without damage a rewind names the record before the message', async () => {
    const file = await sessionFile(talk(3));
    const loaded = await file.read();
    expect(rewindSession(loaded, timelineOf(loaded.records), asUuid('r2'))).toMatchObject({
      record: { control: { kind: 'rewind', to: 'r2' } },
      parentUuid: 'r1',
    });
  });

  it('D9: a session file that a shell runs does nothing', async () => {
    const play = freshHome();
    mkdirSync(join(play, 'home'));
    writeFileSync(join(play, 'home', 'precious'), 'x');
    const prompts = [
      `\`touch ${play}/backtick; rm -rf $HOME\``,
      `$(touch ${play}/dollar) $\{HOME:?} "; touch ${play}/quote; "`,
      `'; touch ${play}/single; ' && touch ${play}/and | touch ${play}/pipe\n touch ${play}/newline\n`,
      `\\"; touch ${play}/slash; \\\\"; touch ${play}/slashes; #`,
    ];
    const file = await sessionFile(prompts.map((words, n) => human(n, words)));
    expect(file.bytes().toString()).not.toMatch(/[`$]/);
    for (const shell of ['bash', 'sh']) {
      try {
        execFileSync(shell, [file.path], {
          cwd: play,
          env: { HOME: join(play, 'home'), PATH: process.env.PATH },
          stdio: 'ignore',
        });
      } catch {
        continue; // "command not found" is what should happen
      }
    }
    expect(
      ['backtick', 'dollar', 'quote', 'single', 'and', 'pipe', 'newline', 'slash', 'slashes'].filter((name) =>
        existsSync(join(play, name)),
      ),
    ).toEqual([]);
    expect(existsSync(join(play, 'home', 'precious'))).toBe(true);
    expect((await file.read()).records).toEqual(prompts.map((words, n) => human(n, words)));
  });
});

describe('other things that happen to files', () => {
  it('keeps a whole last line that lacks its newline', async () => {
    const file = await sessionFile(talk(3));
    file.put(file.bytes().subarray(0, -1));
    const loaded = await file.append(talk(1, 3));
    expect(codes(loaded)).toEqual(['LEAT_READ_NO_NEWLINE']);
    expect(await file.read()).toMatchObject({ records: talk(4), notices: [] });
    expect(file.torn()).toBeNull();
  });

  it('reads a file with byte order mark and CR LF, and appends to it', async () => {
    const file = await sessionFile(talk(3));
    file.put('\ufeff', file.bytes().toString().replaceAll('\n', '\r\n'));
    const loaded = await file.append(talk(1, 3));
    expect([loaded.records, loaded.damaged]).toEqual([talk(3), false]);
    expect(codes(loaded).toSorted()).toEqual(['LEAT_READ_CRLF', 'LEAT_READ_FILLER']);
    expect((await file.read()).records).toEqual(talk(4));
  });

  it('drops a twin that a failed fsync left behind without a word', async () => {
    const file = await sessionFile(talk(3));
    const lines = file.lines();
    file.put(...lines, lines[2]!, lines[3]!);
    expect(await file.append(talk(1, 3))).toMatchObject({ records: talk(3), notices: [] });
    expect(await file.read()).toMatchObject({ records: talk(4), notices: [] });
  });

  it('keeps the gap visible when the last acknowledged line was damaged', async () => {
    const file = await sessionFile(talk(3));
    const bytes = file.bytes();
    bytes[bytes.length - 40] = bytes[bytes.length - 40]! ^ 1;
    file.put(bytes);
    expect((await file.append(talk(1, 3))).damaged).toBe(true);
    const loaded = await file.read();
    expect([ids(loaded.records), loaded.damaged]).toEqual([['r0', 'r1', 'r3'], true]);
    expect(loaded.records.at(-1)).toMatchObject({ parentUuid: 'r1' });
  });

  it('sets a doubled id aside, hangs a broken parent on the record before it, and so ends cycles', async () => {
    const file = await sessionFile([
      ...talk(2),
      { ...human(1, 'doubled') },
      { ...human(2, 'own parent'), parentUuid: asUuid('r2') },
      { ...human(3, 'no such parent'), parentUuid: asUuid('nobody') },
      { ...human(4, 'a later parent'), parentUuid: asUuid('r5') },
      { ...human(5, 'fine'), parentUuid: asUuid('r4') },
    ]);
    const loaded = await file.read();
    expect(loaded.records.map((record) => [record.uuid, record.parentUuid])).toEqual([
      ['r0', null],
      ['r1', 'r0'],
      ['r2', 'r1'],
      ['r3', 'r2'],
      ['r4', 'r3'],
      ['r5', 'r4'],
    ]);
    expect(codes(loaded).toSorted()).toEqual(['LEAT_READ_BROKEN_PARENT', 'LEAT_READ_DOUBLED_ID']);
  });
});

describe('files of a newer leat', () => {
  it('keeps records of unknown type whole, in their place', async () => {
    const novel = { ...human(1, 'x'), type: 'novel', extra: { a: 1 } };
    // What a newer leat would write: this one's types don't have it.
    const file = await sessionFile([human(0, 'a'), novel as never, human(2, 'b')]);
    const loaded = await file.read();
    expect(loaded.records[1]).toEqual({
      type: 'foreign',
      uuid: 'r1',
      parentUuid: 'r0',
      timestamp: novel.timestamp,
      original: novel,
    });
    expect([codes(loaded), loaded.damaged]).toEqual([['LEAT_READ_UNKNOWN_TYPE'], false]);
  });

  it.each([
    [{ version: 2, minReader: 1 }, 'LEAT_READ_NEWER_VERSION'],
    [{ version: 2, minReader: 2 }, 'LEAT_STORE_NEWER_FORMAT'],
  ])('reads what it may of %o', async (change, code) => {
    const { encodeLine, NO_PREVIOUS } = await import('../../src/store/line.ts');
    const file = await sessionFile([]);
    const { seq: _seq, prev: _prev, crc: _crc, ...header } = JSON.parse(file.bytes().toString());
    file.put(encodeLine(0, JSON.stringify({ ...header, ...change }), NO_PREVIOUS).bytes);
    if (code.startsWith('LEAT_READ')) expect(codes(await file.read())).toEqual([code]);
    else
      await expect(localHost({ home: file.home, version: '0' }).sessions.open(SESSION)).rejects.toMatchObject(
        { code },
      );
  });
});

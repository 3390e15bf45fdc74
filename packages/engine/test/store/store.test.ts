import { chmodSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asSessionId, type TimelineRecord } from '@leat/kernel';
import { describe, expect, it } from 'vitest';
import { localHost } from '../../src/host/local-host.ts';
import { blobHash } from '../../src/store/blob-files.ts';
import { encodeLine, NO_PREVIOUS, verifyLine } from '../../src/store/line.ts';
import { memoryDisk } from '../../src/store/memory-disk.ts';
import { nodeDisk } from '../../src/store/node-disk.ts';
import { encodedCwd } from '../../src/store/paths.ts';
import { fsckSession } from '../../src/store/session.ts';
import { brokenDisk } from './broken-disk.ts';
import { human, talk, title } from './records.ts';
import { freshHome, sessionFile, SESSION } from './session-file.ts';
import { processTable, storeOn } from './store-on.ts';

describe('the line', () => {
  it('is what format version 1 says, to the letter', () => {
    const record = {
      uuid: 'u',
      parentUuid: null,
      timestamp: 't',
      type: 'user',
      text: '`$x` {"seq":1',
      deep: { seq: 1 },
    };
    const line = encodeLine(7, JSON.stringify(record), NO_PREVIOUS);
    expect(line.bytes.toString()).toBe(
      '{"seq":7,"uuid":"u","parentUuid":null,"timestamp":"t","type":"user","text":"\\u0060\\u0024x\\u0060 {\\"seq\\":1","deep":{"\\u0073eq":1},"prev":"00000000","crc":"a87f2753"}\n',
    );
    expect(JSON.parse(line.bytes.toString())).toEqual({
      seq: 7,
      ...record,
      prev: NO_PREVIOUS,
      crc: line.crc,
    });
    expect(verifyLine(line.bytes, 0, line.bytes.length - 1)).toMatchObject({ seq: 7, crc: line.crc });
  });

  it('begins every file with a header', async () => {
    const file = await sessionFile([]);
    const header = JSON.parse(file.bytes().toString());
    expect(Object.keys(header)).toEqual([
      'seq',
      'type',
      'format',
      'version',
      'minReader',
      'session',
      'chain',
      'cwd',
      'timestamp',
      'leat',
      'forkOf',
      'fence',
      'prev',
      'crc',
    ]);
    expect(header).toMatchObject({
      seq: 0,
      format: 'leat-session',
      version: 1,
      minReader: 1,
      session: 's',
      chain: 'main',
      cwd: '/w',
      fence: 1,
    });
  });
});

describe('names of folders', () => {
  it('encodes a working directory', () => {
    expect(encodedCwd('/home/a/x.y')).toBe('-home-a-x-y');
    const long = encodedCwd(`/${'a'.repeat(300)}`);
    expect(long).toMatch(/^-a{199}-[0-9a-f]{16}$/);
    expect(long).not.toBe(encodedCwd(`/${'a'.repeat(301)}`));
  });
});

describe('one writer', () => {
  it('refuses the append of a writer whose lease was taken over, and keeps its bytes out', async () => {
    const disk = memoryDisk(() => Date.now());
    let first: 'alive' | 'gone' = 'alive';
    const asleep = await storeOn(
      disk,
      '/h',
      processTable(1, () => 'alive'),
    ).create({ session: SESSION, cwd: '/w' });
    await asleep.append(talk(1));
    const other = storeOn(
      disk,
      '/h',
      processTable(2, () => first),
    );
    await expect(other.open(SESSION)).rejects.toMatchObject({ code: 'LEAT_STORE_LOCKED' });
    first = 'gone';
    const { log } = await other.open(SESSION);
    await asleep.append([human(1, 'stale')], 'power');
    expect(asleep.failure).toMatchObject({ code: 'LEAT_STORE_FENCED' });
    await log.append(talk(1, 1));
    await log.close();
    await asleep.close();
    expect(await other.read(SESSION)).toMatchObject({ records: talk(2), notices: [] });
  });

  it('waits for another machine’s heartbeat to stop', async () => {
    let now = 1_000_000;
    const disk = memoryDisk(() => now);
    const clock = { now: () => now, sleep: () => Promise.resolve() };
    const { sessionStore } = await import('../../src/store/session-store.ts');
    const { realIds } = await import('../../src/host/real-time.ts');
    const on = (pid: number) =>
      sessionStore({
        disk,
        home: '/h',
        clock,
        ids: realIds,
        processes: processTable(pid, () => 'elsewhere'),
        version: '0',
      });
    await on(1).create({ session: SESSION, cwd: '/w' });
    now += 59_000;
    await expect(on(2).open(SESSION)).rejects.toMatchObject({ code: 'LEAT_STORE_LOCKED' });
    now += 2_000;
    await (await on(2).open(SESSION)).log.close();
  });

  it('says so on a network disk', async () => {
    const disk = { ...memoryDisk(() => 0), networkKind: async () => 'NFS' };
    const log = await storeOn(disk).create({ session: SESSION, cwd: '/w' });
    expect(log.warnings).toMatchObject([{ code: 'LEAT_READ_NETWORK_DISK' }]);
    await log.close();
  });
});

describe('a disk that takes nothing', () => {
  it.each(['EROFS', 'EACCES', 'ENOSPC'])('starts memory-only on %s and says so', async (code) => {
    const disk = brokenDisk(
      { operation: 'makeFolder', nth: 1, code, sticky: true },
      memoryDisk(() => 0),
    );
    const log = await storeOn(disk).create({ session: SESSION, cwd: '/w' });
    expect(log.warnings).toMatchObject([
      { code: 'LEAT_READ_MEMORY_ONLY', message: expect.stringContaining(code) },
    ]);
    await log.append(talk(1), 'power');
    expect(log.failure).toMatchObject({
      code: { EROFS: 'LEAT_STORE_READ_ONLY', EACCES: 'LEAT_STORE_DENIED', ENOSPC: 'LEAT_STORE_FULL' }[code],
    });
    await log.close();
  });

  it('meets a real full disk with a coded error', async () => {
    const inner = nodeDisk();
    const full = {
      ...inner,
      open: (path: string, mode: 'read' | 'append' | 'create') =>
        inner.open(mode === 'append' ? '/dev/full' : path, mode),
    };
    const log = await storeOn({ ...full }, freshHome()).create({ session: SESSION, cwd: '/w' });
    await log.append(talk(1), 'power');
    expect(log.failure?.name).toBe('LeatError');
    await log.close();
  });
});

describe('the list', () => {
  it('dates a session whose records say no time by its file', async () => {
    const file = await sessionFile([
      { ...human(0, 'a'), timestamp: '' },
      { ...human(1, 'b'), timestamp: new Date(0).toISOString() },
    ]);
    utimesSync(file.path, 1_700_000_000, 1_700_000_000);
    expect(await file.host.sessions.list('/w')).toMatchObject([{ updatedAt: 1_700_000_000_000 }]);
  });
});

describe('the side index', () => {
  it('tells what the file tells, also when it is old, damaged or gone', async () => {
    const file = await sessionFile([human(0, 'first'), title(1, 'name')]);
    const list = async () => (await file.host.sessions.list('/w')).map(({ bytes: _bytes, ...rest }) => rest);
    const index = join(file.home, 'projects', '-w', 's', 'index.json');
    const two = await list();
    const old = readFileSync(index);
    await file.append([human(2, 'more'), title(3, 'new name')]);
    const four = await list();
    expect([two, four]).toMatchObject([
      [{ title: 'name', records: 2 }],
      [{ title: 'new name', firstPrompt: 'first', records: 4 }],
    ]);
    for (const content of [
      old,
      Buffer.from('{'),
      Buffer.from('{"version":1,"bytes":5,"crc":"00000000","facts":{}}'),
    ]) {
      writeFileSync(index, content);
      expect(await list()).toEqual(four);
    }
  });

  it('is not shown as a session, nor is anything else beside one', async () => {
    const file = await sessionFile(talk(1));
    const folder = join(file.home, 'projects', '-w');
    writeFileSync(join(folder, 'notes.txt'), 'x');
    mkdirSync(join(folder, 'dir.jsonl'));
    expect((await file.host.sessions.list(null)).map((one) => one.session)).toEqual(['s']);
    expect(readdirSync(join(folder, 's')).toSorted()).toEqual(['index.json', 'lease.1']);
  });
});

describe('fsck', () => {
  it('counts what is there and names what is wrong by line', async () => {
    const file = await sessionFile(talk(4));
    expect(await fsckSession(file.host, SESSION)).toMatchObject({
      sound: true,
      chains: [{ chain: 'main', records: 4, types: { user: 2, assistant: 2 }, notices: [] }],
    });
    const bytes = file.bytes();
    bytes[bytes.indexOf('answer 1')] = 0x41;
    file.put(bytes);
    expect(await fsckSession(file.host, SESSION)).toMatchObject({
      sound: false,
      chains: [
        {
          damaged: true,
          notices: [
            { code: 'LEAT_READ_DAMAGED_LINE', line: 3 },
            { code: 'LEAT_READ_MISSING_RECORDS', line: 4 },
            { code: 'LEAT_READ_BROKEN_PARENT', line: 4 },
          ],
        },
      ],
    });
  });

  it('names the lost blobs of heads, images and checkpoints, until they are put again', async () => {
    const hashes = ['head', 'image', 'file'].map(blobHash);
    const [system = '', image = '', file_ = ''] = hashes;
    const controls = [
      { kind: 'head', hash: 'h', system, tools: system, context: system },
      { kind: 'checkpoint', files: [{ path: '/w/a', hash: file_ }] },
    ].map((control, at) => ({ ...human(at, ''), type: 'control', control }));
    const source = { type: 'blob', media_type: 'image/png', hash: image, bytes: 5 };
    const seen = {
      ...human(2, ''),
      content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'image', source }] }],
    };
    // Records of the shapes that the engine writes, made by hand.
    const file = await sessionFile([...controls, seen] as unknown as readonly TimelineRecord[]);
    const check = () => fsckSession(localHost({ home: file.home, version: '0' }), SESSION);
    expect(await check()).toMatchObject({
      sound: false,
      chains: [{ damaged: false }],
      missing: [
        expect.stringMatching(/^the head can't be read: the blob \w+ is missing$/),
        expect.stringMatching(/^the checkpoint of \/w\/a /),
        expect.stringMatching(/^an image /),
      ],
    });
    const blobs = localHost({ home: file.home, version: '0' }).sessions.blobs(SESSION);
    for (const content of ['head', 'image', 'file']) await blobs.put(content);
    writeFileSync(join(file.home, 'projects', '-w', 's', 'blobs', system), 'HEAD');
    expect(await check()).toMatchObject({ sound: false, missing: [expect.stringContaining('is damaged')] });
    await blobs.put('head');
    expect(await check()).toMatchObject({ sound: true, missing: [] });
  });

  it('names a blob that is gone', async () => {
    const file = await sessionFile([human(0, 'long '.repeat(20_000))]);
    const blobs = join(file.home, 'projects', '-w', 's', 'blobs');
    for (const name of readdirSync(blobs)) writeFileSync(join(blobs, name), 'other content');
    expect(await fsckSession(file.host, SESSION)).toMatchObject({
      sound: false,
      chains: [{ notices: [{ code: 'LEAT_READ_BLOB_MISSING', line: 2 }] }],
    });
  });
});

describe('forks', () => {
  it('say what is wrong when their parent is gone, and keep their own records', async () => {
    const file = await sessionFile(talk(2));
    const fork = await file.host.sessions.fork({ from: SESSION, session: asSessionId('f') });
    await fork.log.append(talk(1, 2));
    await fork.log.close();
    writeFileSync(file.path, file.lines()[0]!);
    const loaded = await localHost({ home: file.home, version: '0' }).sessions.read(asSessionId('f'));
    expect([loaded.damaged, loaded.records.map((record) => record.uuid)]).toEqual([true, ['r2']]);
    expect(loaded.notices.map((notice) => notice.code)).toContain('LEAT_READ_FORK_BROKEN');
  });
});

describe('rights', () => {
  it('keeps sessions for their owner only', async () => {
    const file = await sessionFile(talk(1));
    const { statSync } = await import('node:fs');
    expect([statSync(file.path).mode & 0o777, statSync(join(file.home, 'projects')).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    chmodSync(file.path, 0o600);
  });
});

import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { asChainId, isText, pathOf, timelineOf, type TimelineRecord } from '@leat/kernel';
import { describe, expect, it } from 'vitest';
import { memoryHost } from '../../src/host/memory-host.ts';
import { importTranscript } from '../../src/import/import-transcript.ts';
import { splitObjects } from '../../src/import/split-objects.ts';
import { codes } from '../store/session-file.ts';

type Line = { readonly [key: string]: unknown };
const common = (uuid: string, parentUuid: string | null): Line => ({
  uuid,
  parentUuid,
  sessionId: 's',
  cwd: '/w',
  timestamp: '2026-01-02T03:04:05.678Z',
  isSidechain: false,
});
const user = (uuid: string, parent: string | null, content: unknown, more: Line = {}): Line => ({
  ...common(uuid, parent),
  type: 'user',
  message: { role: 'user', content },
  ...more,
});
const assistant = (
  uuid: string,
  parent: string | null,
  content: unknown[],
  id = `m-${uuid}`,
  more: Line = {},
): Line => ({
  ...common(uuid, parent),
  type: 'assistant',
  message: {
    id,
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content,
    usage: { input_tokens: 1, output_tokens: 2 },
  },
  ...more,
});
const say = (text: string) => ({ type: 'text', text });
const use = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: {} });
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });

async function imported(lines: readonly (Line | string)[], join = '\n') {
  const host = memoryHost();
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join(join);
  const outcome = await importTranscript(Buffer.from(text), host);
  const loaded = await host.sessions.read(outcome.session);
  return {
    host,
    outcome,
    loaded,
    records: loaded.records,
    notices: codes({ ...loaded, notices: outcome.notices }),
  };
}

/** `uuid:what` of the records that people and models wrote. */
const told = (records: Iterable<TimelineRecord>): string[] =>
  [...records].flatMap((record) => {
    if (record.type === 'user') return `${record.uuid}:${record.origin.kind}`;
    return record.type === 'assistant' ? `${record.uuid}:${record.error ? 'error' : 'assistant'}` : [];
  });

describe('import of the widely used form', () => {
  it('keeps the order of the file where parallel tools make forks', async () => {
    const { records } = await imported([
      user('u1', null, 'go'),
      assistant('a1', 'u1', [use('t1')], 'm'),
      assistant('a2', 'a1', [use('t2')], 'm'),
      user('r1', 'a1', [result('t1')]),
      user('r2', 'a2', [result('t2')]),
      assistant('a3', 'r1', [say('done')]),
      user('u2', 'a3', 'thanks'),
    ]);
    expect(told(pathOf(timelineOf(records)))).toEqual([
      'u1:human',
      'a1:assistant',
      'a2:assistant',
      'r1:tool_result',
      'r2:tool_result',
      'a3:assistant',
      'u2:human',
    ]);
    expect(records.find((record) => record.uuid === 'r2')).toMatchObject({
      origin: { toolUseId: 't2', assistantUuid: 'a2' },
    });
  });

  it('takes a fork whose later child is a human message for a rewind', async () => {
    const { records, notices } = await imported([
      user('u1', null, 'one'),
      assistant('a1', 'u1', [say('1')]),
      user('u2', 'a1', 'two'),
      assistant('a2', 'u2', [say('2')]),
      user('u3', 'a1', 'two, differently'),
      assistant('a3', 'u3', [say('3')]),
    ]);
    expect(told(pathOf(timelineOf(records)))).toEqual([
      'u1:human',
      'a1:assistant',
      'u3:human',
      'a3:assistant',
    ]);
    expect(
      records.find((record) => record.type === 'control' && record.control.kind === 'rewind'),
    ).toMatchObject({
      control: { to: 'u2' },
      parentUuid: 'a1',
    });
    expect(notices).toEqual(['LEAT_IMPORT_REWIND']);
  });

  it('goes back onto a branch that was left, to its end and to its middle', async () => {
    const { records } = await imported([
      user('u1', null, 'one'),
      assistant('a1', 'u1', [say('1')]),
      user('u2', 'a1', 'two'),
      assistant('a2', 'u2', [say('2')]),
      user('u3', 'a1', 'three'),
      assistant('a3', 'u3', [say('3')]),
      user('x', 'a2', 'still'),
      user('u4', 'a2', 'four'),
    ]);
    expect(told(pathOf(timelineOf(records)))).toEqual([
      'u1:human',
      'a1:assistant',
      'u2:human',
      'a2:assistant',
      'u4:human',
    ]);
  });

  it('lets hooks, notices, commands and interruptions make no rewind', async () => {
    const { records } = await imported([
      user('u1', null, 'one'),
      assistant('a1', 'u1', [say('1')]),
      { ...common('p1', 'a1'), type: 'progress', toolUseID: 't', data: { type: 'hook_progress' } },
      { ...common('s1', 'a1'), type: 'system', subtype: 'turn_duration', durationMs: 1 },
      user('c1', 'a1', '<command-name>/status</command-name>'),
      user('i1', 'a1', [say('[Request interrupted by user for tool use]')]),
      user('m1', 'a1', 'a note', { isMeta: true }),
      user('u2', 'a1', 'two'),
    ]);
    expect(told(pathOf(timelineOf(records)))).toEqual([
      'u1:human',
      'a1:assistant',
      'c1:command_output',
      'i1:interruption',
      'm1:context',
      'u2:human',
    ]);
  });

  it('sets doubled ids aside, survives broken parents, and says both', async () => {
    const { records, notices } = await imported([
      user('u1', 'nobody', 'one'),
      user('u1', null, 'one again'),
      assistant('a1', 'u1', [say('1')]),
      user('u2', 'u2', 'its own parent'),
    ]);
    expect(told(records)).toEqual(['u1:human', 'a1:assistant', 'u2:human']);
    expect(notices).toEqual(['LEAT_IMPORT_BROKEN_PARENT', 'LEAT_IMPORT_DOUBLED_ID']);
  });

  it('reads two objects on a line, half a line before a whole one, CR LF, NUL runs and a byte order mark', async () => {
    const [u1, a1, u2] = [
      user('u1', null, 'one'),
      assistant('a1', 'u1', [say('1 { "')]),
      user('u2', 'a1', '2'),
    ].map((line) => JSON.stringify(line));
    const whole = [`\ufeff${u1}${a1}\r`, `${u2!.slice(0, 90)}${u2}\r`, '\0\0\0\0', ''];
    const { records, notices } = await imported(whole);
    expect(told(records)).toEqual(['u1:human', 'a1:assistant', 'u2:human']);
    expect(notices).toEqual(['LEAT_IMPORT_JOINED_LINES', 'LEAT_IMPORT_BAD_LINE']);
  });

  it('takes no inner object of a torn record for a record', () => {
    const inner = JSON.stringify(
      user('u9', null, [{ type: 'tool_result', content: JSON.stringify(user('x', null, 'no')) }]),
    );
    expect(splitObjects(inner.slice(0, -4)).objects).toEqual([]);
  });

  it('keeps errors and synthetic answers out of what is sent', async () => {
    const { records, outcome } = await imported([
      user('u1', null, 'one'),
      assistant('a1', 'u1', [say('API Error: 529')], 'e1', { isApiErrorMessage: true }),
      assistant('a2', 'u1', [say('No response requested.')], 'e2', {
        message: { id: 'e2', model: '<synthetic>', content: [say('No response requested.')] },
      }),
    ]);
    expect(told(records)).toEqual(['u1:human', 'a1:error', 'a2:error']);
    expect(outcome.model).toBeNull();
    expect(outcome.notices).toContainEqual(expect.objectContaining({ code: 'LEAT_IMPORT_NO_MODEL' }));
  });

  it('counts usage once per answer and ends with the last known model', async () => {
    const { records, outcome } = await imported([
      user('u1', null, 'one'),
      assistant('a1', 'u1', [say('1')], 'm1'),
      { ...assistant('a2', 'a1', [use('t')], 'm1'), requestId: 'req_2' },
    ]);
    const [usage, model] = records
      .slice(-2)
      .map((record) => (record.type === 'control' ? record.control : null));
    expect(usage).toMatchObject({
      kind: 'other',
      name: 'imported_usage',
      data: { answers: [{ messageId: 'm1', requestId: 'req_2' }] },
    });
    expect(model).toEqual({ kind: 'model', model: 'claude-sonnet-4-5' });
    expect(outcome.model).toBe('claude-sonnet-4-5');
  });

  it('takes over no permission mode of the recording', async () => {
    const { records } = await imported([
      { type: 'permission-mode', permissionMode: 'bypassPermissions', sessionId: 's' },
      user('u1', null, 'one', { permissionMode: 'bypassPermissions' }),
    ]);
    expect(records.some((record) => record.type === 'control' && record.control.kind === 'mode')).toBe(false);
    expect(records.find((record) => record.uuid === 'u1')).not.toHaveProperty('permissionMode');
    expect(records[1]).toMatchObject({ type: 'foreign', original: { permissionMode: 'bypassPermissions' } });
  });

  it('gives a sidechain inside a file a chain of its own', async () => {
    const { host, outcome, records } = await imported([
      user('u1', null, 'one'),
      assistant('a1', 'u1', [use('t')]),
      user('x1', null, 'look', { isSidechain: true, agentId: 'ab/c' }),
      assistant('x2', 'x1', [say('found')], 'mx', { isSidechain: true, agentId: 'ab/c' }),
      user('r1', 'a1', [result('t')]),
    ]);
    expect(told(records)).toEqual(['u1:human', 'a1:assistant', 'r1:tool_result']);
    expect(await host.sessions.agents(outcome.session)).toEqual(['ab-c']);
    const agent = await host.sessions.read(outcome.session, asChainId('ab-c'));
    expect(told(agent.records)).toEqual(['x1:human', 'x2:assistant']);
  });

  it('puts large images into blobs and keeps what is no clean base64', async () => {
    const data = Buffer.alloc(90_000, 7).toString('base64');
    const image = (text: string) => ({
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: text },
    });
    const { host, outcome, records } = await imported([
      user('u1', null, [image(data), image(`${data}\n`), image('AAAA')]),
      user('r1', 'u1', [{ type: 'tool_result', tool_use_id: 't', content: [image(data)] }]),
    ]);
    const [, u1, r1] = records as (TimelineRecord & { content: never[] })[];
    expect(u1).toMatchObject({
      content: [
        { source: { type: 'blob', bytes: 90_000 } },
        { source: { type: 'base64' } },
        { source: { type: 'base64', data: 'AAAA' } },
      ],
    });
    const hash = (r1 as unknown as { content: { content: { source: { hash: string } }[] }[] }).content[0]!
      .content[0]!.source.hash;
    expect(Buffer.alloc(90_000, 7).equals(await host.sessions.blobs(outcome.session).get(hash))).toBe(true);
  });

  it('reads a line of several megabytes', async () => {
    const words = 'x'.repeat(4_300_000);
    const { records } = await imported([user('u1', null, words), assistant('a1', 'u1', [say('1')])]);
    const content = records[1]?.type === 'user' ? records[1].content : [];
    expect(content.find(isText)?.text === words).toBe(true);
  }, 30_000);

  it.each([
    ['', 'LEAT_IMPORT_EMPTY'],
    ['no json at all', 'LEAT_IMPORT_EMPTY'],
    [
      '{"type":"session","version":1,"id":"x","cwd":"/w"}\n{"type":"message","id":"y"}',
      'LEAT_IMPORT_UNKNOWN_FORMAT',
    ],
  ])('refuses %j and leaves no session behind', async (text, code) => {
    const host = memoryHost();
    await expect(importTranscript(Buffer.from(text), host)).rejects.toMatchObject({ code });
    expect(await host.sessions.list(null)).toEqual([]);
  });
});

describe('a file that is refused', () => {
  const refused = async (bytes: Uint8Array | string): Promise<string> => {
    try {
      await importTranscript(bytes, memoryHost(), { name: '/t/a.jsonl' });
    } catch (error) {
      const { message, next } = error as { message: string; next: string }; // a leat error, as the test expects
      return `${message}. ${next}`;
    }
    throw new Error('it was imported');
  };

  it('is named once, with what it is and what would help', async () => {
    const hint =
      'Give a transcript in the widely used JSONL form, unpacked (no .gz); the pi form is not supported yet.';
    expect(await refused(gzipSync('{}'))).toBe(`/t/a.jsonl is compressed with gzip. ${hint}`);
    expect(await refused(Buffer.from('{"type":"session","id":"1"}\n'))).toBe(
      `/t/a.jsonl is no transcript that leat can read. ${hint}`,
    );
    expect(await refused(tmpdir())).toBe(`${tmpdir()} is no regular file. ${hint}`);
    expect(await refused(Buffer.from(''))).toBe(
      '/t/a.jsonl holds no record. Give a transcript that holds at least one message.',
    );
  });
});

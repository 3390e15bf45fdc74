import { isToolUse, type TimelineRecord } from '@leat/kernel';
import { describe, expect, it, vi } from 'vitest';
import type { ChainLog } from '../../src/host/host.ts';
import type { Asker } from '../../src/permission/permission.ts';
import { expectLaws, expectValid } from '../support/laws.ts';
import { call, says, text, type Script } from '../support/scripted-provider.ts';
import { BASH, EDIT, READ } from '../support/scripted-tools.ts';
import { world, type World } from '../support/world.ts';

// The loops over every record run some dozens of whole turns.
vi.setConfig({ testTimeout: 60_000 });

const script = (): Script[] => [
  says(text('look'), call('r1', 'Read'), call('e1', 'Edit'), call('r2', 'Read')),
  says(call('i1', 'Write'), call('e2', 'Edit')),
  says(text('done')),
];
const tools = [READ, EDIT, { ...EDIT, name: 'Write', repeat: 'idempotent' as const }];

const effectOf = (world_: World, id: string): number =>
  world_.trace.lines.filter((line) => line === `${id}+`).length;

/** The calls that the records say were started. */
const startedIn = (records: readonly TimelineRecord[]): readonly string[] =>
  records.flatMap((record) =>
    record.type === 'control' && record.control.kind === 'tool_started' ? [record.control.toolUseId] : [],
  );

describe('a turn that was cut', () => {
  it('after any record goes on without a prompt: valid, nothing lost, no effect twice', async () => {
    const whole = await world(script(), { tools });
    await whole.run('hi');
    for (let cut = 1; cut < whole.stored.length; cut++) {
      const kept = whole.stored.slice(0, cut);
      const w = whole.reopen(kept, [says(text('done'))]);
      const human = kept.some((record) => record.type === 'user' && record.origin.kind === 'human');
      expect(w.engine.isCut, `cut after ${cut}`).toBe(human);
      const started = startedIn(kept);
      const ran = await w.run(null);
      expect(ran.terminal.reason, `cut after ${cut}`).toBe('completed');
      for (const id of ['e1', 'e2']) {
        if (started.includes(id)) expect(effectOf(w, id), `${id}, cut after ${cut}`).toBe(0);
      }
      for (const request of w.provider.sent) expectValid(request);
    }
  });

  it('after any record takes a new prompt: open calls are settled and nothing of them runs', async () => {
    const whole = await world(script(), { tools });
    await whole.run('hi');
    for (let cut = 1; cut < whole.stored.length; cut++) {
      const w = whole.reopen(whole.stored.slice(0, cut), [says(text('fine'))]);
      const ran = await w.run('something else');
      expect(ran.summary.text).toBe('fine');
      expect(w.trace.lines).toEqual([]);
      for (const request of w.provider.sent) expectValid(request);
    }
  });

  it('says of an effect that had started that its outcome is unknown, and runs the read again', async () => {
    const whole = await world([says(call('r1', 'Read'), call('e1', 'Edit')), says(text('x'))]);
    await whole.run('hi');
    const at = whole.stored.findIndex(
      (record) =>
        record.type === 'control' &&
        record.control.kind === 'tool_started' &&
        record.control.toolUseId === 'e1',
    );
    const kept = whole.stored
      .slice(0, at + 1)
      .filter((record) => record.type !== 'user' || record.origin.kind === 'human');
    const w = whole.reopen(reparent(kept), [says(text('I see'))]);
    const ran = await w.run(null);
    expect(w.trace.lines).toEqual(['r1+', 'r1-']);
    expect(w.provider.sent[0]?.text).toContain('outcome of this call is unknown');
    expect(ran.events).toContainEqual(
      expect.objectContaining({ type: 'notice', code: 'LEAT_TURN_OUTCOME_UNKNOWN' }),
    );
    expectValid(w.provider.sent[0] ?? { body: { messages: [] }, text: '' });
  });

  it('never runs a call that was refused before', async () => {
    const asker: Asker = { ask: async () => ({ decision: 'deny' }) };
    const whole = await world([says(call('e1', 'Edit')), says(text('x'))], {
      permissions: { mode: 'default' },
      asker,
    });
    await whole.run('hi');
    const at = whole.stored.findIndex(
      (record) => record.type === 'control' && record.control.kind === 'permission',
    );
    const w = whole.reopen(whole.stored.slice(0, at + 1), [says(text('ok'))]);
    await w.run(null);
    expect(w.trace.lines).toEqual([]);
    expect(w.provider.sent[0]?.text).toContain('refused before');
  });

  it('finds the shell where it stood', async () => {
    const whole = await world([says(call('b1', 'Bash')), says(text('x'))], {
      tools: [{ ...BASH, moves: '/srv/sub' }],
    });
    await whole.run('hi');
    expect(whole.reopen(whole.stored, []).session.cwd).toBe('/srv/sub');
    expect(whole.reopen(whole.stored.slice(0, 4), []).session.cwd).toBe('/work');
  });

  it('has nothing to go on with once it was complete', async () => {
    const w = await world([says(text('done'))]);
    await w.run('hi');
    const ran = await w.run(null);
    expect(ran.terminal).toEqual({ reason: 'completed', stopReason: null });
    expect(w.provider.sent).toHaveLength(1);
  });

  it('sends after a crash what it would have sent without one', async () => {
    const whole = await world(script(), { tools });
    await whole.run('hi');
    const again = whole.reopen(whole.stored.slice(0, -1), [says(text('done'))]);
    await again.run('and now');
    const straight = await world([...script(), says(text('done'))], { tools });
    await straight.run('hi');
    await straight.run('and now');
    const messages = (w: World) => JSON.stringify(w.provider.sent.at(-1)?.body.messages);
    expect(messages(again)).toBe(messages(straight));
    expectLaws(straight);
  });
});

describe('a log that fails', () => {
  const failing =
    (after: number) =>
    (log: ChainLog): ChainLog => {
      let left = after;
      let failure: Error | null = null;
      return {
        session: log.session,
        chain: log.chain,
        get failure() {
          return failure;
        },
        get warnings() {
          return log.warnings;
        },
        get tip() {
          return log.tip;
        },
        append: async (records, level) => {
          if (left-- <= 0) failure = Object.assign(new Error('no space left'), { code: 'LEAT_STORE_FULL' });
          else await log.append(records, level);
        },
        close: () => log.close(),
      };
    };

  it('ends the turn as store_error at any point, and no effect happens that is not on disk', async () => {
    for (let after = 0; after < 12; after++) {
      const w = await world(script(), { tools, log: failing(after) });
      const ran = await w.run('hi');
      if (ran.terminal.reason === 'completed') continue;
      expect(ran.terminal, `after ${after}`).toEqual({ reason: 'store_error', message: 'no space left' });
      expect(
        w.trace.lines.filter((line) => line.startsWith('e') && line.endsWith('+')).length,
      ).toBeLessThanOrEqual(1);
    }
  });

  it('that fails from the start sends nothing', async () => {
    const w = await world(script(), { log: failing(0) });
    expect((await w.run('hi')).terminal.reason).toBe('store_error');
    expect(w.provider.sent).toHaveLength(0);
  });
});

/** The records in one chain again, after some were taken out. */
const reparent = (records: readonly TimelineRecord[]): readonly TimelineRecord[] =>
  records.map((record, at) => ({ ...record, parentUuid: records[at - 1]?.uuid ?? null }));

describe('calls on the path', () => {
  it('are those of the script', async () => {
    const whole = await world(script(), { tools });
    await whole.run('hi');
    const calls = whole.stored.flatMap((record) =>
      record.type === 'assistant' ? record.content.filter(isToolUse) : [],
    );
    expect(calls.map(({ id }) => id)).toEqual(['r1', 'e1', 'r2', 'i1', 'e2']);
  });
});

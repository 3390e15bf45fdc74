import { EMPTY_RESULT, type ContentBlock } from '@leat/kernel';
import { describe, expect, it, vi } from 'vitest';
import type { QueryEvent } from '../../src/query/events.ts';
import { expectLaws } from '../support/laws.ts';
import { answer, call, says, text, type Script } from '../support/scripted-provider.ts';
import { READ } from '../support/scripted-tools.ts';
import { world } from '../support/world.ts';

// The loops over every event run some dozens of whole turns.
vi.setConfig({ testTimeout: 60_000 });

const transitions = (events: readonly QueryEvent[]) =>
  events.flatMap((event) => (event.type === 'transition' ? [event.transition] : []));
const stops = (stopReason: string, ...blocks: readonly ContentBlock[]): Script => ({
  events: answer(blocks, stopReason),
});

describe('a turn', () => {
  it('ends when the model answers without a call', async () => {
    const w = await world([says(text('hello'))]);
    const ran = await w.run('hi');
    expect(ran.terminal).toEqual({ reason: 'completed', stopReason: 'end_turn' });
    expect(ran.summary).toMatchObject({ text: 'hello', rounds: 1, stopReason: 'end_turn', denials: [] });
    expect(w.engine.isCut).toBe(false);
    expectLaws(w);
  });

  it('goes on while the model asks for tools, and sends each result behind its call', async () => {
    const w = await world([
      says(text('look'), call('t1', 'Read', { say: 'one' }), call('t2', 'Read', { say: 'two' })),
      says(text('done')),
    ]);
    const ran = await w.run('hi');
    expect(transitions(ran.events)).toEqual(['start', 'tool_results']);
    expect(w.provider.sent[1]?.body.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ text: 'look' }, { id: 't1' }, { id: 't2' }] },
      {
        role: 'user',
        content: [
          { tool_use_id: 't1', content: [{ text: 'one' }] },
          { tool_use_id: 't2', content: [{ text: 'two' }] },
        ],
      },
    ]);
    expectLaws(w);
  });

  it('has the human message and the request on disk before anything is sent', async () => {
    const w = await world([says(text('x'))]);
    let stored: readonly string[] = [];
    w.provider.onSend = () => (stored = w.stored.map((record) => record.type));
    await w.run('hi');
    expect(stored).toEqual(['control', 'control', 'user', 'request']);
  });

  it('takes a second message after the first turn, and refuses one while it runs', async () => {
    const w = await world([says(text('one')), says(text('two'))]);
    const turn = w.engine.submitMessage('a');
    expect(() => w.engine.submitMessage('b')).toThrow(expect.objectContaining({ code: 'LEAT_TURN_RUNNING' }));
    await w.clock.until(turn.done);
    const ran = await w.run('c');
    expect(ran.summary.text).toBe('two');
    expectLaws(w);
  });

  it('counts usage and dollars by model, and never adds what one request said twice', async () => {
    const w = await world([says(text('x'))]);
    const { summary } = await w.run('hi');
    expect(summary.usage).toEqual({ input: 100, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 20 });
    expect(summary.costUsd).toBeCloseTo((100 * 2 + 20 * 10) / 1e6, 12);
    expect(w.engine.billUsd).toBe(summary.costUsd);
  });

  it('runs to its end when nobody reads its events', async () => {
    const w = await world([says(call('t1', 'Read')), says(text('done'))]);
    const turn = w.engine.submitMessage('hi');
    expect(await w.clock.until(turn.done)).toMatchObject({ reason: 'completed' });
  });

  it('stops when its reader leaves, and waits until it has', async () => {
    const w = await world([says(call('t1', 'Hold')), says(text('never'))], {
      tools: [{ ...READ, name: 'Hold', hold: true }],
    });
    const turn = w.engine.submitMessage('hi');
    const leaving = (async () => {
      for await (const event of turn.events) if (event.type === 'tool_started') break;
    })();
    await w.clock.until(leaving);
    expect(await turn.done).toEqual({ reason: 'aborted', by: 'user-cancel' });
    expect(w.provider.sent).toHaveLength(1);
  });
});

describe('answers that are no plain end', () => {
  it('asks an empty answer once to go on, and then lets it be', async () => {
    const w = await world([says(), says(text('here')), says(), says()]);
    const first = await w.run('hi');
    expect(transitions(first.events)).toEqual(['start', 'empty_answer']);
    expect(first.summary.text).toBe('here');
    const second = await w.run('again');
    expect(transitions(second.events)).toEqual(['start', 'empty_answer']);
    expect(second.terminal.reason).toBe('completed');
    expectLaws(w);
  });

  it('sends a paused answer back, as often as it pauses within reason', async () => {
    const w = await world([stops('pause_turn', text('part one ')), says(text('part two'))]);
    const ran = await w.run('hi');
    expect(transitions(ran.events)).toEqual(['start', 'pause_turn']);
    expect(w.provider.sent[1]?.body.messages[1]).toMatchObject({
      role: 'assistant',
      content: [{ text: 'part one' }],
    });
    const endless = await world(Array.from({ length: 30 }, () => stops('pause_turn', text('…'))));
    expect((await endless.run('hi')).terminal.reason).toBe('completed');
    expect(endless.provider.sent.length).toBeLessThan(15);
  });

  it('ends at the output limit, but first gives results that are due', async () => {
    const w = await world([stops('max_tokens', text('cut'))]);
    expect((await w.run('hi')).terminal).toEqual({ reason: 'output_limit', maxTokens: 32_000 });
    const due = await world([stops('max_tokens', call('t1', 'Read')), says(text('ok'))]);
    expect(transitions((await due.run('hi')).events)).toEqual(['start', 'tool_results']);
    expectLaws(due);
  });

  it('ends as window_full when the window is', async () => {
    const w = await world([stops('model_context_window_exceeded', text('cut'))]);
    expect((await w.run('hi')).terminal.reason).toBe('window_full');
  });
});

describe('limits', () => {
  it('end a turn before another round, and the session goes on from there', async () => {
    const w = await world([says(call('t1', 'Read')), says(call('t2', 'Read')), says(text('done'))], {
      limits: { maxTurns: 2 },
    });
    expect((await w.run('hi')).terminal).toEqual({ reason: 'max_turns', rounds: 2 });
    expect(w.engine.isCut).toBe(true);
    expect((await w.run(null)).terminal.reason).toBe('completed');
    expectLaws(w);
  });

  it('end it before a request once the bill has reached them', async () => {
    const w = await world([says(call('t1', 'Read')), says(text('never'))], {
      limits: { maxBudgetUsd: 0.0003 },
    });
    expect((await w.run('hi')).terminal).toMatchObject({ reason: 'budget_spent', limitUsd: 0.0003 });
    expect(w.provider.sent).toHaveLength(1);
  });

  it('do not send what is above the blocking line', async () => {
    const w = await world([], { model: 'claude-haiku-4-5' });
    expect((await w.run('long words '.repeat(200_000))).terminal).toMatchObject({ reason: 'blocking_limit' });
    expect(w.provider.sent).toHaveLength(0);
  });
});

describe('tools in a turn', () => {
  it('get words for what can not run, and the turn goes on', async () => {
    const w = await world(
      [
        says(
          call('t1', 'Raed'),
          call('t2', 'Read', { count: 'many' }),
          call('t3', 'Read', '{"path":"x'),
          call('t4', 'Throw'),
          call('t5', 'Read', { count: '3', say: 'mended' }),
          call('t6', 'Read', { say: ' ' }),
        ),
        says(text('done')),
      ],
      { tools: [READ, { ...READ, name: 'Throw', throws: true }] },
    );
    await w.run('hi');
    const failed = (id: string, words: string) => ({
      tool_use_id: id,
      is_error: true,
      content: [{ text: expect.stringContaining(words) }],
    });
    expect(w.provider.sent[1]?.body.messages.at(-1)?.content).toMatchObject([
      failed('t1', 'Read, Throw'),
      failed('t2', 'count must be a number'),
      failed('t3', 'JSON'),
      failed('t4', 'broken inside'),
      { tool_use_id: 't5', content: [{ text: 'mendedmendedmended' }] },
      { tool_use_id: 't6', content: [{ text: EMPTY_RESULT }] },
    ]);
    expect(w.trace.lines).not.toContain('t3+');
    expectLaws(w);
  });

  it('are refused with words for the model, and a flag for the person', async () => {
    const w = await world([says(call('t1', 'Edit')), says(text('I may not'))], {
      permissions: { mode: 'default' },
    });
    const ran = await w.run('hi');
    expect(ran.summary.denials).toMatchObject([{ toolUseId: 't1', flag: '--permission-mode acceptEdits' }]);
    expect(w.provider.sent[1]?.text).toContain('Do not work around');
    expect(w.trace.lines).toEqual([]);
    expect(w.stored).toContainEqual(
      expect.objectContaining({
        control: { kind: 'permission', toolUseId: 't1', decision: 'deny', by: 'write' },
      }),
    );
  });

  it('keep a round within its size: the largest results are cut before they are first sent', async () => {
    const w = await world([
      says(
        ...['a', 'b', 'c', 'd', 'e'].map((letter, i) =>
          call(`t${i}`, 'Read', { say: letter, count: 45_000 }),
        ),
      ),
      says(text('done')),
    ]);
    await w.run('hi');
    const sent = w.provider.sent[1]?.text ?? '';
    expect(sent.length).toBeLessThan(210_000);
    expect(sent).toContain('45000 characters in 1 lines');
    expectLaws(w);
  });

  it('send a single result above its size to a blob, with head, tail and size', async () => {
    const w = await world([
      says(call('t1', 'Read', { say: 'HEADxxxxTAIL', count: 5_000 })),
      says(text('ok')),
    ]);
    await w.run('hi');
    const sent = w.provider.sent[1]?.text ?? '';
    expect(sent.length).toBeLessThan(20_000);
    expect(sent).toMatch(/60000 characters.*HEAD.*TAIL/s);
  });
});

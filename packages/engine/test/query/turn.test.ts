import { EMPTY_RESULT, type ContentBlock } from '@leat/kernel';
import { describe, expect, it, vi } from 'vitest';
import type { AbortReason } from '../../src/query/abort.ts';
import type { QueryEvent } from '../../src/query/events.ts';
import { expectLaws } from '../support/laws.ts';
import { answer, call, says, text, type Script } from '../support/scripted-provider.ts';
import { BASH, EDIT, READ } from '../support/scripted-tools.ts';
import { settleTasks } from '../support/virtual-clock.ts';
import { world } from '../support/world.ts';

// The loops over every event run some dozens of whole turns.
vi.setConfig({ testTimeout: 60_000 });

const transitions = (events: readonly QueryEvent[]) =>
  events.flatMap((event) => (event.type === 'transition' ? [event.transition] : []));
const types = (events: readonly QueryEvent[], ...wanted: readonly QueryEvent['type'][]) =>
  events.filter((event) => wanted.includes(event.type)).map((event) => event.type);
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

describe('a failing provider', () => {
  const busy: Script = { status: 529, type: 'overloaded_error', message: 'Overloaded' };

  it('is tried again, visibly, with the same bytes', async () => {
    const w = await world([busy, { network: 'ECONNRESET' }, busy, says(text('at last'))]);
    const ran = await w.run('hi');
    expect(ran.summary.text).toBe('at last');
    expect(ran.events.filter((event) => event.type === 'retry')).toMatchObject([
      { attempt: 1, status: 529, delayMs: 438 },
      { attempt: 2, status: null, delayMs: 875 },
      { attempt: 3, status: 529, delayMs: 1750 },
    ]);
    expect(new Set(w.provider.sent.map((request) => request.text)).size).toBe(1);
    expect(w.stored.filter((record) => record.type === 'system')).toHaveLength(3);
    expect(w.stored.filter((record) => record.type === 'request')).toMatchObject(
      [1, 2, 3, 4].map((attempt) => ({ round: 1, attempt })),
    );
  });

  it('is given up after ten retries, with a synthetic answer that is never sent', async () => {
    const w = await world([...Array.from({ length: 11 }, () => busy), says(text('later'))]);
    const ran = await w.run('hi');
    expect(ran.terminal).toMatchObject({
      reason: 'provider_error',
      failure: { type: 'overloaded_error', status: 529 },
    });
    expect(w.provider.sent).toHaveLength(11);
    expect(types(ran.events, 'failed')).toHaveLength(1);
    await w.run('again');
    expect(w.provider.sent.at(-1)?.text).not.toContain('The request failed');
    expectLaws(w);
  });

  it.each([
    [401, 'authentication_error', 'invalid x-api-key', 'auth_error'],
    [400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum', 'prompt_too_long'],
    [413, 'request_too_large', 'Request exceeds the maximum size', 'prompt_too_long'],
    [
      400,
      'invalid_request_error',
      'messages.0.content.1.image.source.base64: image exceeds 5 MB',
      'media_error',
    ],
    [400, 'invalid_request_error', 'max_tokens: too large', 'provider_error'],
  ])('that says %d %s %s ends the turn at once', async (status, type, message, reason) => {
    const w = await world([{ status, type, message }]);
    expect((await w.run('hi')).terminal.reason).toBe(reason);
    expect(w.provider.sent).toHaveLength(1);
  });

  it.each([
    ['no byte comes', { silent: true } as const, 'no answer began for 60 s'],
    [
      'the stream falls silent',
      { events: answer([text('a')]).slice(0, 3), ending: 'hang' } as const,
      'the stream fell silent for 45 s',
    ],
  ])('is cut and tried again when %s', async (_what, script, message) => {
    const w = await world([script, says(text('ok'))]);
    const ran = await w.run('hi');
    expect(ran.events.find((event) => event.type === 'retry')).toMatchObject({
      error: { type: 'stream_stalled', message },
    });
    expect(ran.summary.text).toBe('ok');
  });

  it('that breaks off anywhere never leaves half an answer, and the round is done once', async () => {
    const whole = answer([text('hello'), call('t1', 'Read'), text('more'), call('t2', 'Read')]);
    for (const ending of ['eof', 'reset'] as const) {
      for (let at = 0; at < whole.length; at++) {
        const w = await world([
          { events: whole.slice(0, at), ending },
          { events: whole },
          says(text('done')),
        ]);
        const ran = await w.run('hi');
        expect(ran.summary.text, `cut at ${at}`).toBe('done');
        expect(w.provider.sent).toHaveLength(3);
        expect(w.provider.sent[2]?.body.messages[1]?.content).toHaveLength(4);
        expectLaws(w);
      }
    }
  });

  it('that breaks off behind a running effect closes the round, and never runs the effect twice', async () => {
    const whole = answer([call('t1', 'Edit'), text('more'), call('t2', 'Read')]);
    const w = await world([{ events: whole.slice(0, 9), ending: 'hang' }, says(text('done'))]);
    const ran = await w.run('hi');
    expect(transitions(ran.events)).toEqual(['start', 'round_closed']);
    expect(w.trace.lines.filter((line) => line === 't1+')).toHaveLength(1);
    expect(types(ran.events, 'taken_back')).toEqual([]);
    expect(w.provider.sent[1]?.text).toContain('Edit of t1');
    expectLaws(w);
  });

  it('whose error comes inside the stream is classified by its type', async () => {
    const start = answer([text('hello')]).slice(0, 3);
    const broken = (type: string): Script => ({
      events: [...start, { type: 'error', error: { type, message: 'm' } }],
    });
    const again = await world([broken('overloaded_error'), says(text('ok'))]);
    expect((await again.run('hi')).summary.text).toBe('ok');
    const final = await world([broken('invalid_request_error')]);
    expect((await final.run('hi')).terminal).toMatchObject({ reason: 'provider_error' });
  });
});

describe('an abort', () => {
  const script = (): Script[] => [
    says(text('look'), call('t1', 'Read'), call('t2', 'Edit'), call('t3', 'Bash')),
    { status: 529, type: 'overloaded_error' },
    says(text('done')),
  ];

  it('at any event leaves a session that goes on, with every call answered', async () => {
    const whole = await (await world(script())).run('hi');
    for (let at = 0; at < whole.events.length - 1; at++) {
      const w = await world(script());
      let seen = 0;
      const ran = await w.run('hi', (_event, turn) => {
        if (seen++ === at) turn.abort('user-cancel');
      });
      expect(['aborted', 'completed'], `abort at ${at}`).toContain(ran.terminal.reason);
      const startedByThen = w.trace.lines.filter((line) => line.endsWith('+')).length;
      await w.clock.advance(60_000);
      expect(w.trace.lines.filter((line) => line.endsWith('+'))).toHaveLength(startedByThen);
      w.provider.add(says(text('after')));
      await w.run('go on');
      expectLaws(w);
    }
  });

  it.each<[AbortReason, boolean]>([
    ['user-cancel', true],
    ['shutdown', true],
    ['interrupt', false],
  ])('by %s leaves words in the messages: %s', async (reason, words) => {
    const w = await world([says(call('t1', 'Hold')), says(text('after'))], {
      tools: [{ ...READ, name: 'Hold', hold: true }],
    });
    const ran = await w.run('hi', (event, turn) => {
      if (event.type === 'tool_started') turn.abort(reason);
    });
    expect(ran.terminal).toEqual({ reason: 'aborted', by: reason });
    expect(types(ran.events, 'interrupted')).toHaveLength(words ? 1 : 0);
    await w.run('next');
    expect(w.provider.sent[1]?.text).toContain('This call was stopped by the person');
    expectLaws(w);
  });

  it('keeps the text that the person saw of a cut reply', async () => {
    const w = await world([
      { events: answer([text('one two')]).slice(0, 3), ending: 'hang' },
      says(text('x')),
    ]);
    await w.run('hi', (event, turn) => {
      if (event.type === 'text_delta') turn.abort();
    });
    await w.run('go');
    expect(w.provider.sent[1]?.body.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ text: 'one ' }] },
      { role: 'user', content: [{ text: expect.stringContaining('stopped this reply') }, { text: 'go' }] },
    ]);
    expectLaws(w);
  });

  it('is not held up by a tool that hears nothing', async () => {
    const w = await world([says(call('t1', 'Deaf'))], { tools: [{ ...EDIT, name: 'Deaf', deaf: true }] });
    const ran = await w.run('hi', (event, turn) => {
      if (event.type === 'tool_started') turn.abort();
    });
    expect(ran.terminal.reason).toBe('aborted');
    expect(ran.summary.durationMs).toBeLessThanOrEqual(1_500);
  });

  it('ends the wait before a retry at once', async () => {
    const w = await world([{ status: 429, type: 'rate_limit_error', headers: { 'retry-after': '300' } }]);
    const ran = await w.run('hi', (event, turn) => {
      if (event.type === 'retry') turn.abort();
    });
    expect(ran.terminal.reason).toBe('aborted');
    expect(ran.summary.durationMs).toBe(0);
  });
});

describe('a voided round', () => {
  it('leaks nothing of its running calls into the next', async () => {
    const held = answer([call('t1', 'Hold'), text('more')]);
    const w = await world([{ events: held.slice(0, 6), ending: 'reset' }, says(text('done'))], {
      tools: [{ ...READ, name: 'Hold', hold: true }],
    });
    const ran = await w.run('hi');
    expect(ran.summary.text).toBe('done');
    const before = w.stored.length;
    w.trace.held.get('t1')?.();
    await w.clock.advance(1_000);
    expect(w.stored).toHaveLength(before);
    expect(ran.events.filter((event) => event.type === 'tool_result')).toEqual([]);
    expect(w.provider.sent[1]?.body.messages).toHaveLength(1);
  });
});

describe('order among the calls of an answer', () => {
  it('runs ten reads side by side at most', async () => {
    const calls = Array.from({ length: 14 }, (_, i) => call(`t${i}`, 'Hold'));
    const w = await world([says(...calls), says(text('done'))], {
      tools: [{ ...READ, name: 'Hold', hold: true }],
    });
    const turn = w.engine.submitMessage('hi');
    await settleTasks(100);
    expect(w.trace.held.size).toBe(10);
    for (const release of w.trace.held.values()) release();
    await settleTasks(100);
    expect(w.trace.held.size).toBe(14);
    for (const release of w.trace.held.values()) release();
    expect((await w.clock.until(turn.done)).reason).toBe('completed');
  });

  it('runs reads side by side and what changes things alone, and gives results in call order', async () => {
    const w = await world([
      says(
        call('r1', 'Read'),
        call('r2', 'Read'),
        call('w1', 'Edit'),
        call('r3', 'Read'),
        call('b1', 'Bash'),
      ),
      says(text('done')),
    ]);
    const ran = await w.run('hi');
    expect(w.trace.lines).toEqual(['r1+', 'r2+', 'r1-', 'r2-', 'w1+', 'w1-', 'r3+', 'r3-', 'b1+', 'b1-']);
    expect(ran.events.flatMap((event) => (event.type === 'tool_result' ? [event.toolUseId] : []))).toEqual([
      'r1',
      'r2',
      'w1',
      'r3',
      'b1',
    ]);
  });

  it('shows a result as soon as its turn has come, while later calls still run', async () => {
    const w = await world([says(call('t1', 'Read'), call('t2', 'Hold')), says(text('done'))], {
      tools: [READ, { ...READ, name: 'Hold', hold: true }],
    });
    const turn = w.engine.submitMessage('hi');
    const shown: string[] = [];
    const reading = (async () => {
      for await (const event of turn.events) if (event.type === 'tool_result') shown.push(event.toolUseId);
    })();
    await settleTasks(100);
    expect(shown).toEqual(['t1']);
    w.trace.held.get('t2')?.();
    await w.clock.until(reading);
    expect(shown).toEqual(['t1', 't2']);
  });

  it('cancels what comes after a failed command, but not the reads', async () => {
    const w = await world(
      [
        says(call('b1', 'Bash', { fail: true }), call('r1', 'Read'), call('w1', 'Edit'), call('b2', 'Bash')),
        says(text('done')),
      ],
      { tools: [READ, EDIT, BASH] },
    );
    await w.run('hi');
    expect(w.trace.lines).toEqual(['b1+', 'b1-', 'r1+', 'r1-']);
    expect(w.provider.sent[1]?.text).toContain('a command before it in the same answer failed');
    expectLaws(w);
  });
});

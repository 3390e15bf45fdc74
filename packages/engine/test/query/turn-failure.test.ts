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

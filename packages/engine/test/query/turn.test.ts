import { describe, expect, it } from 'vitest';
import { call, says, text } from '../support/scripted-provider.ts';
import { world } from '../support/world.ts';

describe('a turn', () => {
  it('ends when the model answers without a call', async () => {
    const w = await world([says(text('hello'))]);
    const ran = await w.run('hi');
    expect(ran.terminal).toEqual({ reason: 'completed', stopReason: 'end_turn' });
    expect(ran.summary).toMatchObject({ text: 'hello', rounds: 1, stopReason: 'end_turn' });
    expect(w.provider.sent[0]?.body.messages).toMatchObject([
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
    ]);
  });

  it('goes on while the model asks for tools, and sends each result behind its call', async () => {
    const w = await world([says(text('look'), call('t1', 'Read'), call('t2', 'Read')), says(text('done'))]);
    const ran = await w.run('hi');
    expect(ran.terminal.reason).toBe('completed');
    expect(w.provider.sent[1]?.body.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ text: 'look' }, { id: 't1' }, { id: 't2' }] },
      { role: 'user', content: [{ tool_use_id: 't1' }, { tool_use_id: 't2' }] },
    ]);
  });
});

import { personView, pathOf, timelineOf, type TimelineRecord } from '@leat/kernel';
import { describe, expect, it } from 'vitest';
import { expectLaws } from '../support/laws.ts';
import { answer, call, says, text, type Script } from '../support/scripted-provider.ts';
import { world } from '../support/world.ts';

const refuses = (...blocks: Parameters<typeof answer>[0]): Script => ({ events: answer(blocks, 'refusal') });
const epochs = (stored: readonly TimelineRecord[]) =>
  stored.flatMap((record) => (record.type === 'epoch' ? [record] : []));

describe('a refused message', () => {
  it('leaves the model view with the answer that was begun, and the next one works', async () => {
    const w = await world([says(text('hello')), refuses(text('I begin')), says(text('fine'))]);
    await w.run('good');
    const ran = await w.run('bad');
    expect(ran.terminal).toMatchObject({ reason: 'refusal' });
    expect(ran.events.filter((event) => event.type === 'taken_back')).toHaveLength(1);
    expect(ran.summary.text).toBe('');
    const after = await w.run('better');
    expect(after.terminal.reason).toBe('completed');
    expect(w.provider.sent[2]?.body.messages).toMatchObject([
      { role: 'user', content: [{ text: 'good' }] },
      { role: 'assistant', content: [{ text: 'hello' }] },
      { role: 'user', content: [{ text: 'better' }] },
    ]);
    expect(epochs(w.stored)).toMatchObject([{ reason: 'refused', dropped: [] }]);
    expectLaws(w);
  });

  it('may be the first of a session', async () => {
    const w = await world([refuses(), says(text('fine'))]);
    await w.run('bad');
    expect(w.engine.isCut).toBe(false);
    await w.run('better');
    expect(w.provider.sent[1]?.body.messages).toMatchObject([
      { role: 'user', content: [{ text: 'better' }] },
    ]);
    expectLaws(w);
  });

  it('stays in what the person sees', async () => {
    const w = await world([refuses(text('I begin'))]);
    await w.run('bad');
    expect(JSON.stringify([...personView(timelineOf(w.stored))])).toContain('"bad"');
  });

  it('leaves the work of its turn where it had effects', async () => {
    const w = await world([
      says(text('first'), call('t1', 'Edit', { say: 'edited' })),
      refuses(text('no more'), call('t2', 'Edit', { say: 'again' })),
      says(text('fine')),
    ]);
    await w.run('bad');
    await w.run('better');
    const sent = w.provider.sent[2]?.text ?? '';
    expect(sent).toContain('edited');
    expect(sent).toContain('again');
    expect(sent).not.toContain('"bad"');
    expectLaws(w);
  });

  it('is refused alike in the same session, opened again', async () => {
    const w = await world([says(text('hello')), refuses(text('I begin'))]);
    await w.run('good');
    await w.run('bad');
    const again = w.reopen(w.stored, [says(text('fine'))]);
    await again.run('better');
    expect(again.provider.sent[0]?.text).not.toContain('bad');
    expect(again.provider.sent[0]?.text).toContain('good');
  });

  it('comes twice, and each leaves on its own', async () => {
    const w = await world([refuses(text('a')), refuses(text('b')), says(text('fine'))]);
    await w.run('bad');
    await w.run('worse');
    await w.run('better');
    expect(w.provider.sent[2]?.body.messages).toMatchObject([
      { role: 'user', content: [{ text: 'better' }] },
    ]);
    expect(epochs(w.stored)).toHaveLength(2);
    expect(pathOf(timelineOf(w.stored)).length).toBe(w.stored.length);
    expectLaws(w);
  });
});

import { asUuid } from '@leat/kernel';
import { describe, expect, it } from 'vitest';
import { EventQueue } from '../../src/query/event-queue.ts';
import type { QueryEvent } from '../../src/query/events.ts';

const request = asUuid('r');
const delta = (text: string, index = 0): QueryEvent => ({ type: 'text_delta', request, index, text });
const notice = (text: string): QueryEvent => ({ type: 'notice', level: 'info', code: 'X', text });

const drain = async (queue: EventQueue): Promise<readonly QueryEvent[]> => {
  queue.close();
  const events: QueryEvent[] = [];
  for (let next = await queue.next(); next.done !== true; next = await queue.next()) events.push(next.value);
  return events;
};

describe('the event queue', () => {
  it('makes one of neighbouring deltas of a block', async () => {
    const queue = new EventQueue();
    for (const event of [delta('a'), delta('b'), delta('c', 1), notice('x'), delta('d', 1)])
      queue.push(event);
    expect(await drain(queue)).toEqual([delta('ab'), delta('c', 1), notice('x'), delta('d', 1)]);
  });
  it('leaves out what only passes when it is full, and says how much where it was', async () => {
    const queue = new EventQueue(2);
    for (const event of [notice('1'), notice('2'), delta('a'), delta('b', 1), notice('3')]) queue.push(event);
    expect(await drain(queue)).toEqual([
      notice('1'),
      notice('2'),
      { type: 'events_dropped', count: 2 },
      notice('3'),
    ]);
  });
  it('never grows without end, and never loses the last event', async () => {
    const queue = new EventQueue(10);
    for (let i = 0; i < 1_000; i++) queue.push(notice(String(i)));
    expect(queue.size).toBeLessThan(25);
    const last = { type: 'turn_finished' } as QueryEvent; // its summary plays no part here
    queue.push(last);
    expect((await drain(queue)).at(-1)).toBe(last);
  });
  it('hands an event to a reader that waits, and ends all that wait', async () => {
    const queue = new EventQueue();
    const first = queue.next();
    const second = queue.next();
    queue.push(notice('a'));
    queue.close();
    expect(await first).toEqual({ done: false, value: notice('a') });
    expect(await second).toEqual({ done: true, value: undefined });
  });
});

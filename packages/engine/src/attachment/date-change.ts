/** Tells the model of a new day: the date in its context is that of the session's head and is never rewritten (SPEC 9.1). */
import { asReminder, pathOf, type Timeline } from '@leat/kernel';
import type { Clock } from '../host/host.ts';
import type { Collector } from './collector.ts';

/** The local calendar day, as people write it. */
const dayOf = (ms: number): string => {
  const date = new Date(ms);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** The day that the model knows: told last, or that of the head; null before there is a head. */
const knownDay = (timeline: Timeline): string | null => {
  const path = pathOf(timeline);
  for (let at = path.length - 1; at >= 0; at--) {
    const record = path.at(at);
    if (record?.type === 'attachment' && record.subtype === 'date_change') {
      const day = record.data['date'];
      if (typeof day === 'string') return day;
    }
    if (record?.type === 'control' && record.control.kind === 'head')
      return dayOf(Date.parse(record.timestamp));
  }
  return null;
};

export const dateChange = (clock: Clock): Collector => {
  // The walk back to the head is needed once a day, not once a round.
  let told: string | null = null;
  return {
    subtype: 'date_change',
    async collect(timeline) {
      const today = dayOf(clock.now());
      if (told === today) return null;
      told = today;
      const known = knownDay(timeline);
      if (known === null || known === today) return null;
      const text = `The date has changed: today is ${today}. This replaces the date given before.`;
      return { data: { date: today, before: known }, words: [{ type: 'text', text: asReminder(text) }] };
    },
  };
};

/** Small makers of records for the store's tests. */
import {
  asUuid,
  type AssistantRecord,
  type ControlRecord,
  type TimelineRecord,
  type UserRecord,
} from '@leat/kernel';

const at = (n: number): string => new Date(Date.UTC(2026, 10, 29, 12, 0, n)).toISOString();
const base = (n: number) => ({
  uuid: asUuid(`r${n}`),
  parentUuid: n === 0 ? null : asUuid(`r${n - 1}`),
  timestamp: at(n),
});

/** `r<n>` says `text`, behind `r<n-1>`. */
export const human = (n: number, text: string): UserRecord => ({
  ...base(n),
  type: 'user',
  origin: { kind: 'human' },
  audience: 'both',
  content: [{ type: 'text', text }],
});

const answer = (n: number, text: string): AssistantRecord => ({
  ...base(n),
  type: 'assistant',
  round: null,
  model: 'm',
  audience: 'both',
  content: [{ type: 'text', text }],
});

export const title = (n: number, words: string): ControlRecord => ({
  ...base(n),
  type: 'control',
  control: { kind: 'title', title: words },
});

/** `count` records, people and model in turn. */
export const talk = (count: number, from = 0): TimelineRecord[] =>
  Array.from({ length: count }, (_, i) =>
    (from + i) % 2 === 0 ? human(from + i, `question ${from + i}`) : answer(from + i, `answer ${from + i}`),
  );

export const ids = (records: readonly TimelineRecord[]): string[] => records.map((record) => record.uuid);

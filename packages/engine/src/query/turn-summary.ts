/** What a turn came to, read from its records. */
import { isText, type AssistantRecord, type TimelineRecord, type Uuid } from '@leat/kernel';
import type { Bill } from './bill.ts';
import type { PermissionDenial, TurnSummary } from './events.ts';
import type { Terminal } from './terminal.ts';

export interface SummaryInput {
  readonly terminal: Terminal;
  /** The records that the turn appended. */
  readonly records: readonly TimelineRecord[];
  readonly bill: Bill;
  readonly durationMs: number;
  readonly denials: readonly PermissionDenial[];
}

const textOf = (record: AssistantRecord): string =>
  record.content
    .filter(isText)
    .map((block) => block.text)
    .join('\n');

/** Text of the last answer that had any; voided and synthetic records are none. */
const lastText = (records: readonly TimelineRecord[]): string => {
  const voided = new Set<Uuid>(
    records.flatMap((record) => (record.type === 'tombstone' ? [record.target] : [])),
  );
  const spoken = records.filter(
    (record): record is AssistantRecord =>
      record.type === 'assistant' &&
      record.error === undefined &&
      !voided.has(record.uuid) &&
      textOf(record).trim() !== '',
  );
  const last = spoken.at(-1);
  return spoken
    .filter((record) => record.round === last?.round)
    .map(textOf)
    .join('\n\n');
};

export const summaryOf = ({ terminal, records, bill, durationMs, denials }: SummaryInput): TurnSummary => {
  const responses = records.filter((record) => record.type === 'response');
  return {
    terminal,
    text: lastText(records),
    rounds: records.filter((record) => record.type === 'request' && record.attempt === 1).length,
    stopReason: responses.at(-1)?.stopReason ?? null,
    durationMs,
    apiDurationMs: bill.apiDurationMs,
    usage: bill.usage,
    costUsd: bill.costUsd,
    models: bill.models,
    denials,
  };
};

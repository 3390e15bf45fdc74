/** Tells the widely used JSONL form (J22) from others by its first records, so that nothing else is half imported. */
import type { ForeignRecord, Json } from './foreign.ts';

/** Types of the form; those that are no message are kept as they came. */
export const FORM_TYPES: ReadonlySet<unknown> = new Set([
  'user',
  'assistant',
  'system',
  'summary',
  'attachment',
  'progress',
  'file-history-snapshot',
  'queue-operation',
  'permission-mode',
  'mode',
  'last-prompt',
  'ai-title',
  'custom-title',
  'agent-name',
  'agent-setting',
  'pr-link',
  'worktree-state',
]);
const MARKS = ['uuid', 'sessionId', 'leafUuid', 'messageId'] as const;

const isOne = (value: Json): boolean =>
  FORM_TYPES.has(value.type) && MARKS.some((mark) => typeof value[mark] === 'string');

/** At least half of the records are of a type of this form and carry one of its ids. */
export function isWidelyUsedForm(records: readonly ForeignRecord[]): boolean {
  const known = records.filter((record) => isOne(record.value)).length;
  return known > 0 && known * 2 >= records.length;
}

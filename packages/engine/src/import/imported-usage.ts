/**
 * What stands at the end of an import: the usage of its answers, once per `message.id`, and the model to go on with. Usage is
 * a control of its own name and no `response`: the bill of another agent is not leat's, and nothing here was sent by leat.
 */
import type { Control, TimelineRecord, Uuid } from '@leat/kernel';
import { IMPORT_LIMITS } from '../store/limits.ts';
import type { ImportedUsage } from './answer.ts';
import { nameId } from './name-id.ts';

const IMPORTED_USAGE = 'imported_usage';

export function ledgerRecords(
  seed: string,
  usage: readonly ImportedUsage[],
  model: string | null,
  at: { readonly head: Uuid | null; readonly time: string },
): readonly TimelineRecord[] {
  const controls: Control[] = [];
  for (let from = 0; from < usage.length; from += IMPORT_LIMITS.usagePerRecord) {
    const answers = usage.slice(from, from + IMPORT_LIMITS.usagePerRecord);
    controls.push({ kind: 'other', name: IMPORTED_USAGE, data: { answers } });
  }
  if (model !== null) controls.push({ kind: 'model', model });
  let head = at.head;
  return controls.map((control, index): TimelineRecord => {
    const uuid = nameId(seed, 'end', String(index));
    const record: TimelineRecord = { type: 'control', control, uuid, parentUuid: head, timestamp: at.time };
    head = uuid;
    return record;
  });
}

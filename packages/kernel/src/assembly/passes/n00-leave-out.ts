/**
 * N0 leave out: what is not for the model (audience), progress, system notices but `local_command`, synthetic errors.
 * Tombstoned and removed records never get here: the model view has left them out.
 */
import type { TimelineRecord } from '../../timeline/record.ts';
import { type Draft, withEntries } from '../draft.ts';

/** Whether a record says anything to the model. */
function isForModel(record: TimelineRecord): boolean {
  switch (record.type) {
    case 'user':
      return record.audience === 'both' || record.audience === 'model';
    case 'assistant':
      return (record.audience === 'both' || record.audience === 'model') && record.error === undefined;
    case 'attachment':
      return record.words !== null;
    case 'system':
      return record.subtype === 'local_command';
    default:
      return record.type === 'edit'; // a fold's words stand at its first record's place
  }
}

export const leaveOut = (draft: Draft): Draft =>
  withEntries(
    draft,
    draft.entries.filter((entry) => entry.source === null || isForModel(entry.source)),
  );

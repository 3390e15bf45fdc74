/**
 * N0 leave out: what is not for the model (audience), progress, system notices but `local_command`, synthetic errors.
 * Tombstoned and removed records never get here: the model view has left them out.
 */
import type { TimelineRecord } from '../../timeline/record.ts';
import { isForModel } from '../../view/audience.ts';
import { type Draft, withEntries } from '../draft.ts';

/** A fold's words stand at its first record's place, so its edit is a source too. */
const speaks = (source: TimelineRecord): boolean => source.type === 'edit' || isForModel(source);

export const leaveOut = (draft: Draft): Draft =>
  withEntries(
    draft,
    draft.entries.filter((entry) => entry.source === null || speaks(entry.source)),
  );

/** Who sees a record, before any edit: asked in one place. */
import type { ContentBlock } from '../timeline/block.ts';
import type {
  AssistantRecord,
  AttachmentRecord,
  SystemRecord,
  TimelineRecord,
  UserRecord,
} from '../timeline/record.ts';

/** Records that may reach the model. */
export type ModelRecord = UserRecord | AssistantRecord | AttachmentRecord | SystemRecord;

/** Synthetic errors are never sent; of notices only `local_command` is. */
export const isForModel = (record: TimelineRecord): record is ModelRecord => {
  switch (record.type) {
    case 'user':
      return record.audience === 'both' || record.audience === 'model';
    case 'assistant':
      return (record.audience === 'both' || record.audience === 'model') && record.error === undefined;
    case 'attachment':
      return record.words !== null && record.words.length > 0;
    case 'system':
      return record.subtype === 'local_command';
    default:
      return false;
  }
};

/** The blocks of a record as the model would see them; a `local_command` is rendered by assembly and has none here. */
export const blocksOf = (record: ModelRecord): readonly ContentBlock[] => {
  switch (record.type) {
    case 'user':
    case 'assistant':
      return record.content;
    case 'attachment':
      return record.words ?? [];
    case 'system':
      return [];
  }
};

/** Records that make a row for the person. */
export const isForPerson = (record: TimelineRecord): boolean => {
  switch (record.type) {
    case 'user':
    case 'assistant':
      return record.audience === 'both' || record.audience === 'person';
    case 'system':
    case 'attachment':
    case 'progress':
    case 'edit':
    case 'epoch':
      return true;
    case 'tombstone':
    case 'request':
    case 'response':
    case 'control':
    case 'foreign':
      return false;
  }
};

/** What a tombstone may take back: something that was shown or said, never an edit or a fact. */
export const isTakenBack = (record: TimelineRecord | undefined): boolean => {
  switch (record?.type) {
    case 'user':
    case 'assistant':
    case 'system':
    case 'attachment':
    case 'progress':
      return true;
    default:
      return false;
  }
};

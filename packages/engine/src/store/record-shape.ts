/** What every record has, whatever its type; and records of types that this version doesn't know. */
import type { ForeignRecord, RecordType, TimelineRecord, Uuid } from '@leat/kernel';

/** A record as it stands in a line: the common members are checked, the rest is trusted because the crc was right. */
export interface RecordShape {
  readonly uuid: Uuid;
  readonly parentUuid: Uuid | null;
  readonly timestamp: string;
  readonly type: string;
  readonly [key: string]: unknown;
}

const KNOWN: { readonly [T in RecordType]: true } = {
  user: true,
  assistant: true,
  system: true,
  attachment: true,
  progress: true,
  tombstone: true,
  edit: true,
  epoch: true,
  request: true,
  response: true,
  control: true,
  foreign: true,
};

/** Whether an object of JSON has what every record has. */
export function isRecordShape(value: { readonly [key: string]: unknown }): value is RecordShape {
  return (
    typeof value.uuid === 'string' &&
    value.uuid !== '' &&
    (value.parentUuid === null || typeof value.parentUuid === 'string') &&
    typeof value.timestamp === 'string' &&
    typeof value.type === 'string'
  );
}

/** Narrows to our records: a line of ours with a known type was written from one. */
export const isKnownType = (shape: RecordShape): shape is RecordShape & TimelineRecord =>
  Object.hasOwn(KNOWN, shape.type);

/** A record of a newer version, kept whole. */
export const asForeign = (shape: RecordShape): ForeignRecord => ({
  type: 'foreign',
  uuid: shape.uuid,
  parentUuid: shape.parentUuid,
  timestamp: shape.timestamp,
  original: shape,
});

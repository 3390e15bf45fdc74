/** Marks and decisions in the notation (grammar: notation.ts). */
import type { BlockTarget, EditOp, EpochReason } from '../edit/edit.ts';
import { isToolResult } from './block.ts';
import { asUuid, type Uuid } from './id.ts';
import {
  DEFAULT_WORDS,
  isQuoted,
  MARKERS,
  NotationError,
  unnamed,
  unquote,
  type Item,
} from './notation-syntax.ts';
import type { EditRecord, NewRecord, TimelineRecord } from './record.ts';
import { recordOf, type Timeline } from './timeline.ts';

/** Gives the uuid that a word names; throws `NotationError` when nothing is called so. */
export type Refer = (name: string) => Uuid;

export interface Decision {
  readonly uuid: Uuid;
  readonly record: NewRecord;
}

/** Null when the item is neither a mark nor a decision. */
export const readDecision = (timeline: Timeline, item: Item, refer: Refer): Decision | null => {
  const here = unnamed(timeline.length);
  switch (item.word) {
    case 'remove':
    case 'clear':
    case 'fold':
    case 'reset':
    case 'wipe':
      return { uuid: asUuid(item.label), record: readMark(timeline, item, refer) };
    case 'withdraw':
      return { uuid: here, record: withdrawal(refer(item.args[0] ?? '')) };
    case 'void':
      return { uuid: here, record: { type: 'tombstone', target: refer(item.args[0] ?? '') } };
    case 'undo':
      return {
        uuid: here,
        record: epoch({ undo: item.args.map(refer), reason: 'undo' }),
      };
    case 'epoch':
      return { uuid: here, record: readEpoch(item, refer) };
    default:
      return null;
  }
};

const withdrawal = (edit: Uuid): NewRecord => ({
  type: 'edit',
  op: { kind: 'withdraw', edit },
  by: 'person',
  why: '',
  scope: 'path',
  applies: 'at_epoch',
});

const readMark = (timeline: Timeline, item: Item, refer: Refer): NewRecord => {
  const by = item.flags.find((flag) => flag.startsWith('by:'))?.slice('by:'.length) as
    | EditRecord['by']
    | undefined; // the notation trusts its author
  return {
    type: 'edit',
    op: readOp(timeline, item, refer),
    by: by ?? MARKERS[item.word] ?? 'person',
    why: '',
    scope: item.flags.includes('session') ? 'session' : 'path',
    applies: item.flags.includes('now') ? 'at_once' : 'at_epoch',
  };
};

const readOp = (timeline: Timeline, item: Item, refer: Refer): EditOp => {
  if (item.word === 'remove') return { kind: 'remove', targets: item.args.map(refer) };
  if (item.word === 'clear') {
    return { kind: 'clear', targets: item.args.map((arg) => readClear(timeline, arg, item, refer)) };
  }
  const span = /^([^"]*?)\.\.([^"]*)$/.exec(item.args[0] ?? '');
  if (span === null) throw new NotationError(item.source, 'a span is first..last');
  const quoted = item.args.find(isQuoted);
  const text = item.word === 'wipe' ? '' : quoted === undefined ? item.label : unquote(quoted, item.source);
  return {
    kind: 'fold',
    first: refer(span[1] ?? ''),
    last: refer(span[2] ?? ''),
    content: text === '' ? [] : [{ type: 'text', text }],
    reset: item.word !== 'fold',
  };
};

/** The call of a result record that a bare name means: its first. */
export const firstResultId = (record: TimelineRecord | undefined): string | null => {
  if (record?.type !== 'user') return null;
  return record.content.find(isToolResult)?.tool_use_id ?? null;
};

const readClear = (
  timeline: Timeline,
  arg: string,
  item: Item,
  refer: Refer,
): { target: BlockTarget; words: string } => {
  const equals = arg.indexOf('="');
  const words = equals < 0 ? DEFAULT_WORDS : unquote(arg.slice(equals + 1), item.source);
  const [name = '', block] = (equals < 0 ? arg : arg.slice(0, equals)).split(':');
  const uuid = refer(name);
  if (block === undefined) {
    const toolUseId = firstResultId(recordOf(timeline, uuid));
    return { target: toolUseId === null ? { uuid, blockIndex: 0 } : { uuid, toolUseId }, words };
  }
  return {
    target: /^\d+$/.test(block) ? { uuid, blockIndex: Number(block) } : { uuid, toolUseId: block },
    words,
  };
};

interface EpochParts {
  apply: Uuid[];
  undo: Uuid[];
  dropped: { edit: Uuid; why: string }[];
  reason: EpochReason;
  sentence: string;
  cut: Uuid | null;
}

const epoch = (parts: Partial<EpochParts>): NewRecord => ({
  type: 'epoch',
  apply: parts.apply ?? [],
  undo: parts.undo ?? [],
  dropped: parts.dropped ?? [],
  reason: parts.reason ?? 'limit',
  sentence: parts.sentence ?? '',
  price: null,
  cut: parts.cut ?? null,
});

const readEpoch = (item: Item, refer: Refer): NewRecord => {
  const parts: EpochParts = { apply: [], undo: [], dropped: [], reason: 'limit', sentence: '', cut: null };
  for (const arg of item.args) {
    const rest = arg.slice(1);
    if (arg.startsWith('+')) parts.apply.push(refer(rest));
    else if (arg.startsWith('-')) parts.undo.push(refer(rest));
    else if (arg.startsWith('^')) parts.cut = refer(rest);
    else if (arg.startsWith('=')) parts.reason = rest as EpochReason; // the notation trusts its author
    else if (isQuoted(arg)) parts.sentence = unquote(arg, item.source);
    else if (arg.startsWith('x')) {
      const colon = rest.indexOf(':');
      const why = colon < 0 ? '' : unquote(rest.slice(colon + 1), item.source);
      parts.dropped.push({ edit: refer(colon < 0 ? rest : rest.slice(0, colon)), why });
    } else throw new NotationError(item.source, `an epoch has no ${arg}`);
  }
  return epoch(parts);
};

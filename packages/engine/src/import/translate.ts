/**
 * One chain of a transcript, record by record, as a timeline (SPEC 5, J22–J25). Pure: no clock, no disk.
 *
 * What it decides:
 * - The order of the file is the order of events: each record hangs on the one before. Only a rewind makes a branch.
 * - No `request` and `response` records are made up: leat sent nothing, so the import is one open segment, rendered as a
 *   whole by the first request. What the answers cost the recording agent is kept beside the story (`imported_usage`).
 * - An answer's parts keep their `message.id`, by which assembly joins them; `round` stays null.
 * - A compaction becomes a fold of everything before its summary, which stands in its own record behind it. It applies at
 *   once, because nothing of it was ever sent. The same for results that a micro-compaction cleared.
 * - Nothing is settled here that the kernel settles, and no call runs. Permission modes of the recording are not taken over.
 */
import type { AssistantRecord, Control, NewRecord, TimelineRecord, Uuid } from '@leat/kernel';
import { asUuid, isToolResult, isToolUse } from '@leat/kernel';
import { attachmentRow } from './attachment-row.ts';
import { blocksOf } from './blocks.ts';
import { branches } from './branch.ts';
import { answerOf, usageOf, type ImportedUsage } from './answer.ts';
import { cleared, folded } from './compaction.ts';
import { type ForeignRecord, type Json, messageOf, parentOf, text, uuidOf } from './foreign.ts';
import { ledgerRecords } from './imported-usage.ts';
import { nameId } from './name-id.ts';
import type { ImportNotices } from './notice.ts';
import { readOrigin } from './origin-of.ts';
import { FORM_TYPES } from './sniff.ts';
import { type Spine, spine } from './spine.ts';
import { systemRow } from './system-row.ts';

export interface Translator {
  /** The records that this one becomes; none where it was set aside. */
  take(foreign: ForeignRecord): readonly TimelineRecord[];
  /** What closes the import as it stands now: usage and the last known model. Changes nothing. */
  end(): readonly TimelineRecord[];
  /** Model of the last real answer. */
  readonly model: string | null;
}

/** `seed` names the chain, for ids that the file lacks. `opening` stands before everything: the session's control. */
export function translator(seed: string, notices: ImportNotices, opening: Control | null): Translator {
  const state: State = {
    seed,
    notices,
    opening,
    spine: spine(),
    branches: branches(),
    calls: new Map(),
    results: new Map(),
    usage: new Map(),
    time: new Date(0).toISOString(),
    model: null,
    count: 0,
  };
  return {
    take: (foreign) => take(state, foreign),
    end: () =>
      ledgerRecords(seed, [...state.usage.values()], state.model, {
        head: state.spine.head,
        time: state.time,
      }),
    get model() {
      return state.model;
    },
  };
}

interface State {
  readonly seed: string;
  readonly notices: ImportNotices;
  opening: Control | null;
  readonly spine: Spine;
  readonly branches: ReturnType<typeof branches>;
  /** Holder of each call, and of each result, by the call's id: the last counts. */
  readonly calls: Map<string, { readonly record: Uuid; readonly tool: string }>;
  readonly results: Map<string, Uuid>;
  readonly usage: Map<string, ImportedUsage>;
  time: string;
  model: string | null;
  count: number;
}

function take(state: State, { value, line }: ForeignRecord): readonly TimelineRecord[] {
  state.count += 1;
  const stated = uuidOf(value);
  const uuid = stated === null ? nameId(state.seed, 'record', String(state.count)) : asUuid(stated);
  if (state.spine.has(uuid)) {
    state.notices.add('LEAT_IMPORT_DOUBLED_ID', line);
    return [];
  }
  state.time = timeOf(value) ?? state.time;
  const made: TimelineRecord[] = [];
  const put = (record: NewRecord, id: Uuid): void => {
    // A `NewRecord` is a record without the three members that are added here; the spread can't tell the union's parts apart.
    const whole = {
      ...record,
      uuid: id,
      parentUuid: state.spine.head,
      timestamp: state.time,
    } as TimelineRecord;
    state.spine.grow(whole);
    made.push(whole);
  };
  if (state.opening) {
    put({ type: 'control', control: state.opening }, nameId(state.seed, 'session'));
    state.opening = null;
  }
  const parent = parentIn(state, value, line);
  const record = translated(state, value, line);
  const conversation = isConversation(record);
  if (record.type === 'user' && record.origin.kind === 'human' && parent !== null) {
    goBack(state, parent, uuid, put, line);
  }
  for (const edit of compactionEdits(state, value, record)) put(edit, nameId(state.seed, 'edit', uuid));
  put(record.type === 'user' && value.isCompactSummary === true ? folded(record, state.spine) : record, uuid);
  state.branches.note(uuid, parent, conversation);
  remember(state, value, record, uuid);
  return made;
}

function parentIn(state: State, value: Json, line: number): Uuid | null {
  const stated = parentOf(value);
  if (stated === null) return null;
  const parent = asUuid(stated);
  if (state.branches.knows(parent)) return parent;
  state.notices.add('LEAT_IMPORT_BROKEN_PARENT', line);
  return null;
}

function translated(state: State, value: Json, line: number): NewRecord {
  const type = text(value.type) ?? '';
  switch (type) {
    case 'user': {
      const content = blocksOf(messageOf(value).content);
      const calls = { holder: (id: string) => state.calls.get(id)?.record ?? null };
      return { type: 'user', ...readOrigin(value, content, calls), content };
    }
    case 'assistant':
      return answerOf(value);
    case 'system':
      return systemRow(value);
    case 'attachment': {
      const { row, known } = attachmentRow(value);
      if (!known) state.notices.add('LEAT_IMPORT_UNKNOWN_ATTACHMENT', line, row.subtype);
      return row;
    }
    case 'progress':
      return {
        type: 'progress',
        toolUseId: text(value.parentToolUseID) ?? text(value.toolUseID) ?? '',
        data: value.data,
      };
    case 'custom-title':
    case 'ai-title': {
      const title = text(value.customTitle) ?? text(value.aiTitle);
      if (title !== null) return { type: 'control', control: { kind: 'title', title } };
      break;
    }
    default:
      if (!FORM_TYPES.has(type)) state.notices.add('LEAT_IMPORT_FOREIGN', line, type);
  }
  return { type: 'foreign', original: value };
}

/** Messages of person and model: what a fork is judged by. Rows beside them, commands and reminders are not. */
function isConversation(record: NewRecord): boolean {
  if (record.type === 'assistant') return record.error === undefined;
  if (record.type !== 'user') return false;
  return ['human', 'tool_result', 'summary'].includes(record.origin.kind);
}

/** A human message that hangs on an answered one, or on one that was left, takes the head back to it. */
function goBack(
  state: State,
  parent: Uuid,
  uuid: Uuid,
  put: (record: NewRecord, id: Uuid) => void,
  line: number,
): void {
  const message = state.branches.messageAt(parent);
  const hasLeft = message !== null && state.spine.hasLeft(message);
  if (!hasLeft && !state.branches.leaves(parent)) return;
  const to = state.spine.behind(parent);
  if (to === null && !hasLeft) return;
  state.notices.add('LEAT_IMPORT_REWIND', line);
  if (to === null) {
    state.spine.goTo(parent); // the end of a branch that was left: nothing stands behind it that a rewind could name
    return;
  }
  state.spine.goTo(state.spine.parentOf(to));
  put({ type: 'control', control: { kind: 'rewind', to } }, nameId(state.seed, 'rewind', uuid));
}

function compactionEdits(state: State, value: Json, record: NewRecord): readonly NewRecord[] {
  if (record.type === 'user' && value.isCompactSummary === true) {
    const span = state.spine.span();
    if (span === null) return [];
    return [
      {
        type: 'edit',
        op: { kind: 'fold', first: span.first, last: span.last, content: [], reset: false },
        by: 'autocompact',
        why: 'the recording agent went on from a summary',
        scope: 'path',
        applies: 'at_once',
      },
    ];
  }
  return cleared(value, state.results, state.calls);
}

function remember(state: State, value: Json, record: NewRecord, uuid: Uuid): void {
  if (record.type === 'assistant') {
    for (const block of record.content) {
      if (isToolUse(block)) state.calls.set(block.id, { record: uuid, tool: block.name });
    }
    if (record.error === undefined) state.model = modelOf(record) ?? state.model;
    const usage = usageOf(value);
    if (usage) state.usage.set(usage.messageId, usage);
  }
  if (record.type === 'user') {
    for (const block of record.content) if (isToolResult(block)) state.results.set(block.tool_use_id, uuid);
  }
}

const modelOf = (record: Pick<AssistantRecord, 'model'>): string | null =>
  record.model === '' || record.model.startsWith('<') ? null : record.model;

function timeOf(value: Json): string | null {
  const time = typeof value.timestamp === 'string' ? Date.parse(value.timestamp) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

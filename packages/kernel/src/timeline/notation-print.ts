/**
 * A timeline into notation (grammar: notation.ts). What came from notation prints to a text that parses to the same
 * records. Other timelines get names by kind and count, and no texts: short enough for a log line.
 */
import type { EditOp } from '../edit/edit.ts';
import {
  isAnyThinking,
  isMedia,
  isText,
  isThinking,
  isToolResult,
  isToolUse,
  type ContentBlock,
} from './block.ts';
import type { Uuid } from './id.ts';
import { firstResultId } from './notation-edits.ts';
import {
  DEFAULT_MODEL_NAME,
  DEFAULT_TOOL,
  DEFAULT_WORDS,
  defaultAudience,
  MARKERS,
  ORIGINS,
} from './notation-syntax.ts';
import { rewindTo } from './path.ts';
import type {
  AssistantRecord,
  ControlRecord,
  EditRecord,
  EpochRecord,
  RequestRecord,
  ResponseRecord,
  TimelineRecord,
  UserRecord,
} from './record.ts';
import { prefixOf, recordOf, seqOf, type Timeline } from './timeline.ts';

interface Names {
  readonly timeline: Timeline;
  readonly of: ReadonlyMap<Uuid, string>;
}

/** The notation of the records in their order. */
export const printNotation = (timeline: Timeline): string => {
  const names: Names = { timeline, of: nameRecords(timeline) };
  const items: string[] = [];
  for (let seq = 0; seq < timeline.length; seq += 1) {
    const record = timeline.records.at(seq);
    if (record === undefined) continue;
    const next = timeline.records.at(seq + 1);
    const parent = printParent(names, record, seq);
    if (record.type === 'request' && isAnswer(next, record, names, seq + 1)) {
      items.push(printRequest(names, record, next) + parent);
      seq += 1;
    } else items.push(printRecord(names, record, seq) + parent);
  }
  return items.join(' ');
};

// ── Names ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const wordOf = (record: TimelineRecord): string => {
  switch (record.type) {
    case 'user':
      if (record.content.some(isToolResult)) return 'r';
      return Object.keys(ORIGINS).find((word) => ORIGINS[word]?.kind === record.origin.kind) ?? 'ctx';
    case 'assistant':
      return 'a';
    case 'system':
      return 'sys';
    case 'attachment':
      return 'att';
    case 'progress':
      return 'prog';
    case 'request':
      return 'Q';
    case 'edit':
      return '#';
    default:
      return '~';
  }
};

const isName = (word: string, text: string): boolean =>
  word === '#'
    ? /^#[\w.-]+$/.test(text)
    : text.startsWith(word) && /^\d[\w.-]*$/.test(text.slice(word.length));

const nameRecords = (timeline: Timeline): Map<Uuid, string> => {
  const names = new Map<Uuid, string>();
  const counts = new Map<string, number>();
  const foreign = [...timeline.records].filter((record) => !isName(wordOf(record), record.uuid));
  for (const record of timeline.records) names.set(record.uuid, record.uuid);
  for (const record of foreign) {
    const word = wordOf(record);
    if (word === '~') continue;
    let count = (counts.get(word) ?? 0) + 1;
    while (timeline.arena.seqOf.has(`${word}${count}` as Uuid)) count += 1; // only to look whether the name is taken
    counts.set(word, count);
    if (record.type !== 'edit' || record.op.kind !== 'withdraw') names.set(record.uuid, `${word}${count}`);
  }
  return names;
};

/** A record's name as another one refers to it: with `?` when it doesn't stand before. */
const refer = (names: Names, uuid: Uuid, seq: number): string => {
  const at = seqOf(names.timeline, uuid);
  return at !== undefined && at < seq ? (names.of.get(uuid) ?? uuid) : `?${uuid}`;
};

const isOwn = (names: Names, record: TimelineRecord): boolean => names.of.get(record.uuid) === record.uuid;

const printParent = (names: Names, record: TimelineRecord, seq: number): string => {
  const before = names.timeline.records.at(seq - 1)?.uuid ?? null;
  let usual = seq === 0 ? null : before;
  if (record.type === 'control' && record.control.kind === 'rewind') {
    usual = rewindTo(prefixOf(names.timeline, seq), record.control.to)?.parentUuid ?? usual;
    const rewind = rewindTo(prefixOf(names.timeline, seq), record.control.to);
    if (rewind !== null) usual = rewind.parentUuid;
  }
  if (record.parentUuid === usual) return '';
  return `<${record.parentUuid === null ? '-' : (names.of.get(record.parentUuid) ?? record.parentUuid)}`;
};

// ── Records ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const withArgs = (head: string, args: readonly string[]): string =>
  args.length === 0 ? head : `${head}(${args.join(',')})`;

const printRecord = (names: Names, record: TimelineRecord, seq: number): string => {
  const name = names.of.get(record.uuid) ?? record.uuid;
  switch (record.type) {
    case 'user':
      return printUser(names, record, name);
    case 'assistant':
      return printAssistant(names, record, name, seq);
    case 'system':
      return withArgs(name, [
        ...(record.subtype === 'informational' ? [] : [record.subtype]),
        ...printText(names, record, name, [{ type: 'text', text: record.text }]),
      ]);
    case 'attachment':
      return withArgs(name, [
        ...(record.subtype === 'file' ? [] : [`.${record.subtype}`]),
        ...(record.about === null ? [] : [refer(names, record.about, seq)]),
        ...(record.words === null ? ['silent'] : printText(names, record, name, record.words)),
      ]);
    case 'progress':
      return withArgs(name, record.toolUseId === `t${name.slice('prog'.length)}` ? [] : [record.toolUseId]);
    case 'tombstone':
      return `void(${refer(names, record.target, seq)})`;
    case 'edit':
      return printEdit(names, record, name, seq);
    case 'epoch':
      return printEpoch(names, record, seq);
    case 'request':
      return printRequest(names, record, null);
    case 'response':
      return printResponse(names, record);
    case 'control':
      return printControl(names, record, seq);
    case 'foreign':
      return `foreign("${record.uuid}")`;
  }
};

/** The text as an arg, unless it is the name; a record that got its name here keeps its text to itself. */
const printText = (
  names: Names,
  record: TimelineRecord,
  name: string,
  blocks: readonly ContentBlock[],
): string[] => {
  if (!isOwn(names, record)) return [];
  const text = blocks.find(isText)?.text;
  if (text === undefined) return ['bare'];
  return text === name ? [] : [JSON.stringify(text)];
};

const printUser = (names: Names, record: UserRecord, name: string): string => {
  const results = record.content.filter(isToolResult);
  const inner = results[0] === undefined ? record.content : results[0].content;
  const blocks = typeof inner === 'string' ? [{ type: 'text', text: inner }] : (inner ?? []);
  const calls = results.map((result) => result.tool_use_id);
  const usualCalls = calls.length === 1 && calls[0] === `t${name.slice(1)}`;
  const word = /^[a-z]+/.exec(name)?.[0] ?? '';
  return withArgs(`${name}${results.some((result) => result.is_error === true) ? '!' : ''}`, [
    ...(results.length === 0 || usualCalls ? [] : calls),
    ...(record.audience === defaultAudience(word) ? [] : [record.audience]),
    ...(record.origin.kind === 'settled' ? [`settled:${record.origin.why}`] : []),
    ...(record.permissionMode === undefined ? [] : [`mode:${record.permissionMode}`]),
    ...(blocks.some(isMedia) ? ['image'] : []),
    ...printText(names, record, name, blocks),
  ]);
};

const printAssistant = (names: Names, record: AssistantRecord, name: string, seq: number): string => {
  const then = prefixOf(names.timeline, seq + 1).path.slice();
  const round = then.findLast((earlier) => earlier.type === 'request')?.uuid ?? null;
  const model = record.error !== undefined || record.model === DEFAULT_MODEL_NAME ? '' : `@${record.model}`;
  const calls = record.content
    .filter(isToolUse)
    .map((call) => call.id + (call.name === DEFAULT_TOOL ? '' : `:${call.name}`));
  const roundName =
    record.round === null ? '-' : (names.of.get(record.round as string as Uuid) ?? record.round); // a round's id is its request's uuid
  return withArgs(`${name}${model}${calls.length === 0 ? '' : `[${calls.join(',')}]`}`, [
    ...(record.content.some(isThinking) ? ['think'] : []),
    ...(record.content.some((block) => isAnyThinking(block) && !isThinking(block)) ? ['redacted'] : []),
    ...((record.round as string | null) === round ? [] : [`round:${roundName}`]), // compared as plain ids
    ...(record.messageId === undefined ? [] : [`msg:${record.messageId}`]),
    ...(record.audience === 'both' ? [] : [record.audience]),
    ...(record.error === undefined ? [] : ['error']),
    ...(record.settled === undefined ? [] : ['unanswered']),
    ...printText(names, record, name, record.content),
  ]);
};

// ── Requests ────────────────────────────────────────────────────────────────────────────────────────────────────────

const isAnswer = (
  record: TimelineRecord | undefined,
  request: RequestRecord,
  names: Names,
  seq: number,
): record is ResponseRecord =>
  record?.type === 'response' && record.request === request.uuid && printParent(names, record, seq) === '';

const signOf = ({ outcome, complete }: ResponseRecord): string =>
  outcome === 'refused' ? '!' : outcome === 'unknown' ? '?' : complete ? '' : '~';

const modelSuffix = (model: string | undefined): string =>
  model === undefined || model === DEFAULT_MODEL_NAME ? '' : `@${model}`;

const printRequest = (names: Names, record: RequestRecord, answer: ResponseRecord | null): string =>
  `|${names.of.get(record.uuid) ?? record.uuid}${modelSuffix(record.model)}${answer === null ? '>' : signOf(answer)}|`;

const printResponse = (names: Names, record: ResponseRecord): string =>
  `|>${names.of.get(record.request) ?? record.request}${modelSuffix(record.model)}${signOf(record)}|`;

// ── Edits ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const printEdit = (names: Names, record: EditRecord, name: string, seq: number): string => {
  if (record.op.kind === 'withdraw') return `withdraw(${refer(names, record.op.edit, seq)})`;
  const word =
    record.op.kind !== 'fold'
      ? record.op.kind
      : !record.op.reset
        ? 'fold'
        : record.op.content.length === 0
          ? 'wipe'
          : 'reset';
  const flags = [
    record.scope === 'session' ? '/session' : '',
    record.applies === 'at_once' ? '/now' : '',
    record.by === MARKERS[word] ? '' : `/by:${record.by}`,
  ];
  return withArgs(`${word}${name}${flags.join('')}`, printOp(names, record.op, record, name, seq));
};

const printOp = (names: Names, op: EditOp, record: EditRecord, name: string, seq: number): string[] => {
  switch (op.kind) {
    case 'remove':
      return op.targets.map((uuid) => refer(names, uuid, seq));
    case 'clear':
      return op.targets.map(({ target, words }) => {
        const usual = firstResultId(recordOf(names.timeline, target.uuid));
        const block =
          'toolUseId' in target
            ? target.toolUseId === usual
              ? ''
              : `:${target.toolUseId}`
            : usual === null && target.blockIndex === 0
              ? ''
              : `:${target.blockIndex}`;
        const said = words === DEFAULT_WORDS || !isOwn(names, record) ? '' : `=${JSON.stringify(words)}`;
        return refer(names, target.uuid, seq) + block + said;
      });
    case 'fold': {
      const span = `${refer(names, op.first, seq)}..${refer(names, op.last, seq)}`;
      const text = op.content.find(isText)?.text ?? '';
      const silent = (op.reset && text === '') || text === name || !isOwn(names, record);
      return silent ? [span] : [span, JSON.stringify(text)];
    }
    case 'withdraw':
      return [];
  }
};

const printEpoch = (names: Names, record: EpochRecord, seq: number): string => {
  const undo = record.undo.map((uuid) => refer(names, uuid, seq));
  const plain =
    record.apply.length + record.dropped.length === 0 && record.cut === null && record.sentence === '';
  if (record.reason === 'undo' && plain) return `undo(${undo.join(',')})`;
  const parts = [
    ...record.apply.map((uuid) => `+${refer(names, uuid, seq)}`),
    ...undo.map((name) => `-${name}`),
    ...record.dropped.map(
      ({ edit, why }) => `x${refer(names, edit, seq)}${why === '' ? '' : `:${JSON.stringify(why)}`}`,
    ),
    ...(record.cut === null ? [] : [`^${refer(names, record.cut, seq)}`]),
    ...(record.reason === 'limit' ? [] : [`=${record.reason}`]),
    ...(record.sentence === '' || record.price !== null ? [] : [JSON.stringify(record.sentence)]),
  ];
  return `epoch(${parts.join(' ')})`;
};

const quoted = (text: string): string => (/^[\w.-]+$/.test(text) ? text : JSON.stringify(text));

const printControl = (names: Names, { control }: ControlRecord, seq: number): string => {
  switch (control.kind) {
    case 'rewind':
      return `rewind(${refer(names, control.to, seq)})`;
    case 'keep':
    case 'unkeep':
      return `${control.kind}(${refer(names, control.target, seq)})`;
    case 'mode':
      return `mode(${quoted(control.mode)})`;
    case 'model':
      return `model(${quoted(control.model)})`;
    case 'cwd':
      return `cwd(${quoted(control.cwd)})`;
    case 'title':
      return `title(${quoted(control.title)})`;
    case 'head':
      return `head(${quoted(control.hash)})`;
    case 'latch':
    case 'unlatch':
      return `${control.kind}(${quoted(`${control.name}:${control.profile}`)})`;
    case 'session':
      return `session(${quoted(control.session)})`;
    case 'turn_end':
      return `turn_end(${quoted(control.terminal)})`;
    case 'pin':
    case 'checkpoint':
    case 'queue':
    case 'permission':
    case 'tool_started':
    case 'other':
      return `${control.kind}()`;
  }
};

/** Notation into a timeline (grammar: notation.ts). Deterministic: ids and times follow from the text. */
import type { Audience } from './origin.ts';
import { asRoundId, asSessionId, asToolUseId, asUuid, MAIN_CHAIN, type Uuid } from './id.ts';
import type { ContentBlock } from './block.ts';
import { readDecision, type Refer } from './notation-edits.ts';
import {
  DEFAULT_MODEL_NAME,
  defaultAudience,
  isQuoted,
  keyValue,
  NotationError,
  ORIGINS,
  PIXEL,
  readItem,
  splitItems,
  timestampAt,
  unnamed,
  unquote,
  type Item,
} from './notation-syntax.ts';
import { rewindTo } from './path.ts';
import type {
  Control,
  NewRecord,
  RequestRecord,
  ResponseOutcome,
  TimelineRecord,
  UserRecord,
} from './record.ts';
import { callPlace } from './round.ts';
import { append, emptyTimeline, headOf, recordOf, type Timeline } from './timeline.ts';

export { NotationError } from './notation-syntax.ts';

/** The records of a text, as a timeline. Throws `NotationError`. */
export const parseNotation = (text: string): Timeline => {
  let timeline = emptyTimeline();
  for (const source of splitItems(text)) {
    timeline = source.startsWith('|') ? readRequest(timeline, source) : readOther(timeline, readItem(source));
  }
  return timeline;
};

const add = (timeline: Timeline, uuid: Uuid, record: NewRecord, parent?: string | null): Timeline => {
  if (recordOf(timeline, uuid) !== undefined) throw new NotationError(uuid, 'named twice');
  const head = headOf(timeline)?.uuid ?? null;
  const parentUuid = parent === undefined ? head : parent === null || parent === '-' ? null : asUuid(parent);
  const base = { uuid, parentUuid, timestamp: timestampAt(timeline.length) };
  return append(timeline, { ...record, ...base } as TimelineRecord); // a NewRecord and the three fields it lacks
};

const MESSAGES: ReadonlySet<string> = new Set(['user', 'assistant', 'attachment', 'system']);

/** Finds the record that a word of the notation names. */
const referIn =
  (timeline: Timeline, source: string): Refer =>
  (name) => {
    if (name.startsWith('?')) return asUuid(name.slice(1));
    if (/^\d+$/.test(name)) {
      const messages = [...timeline.records].filter((record) => MESSAGES.has(record.type));
      const found = messages[Number(name) - 1];
      if (found !== undefined) return found.uuid;
    }
    const uuid = asUuid(name);
    if (recordOf(timeline, uuid) === undefined)
      throw new NotationError(source, `no record is called ${name} yet`);
    return uuid;
  };

// ── Requests ────────────────────────────────────────────────────────────────────────────────────────────────────────

const REQUEST = /^\|(>)?(Q(\d+)(?:\.(\d+))?)(?:@([\w.:-]+))?([!?~])?(>)?\|(?:<([\w.#~>-]+))?$/;

const readRequest = (timeline: Timeline, source: string): Timeline => {
  const found = REQUEST.exec(source);
  if (found === null) throw new NotationError(source, 'not a request');
  const [, back, name = '', round, attempt = '1', model = DEFAULT_MODEL_NAME, sign, out, parent] = found;
  const uuid = asUuid(name);
  const facts = { uuid, round: Number(round), attempt: Number(attempt), model };
  if (back !== undefined) return add(timeline, asUuid(`>${name}`), responseOf(uuid, model, sign), parent);
  const sent = add(timeline, uuid, requestOf(timeline, facts), parent);
  return out === undefined ? add(sent, asUuid(`>${name}`), responseOf(uuid, model, sign)) : sent;
};

const requestOf = (
  timeline: Timeline,
  facts: Pick<RequestRecord, 'round' | 'attempt' | 'model'>,
): NewRecord => {
  const path = timeline.path.slice();
  const head = path.findLast((record) => record.type === 'control' && record.control.kind === 'head');
  return {
    type: 'request',
    round: facts.round,
    attempt: facts.attempt,
    source: 'main',
    model: facts.model,
    profile: facts.model,
    head: head?.type === 'control' && head.control.kind === 'head' ? head.control.hash : '',
    epoch: path.findLast((record) => record.type === 'epoch')?.uuid ?? null,
    openMarks: [],
    chainHash: '',
    predicted: null,
    estimatedTokens: 0,
    betas: [],
    bytes: 0,
    maxTokens: 32_000,
  };
};

const OUTCOMES: { readonly [sign: string]: ResponseOutcome } = {
  '!': 'refused',
  '?': 'unknown',
  '~': 'accepted',
};

const responseOf = (request: Uuid, model: string, sign: string | undefined): NewRecord => ({
  type: 'response',
  request,
  outcome: sign === undefined ? 'accepted' : (OUTCOMES[sign] ?? 'unknown'),
  complete: sign === undefined,
  requestId: null,
  status: sign === '?' ? null : sign === '!' ? 400 : 200,
  model,
  stopReason: null,
  usage: null,
  prices: null,
  costUsd: null,
});

// ── Messages, controls ──────────────────────────────────────────────────────────────────────────────────────────────

const readOther = (timeline: Timeline, item: Item): Timeline => {
  const refer = referIn(timeline, item.source);
  if (item.label !== '' && !item.label.startsWith('#')) {
    return add(timeline, asUuid(item.word + item.label), messageOf(timeline, item, refer), item.parent);
  }
  if (item.word === 'rewind') {
    const to = refer(item.args[0] ?? '');
    const parent = item.parent ?? rewindTo(timeline, to)?.parentUuid;
    return add(
      timeline,
      unnamed(timeline.length),
      { type: 'control', control: { kind: 'rewind', to } },
      parent,
    );
  }
  const decision = readDecision(timeline, item, refer);
  if (decision !== null) return add(timeline, decision.uuid, decision.record, item.parent);
  return add(
    timeline,
    unnamed(timeline.length),
    { type: 'control', control: controlOf(item, refer) },
    item.parent,
  );
};

const AUDIENCES: ReadonlySet<string> = new Set(['both', 'model', 'person', 'nobody']);
const audienceOf = (item: Item, otherwise: Audience): Audience =>
  (item.args.find((arg) => AUDIENCES.has(arg)) as Audience | undefined) ?? otherwise; // the set holds audiences only

const textOf = (item: Item): string => {
  const quoted = item.args.find(isQuoted);
  return quoted === undefined ? item.word + item.label : unquote(quoted, item.source);
};

const valueOf = (item: Item, key: string): string | undefined => {
  for (const arg of item.args) {
    const [name, value] = keyValue(arg);
    if (!isQuoted(arg) && name === key && arg.includes(':')) return value;
  }
  return undefined;
};

const image: ContentBlock = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/gif', data: PIXEL },
};

const messageOf = (timeline: Timeline, item: Item, refer: Refer): NewRecord => {
  switch (item.word) {
    case 'a':
      return assistantOf(timeline, item);
    case 'r':
      return resultOf(timeline, item);
    case 'sys':
      return { type: 'system', subtype: bare(item)[0] ?? 'informational', level: 'info', text: textOf(item) };
    case 'att':
      return attachmentOf(item, refer);
    case 'prog':
      return { type: 'progress', toolUseId: bare(item)[0] ?? `t${item.label}`, data: null };
    default:
      return userOf(item);
  }
};

const KNOWN = new Set(['think', 'redacted', 'bare', 'image', 'error', 'unanswered', 'silent', ...AUDIENCES]);
/** Args that are neither texts, nor known words, nor `key:value`. */
const bare = (item: Item): string[] =>
  item.args.filter((arg) => !isQuoted(arg) && !KNOWN.has(arg) && !arg.includes(':'));

const userOf = (item: Item): NewRecord => {
  const origin = ORIGINS[item.word];
  if (origin === undefined) throw new NotationError(item.source, 'no such kind of record');
  const mode = valueOf(item, 'mode');
  return {
    type: 'user',
    origin,
    audience: audienceOf(item, defaultAudience(item.word)),
    content: [
      ...(item.args.includes('image') ? [image] : []),
      ...(item.args.includes('bare') ? [] : [{ type: 'text' as const, text: textOf(item) }]),
    ],
    ...(mode === undefined ? {} : { permissionMode: mode }),
  };
};

const lastRound = (timeline: Timeline): string | null =>
  timeline.path.slice().findLast((record) => record.type === 'request')?.uuid ?? null;

const assistantOf = (timeline: Timeline, item: Item): NewRecord => {
  const name = item.word + item.label;
  const [round, messageId] = [valueOf(item, 'round') ?? lastRound(timeline), valueOf(item, 'msg')];
  const error = item.args.includes('error');
  return {
    type: 'assistant',
    round: round === null || round === '-' ? null : asRoundId(round),
    model: error ? '<synthetic>' : (item.model ?? DEFAULT_MODEL_NAME),
    audience: audienceOf(item, 'both'),
    content: [
      ...(item.args.includes('think')
        ? [{ type: 'thinking', thinking: `think ${name}`, signature: `sig ${name}` }]
        : []),
      ...(item.args.includes('redacted') ? [{ type: 'redacted_thinking', data: `data ${name}` }] : []),
      ...(item.args.includes('bare') ? [] : [{ type: 'text', text: textOf(item) }]),
      ...item.calls.map(({ id, tool }) => ({ type: 'tool_use', id, name: tool, input: { of: id } })),
    ],
    ...(messageId === undefined ? {} : { messageId }),
    ...(error ? { error: { kind: 'api_error', message: name } } : {}),
    ...(item.args.includes('unanswered') ? { settled: 'unanswered' as const } : {}),
  };
};

const resultOf = (timeline: Timeline, item: Item): NewRecord => {
  const named = bare(item);
  const calls = named.length > 0 ? named : [`t${item.label}`];
  const first = calls[0] ?? '';
  const place = callPlace(timeline, first, timeline.path.length);
  const why = valueOf(item, 'settled') as
    | Extract<UserRecord['origin'], { kind: 'settled' }>['why']
    | undefined; // the notation trusts its author
  const result = {
    content: [{ type: 'text', text: textOf(item) }, ...(item.args.includes('image') ? [image] : [])],
  };
  return {
    type: 'user',
    origin:
      why !== undefined
        ? { kind: 'settled', why }
        : {
            kind: 'tool_result',
            toolUseId: asToolUseId(first),
            assistantUuid: place === undefined ? null : (timeline.path.at(place)?.uuid ?? null),
          },
    audience: audienceOf(item, 'both'),
    content: calls.map((id) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      ...(item.args.includes('bare') ? {} : result),
      ...(item.bang ? { is_error: true } : {}),
    })),
  };
};

const attachmentOf = (item: Item, refer: Refer): NewRecord => {
  const [subtype = 'file', about] = [
    bare(item)
      .find((arg) => arg.startsWith('.'))
      ?.slice(1),
    bare(item).find((arg) => !arg.startsWith('.')),
  ];
  return {
    type: 'attachment',
    subtype,
    data: {},
    words: item.args.includes('silent') ? null : [{ type: 'text', text: textOf(item) }],
    about: about === undefined ? null : refer(about),
  };
};

const controlOf = (item: Item, refer: Refer): Control => {
  const [arg = ''] = item.args;
  const text = isQuoted(arg) ? unquote(arg, item.source) : arg;
  const [name, profile] = keyValue(text);
  switch (item.word) {
    case 'keep':
    case 'unkeep':
      return { kind: item.word, target: refer(arg) };
    case 'mode':
      return { kind: 'mode', mode: text };
    case 'model':
      return { kind: 'model', model: text };
    case 'cwd':
      return { kind: 'cwd', cwd: text };
    case 'title':
      return { kind: 'title', title: text };
    case 'head':
      return { kind: 'head', hash: text, system: text, tools: text, context: text };
    case 'latch':
      return { kind: 'latch', name, value: true, profile };
    case 'unlatch':
      return { kind: 'unlatch', name, profile, why: '' };
    case 'session':
      return { kind: 'session', session: asSessionId(text), chain: MAIN_CHAIN, cwd: '/', version: '0' };
    case 'turn_end':
      return { kind: 'turn_end', terminal: text };
    default:
      throw new NotationError(item.source, 'no such item');
  }
};

/** The outer syntax of the notation (notation.ts): text into items, arguments into words; and the shared defaults. */
import type { EditRecord } from './record.ts';
import type { Origin } from './origin.ts';
import { asUuid, type Uuid } from './id.ts';

/** A text that isn't notation, with the item that isn't. */
export class NotationError extends Error {
  readonly code = 'LEAT_NOTATION_SYNTAX';
  constructor(item: string, what: string) {
    super(`${what}: ${item}`);
    this.name = 'NotationError';
  }
}

/** Splits where `separates` holds, outside of quotes and brackets. */
const splitOutside = (text: string, separates: (character: string) => boolean): string[] => {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (quoted && character === '\\') {
      part += character + (text[index + 1] ?? '');
      index += 1;
      continue;
    }
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '(' || character === '[')) depth += 1;
    else if (!quoted && (character === ')' || character === ']')) depth -= 1;
    if (!quoted && depth === 0 && separates(character)) {
      if (part !== '') parts.push(part);
      part = '';
    } else part += character;
  }
  if (part !== '') parts.push(part);
  return parts;
};

export const splitItems = (text: string): string[] => splitOutside(text, (character) => /\s/.test(character));
const splitArgs = (text: string): string[] => splitOutside(text, (character) => /[\s,]/.test(character));

export interface Item {
  readonly source: string;
  /** The letters it begins with. */
  readonly word: string;
  /** Number, or `#` and a label; empty for none. */
  readonly label: string;
  readonly model: string | null;
  readonly flags: readonly string[];
  readonly calls: readonly { readonly id: string; readonly tool: string }[];
  readonly bang: boolean;
  readonly args: readonly string[];
  /** Undefined: the record before. */
  readonly parent: string | undefined;
}

const ITEM =
  /^([A-Za-z_]+)(#[\w.-]+|\d[\w.-]*)?(?:@([\w.:-]+))?((?:\/[\w:]+)*)(?:\[([^\]]*)\])?(!)?(?:\(([\s\S]*)\))?(?:<([\w.#~>-]+))?$/;

export const DEFAULT_TOOL = 'Read';

export const readItem = (source: string): Item => {
  const found = ITEM.exec(source);
  if (found === null) throw new NotationError(source, 'not an item');
  const [, word = '', label = '', model, flags = '', calls, bang, args = '', parent] = found;
  return {
    source,
    word,
    label,
    model: model ?? null,
    flags: flags.split('/').filter((flag) => flag !== ''),
    calls: splitArgs(calls ?? '').map((call) => {
      const [id = '', tool = DEFAULT_TOOL] = call.split(':');
      return { id, tool };
    }),
    bang: bang !== undefined,
    args: splitArgs(args),
    parent,
  };
};

export const isQuoted = (arg: string): boolean => arg.startsWith('"');
export const unquote = (arg: string, source: string): string => {
  try {
    const value: unknown = JSON.parse(arg);
    if (typeof value === 'string') return value;
  } catch (cause) {
    throw new NotationError(source, `not a JSON string (${String(cause)})`);
  }
  throw new NotationError(source, 'not a string');
};

/** `key:value`, split at the first colon. */
export const keyValue = (arg: string): readonly [string, string] => {
  const colon = arg.indexOf(':');
  return colon < 0 ? [arg, ''] : [arg.slice(0, colon), arg.slice(colon + 1)];
};

/** Origins of user records by the word of their name; `r` is built from its calls. */
export const ORIGINS: { readonly [word: string]: Origin } = {
  u: { kind: 'human' },
  ctx: { kind: 'context', name: 'context' },
  sum: { kind: 'summary', of: null, direction: 'up_to', count: 0 },
  int: { kind: 'interruption', of: 'reply' },
  cont: { kind: 'continuation' },
  hook: { kind: 'hook', event: 'hook' },
  task: { kind: 'task_notification', taskId: 'task' },
  mate: { kind: 'teammate', from: 'mate' },
  chan: { kind: 'channel', name: 'channel' },
  cmd: { kind: 'command_output', command: 'cmd' },
};

/** Audience of a user record when no arg names one: injected context is not shown to the person. */
export const defaultAudience = (word: string): 'both' | 'model' =>
  word === 'ctx' || word === 'cont' || word === 'hook' ? 'model' : 'both';

export const MARKERS: { readonly [word: string]: EditRecord['by'] } = {
  remove: 'snip',
  clear: 'microcompact',
  fold: 'collapse',
  reset: 'autocompact',
  wipe: 'person',
};

export const DEFAULT_MODEL_NAME = 'model';
export const DEFAULT_WORDS = 'cleared';
/** A picture of one pixel: 1×1 GIF. */
export const PIXEL = 'R0lGODlhAQABAAAAACw=';

/** Id of a record that has no name in the notation. */
export const unnamed = (seq: number): Uuid => asUuid(`~${seq}`);

const two = (value: number): string => String(value).padStart(2, '0');

/** A record's time: a second apart, from the start of 2026; days run on within January and beyond for long timelines. */
export const timestampAt = (seq: number): string => {
  const [minutes, hours, days] = [Math.floor(seq / 60), Math.floor(seq / 3_600), Math.floor(seq / 86_400)];
  const [month, day] = [Math.floor(days / 28) % 12, days % 28];
  return `2026-${two(month + 1)}-${two(day + 1)}T${two(hours % 24)}:${two(minutes % 60)}:${two(seq % 60)}.000Z`;
};

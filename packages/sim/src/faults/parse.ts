/** Reads fault files, and names the place of what is wrong in a bad one. */

import { BadFileError, jsonFaultPlace } from '../script/index.ts';
import { FAULTS_MAX, WAIT_MS_MAX } from '../server/limits.ts';
import { FRAMINGS } from '../stream/index.ts';
import type { FaultPlan, FaultRule } from './fault.ts';
import { ERROR_WORDS } from './words.ts';

type Check = (value: unknown) => string | null;

const string: Check = (value) => (typeof value === 'string' ? null : 'a string');
const boolean: Check = (value) => (typeof value === 'boolean' ? null : 'true or false');
const whole =
  (min: number, max = Number.MAX_SAFE_INTEGER): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? null
      : `a whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`;
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value) ? null : values.map((each) => JSON.stringify(each)).join(', ');
const ms = whole(0, WAIT_MS_MAX);
const rule: Check = (value) =>
  typeof value === 'string' && value in ERROR_WORDS ? null : `one of ${Object.keys(ERROR_WORDS).join(', ')}`;
const headers: Check = (value) =>
  isObject(value) && Object.values(value).every((each) => typeof each === 'string')
    ? null
    : 'an object of strings';
const chance: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? null : 'a number from 0 to 1';
const pattern: Check = (value) => {
  if (typeof value !== 'string') return 'a regular expression';
  try {
    return new RegExp(value, 'u').source === '' ? 'a regular expression that is not empty' : null;
  } catch (error) {
    return `a regular expression (${error instanceof Error ? error.message : 'bad'})`;
  }
};
const place: Check = (value) => {
  const keys = isObject(value) ? Object.keys(value) : [];
  const wanted = '{"byte": n}, {"event": n} or {"inside": "tool_json" | "text" | "thinking"}';
  if (!isObject(value) || keys.length !== 1) return wanted;
  if (keys[0] === 'byte' || keys[0] === 'event') return whole(0)(value[keys[0]]) === null ? null : wanted;
  return oneOf('tool_json', 'text', 'thinking')(value['inside']) === null ? null : wanted;
};
const requests: Check = (value) => {
  const wanted = 'a number from 1, a list of them, or {"from", "to"}';
  if (Array.isArray(value)) return value.every((each) => whole(1)(each) === null) ? null : wanted;
  if (isObject(value)) {
    return Object.entries(value).every(
      ([key, each]) => (key === 'from' || key === 'to') && whole(1)(each) === null,
    )
      ? null
      : wanted;
  }
  return whole(1)(value) === null ? null : wanted;
};

const ERROR_KEYS = { rule, type: string, message: string };

/** Keys of each kind of fault. A kind that stands for another with some fields set is in `SHORT`. */
const KINDS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  error: {
    ...ERROR_KEYS,
    status: whole(400, 599),
    error_code: string,
    headers,
    retry_after: whole(0),
    body: string,
  },
  'stream-error': { ...ERROR_KEYS, at: place },
  cut: { at: place, how: oneOf('end', 'close', 'reset') },
  stall: { at: place, ms, pings: boolean, after: oneOf('go-on', 'cut') },
  drip: { bytes: whole(1), ms },
  duplicate: { event: string },
  framing: { style: oneOf(...FRAMINGS) },
  chunks: { style: oneOf('single-bytes', 'joined', 'split-characters', 'random') },
  garbage: { at: place, text: string },
  'content-length': { delta: whole(-1_000_000, 1_000_000) },
  clock: { ms: whole(-1e12, 1e12) },
};

/** Short names: what they stand for. */
const SHORT: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'rate-limit': { kind: 'error', rule: 'C124b', retry_after: 1 },
  overloaded: { kind: 'error', rule: 'C126' },
  'server-error': { kind: 'error', rule: 'C127' },
  'too-large': { kind: 'error', rule: 'C60' },
  'prompt-too-long': { kind: 'error', rule: 'C61' },
  'stream-overloaded': { kind: 'stream-error', rule: 'C128' },
  reset: { kind: 'cut', how: 'reset', at: { byte: 0 } },
  'mid-json': { kind: 'cut', how: 'close', at: { inside: 'tool_json' } },
};

const WHEN: Readonly<Record<string, Check>> = {
  request: requests,
  every: whole(1),
  rate: chance,
  contains: string,
  pattern,
  path: oneOf('messages', 'count_tokens', 'models'),
  model: string,
  stream: boolean,
};

const LIMITS: Readonly<Record<string, Check>> = {
  requests_per_minute: whole(0),
  input_tokens_per_minute: whole(0),
  output_tokens_per_minute: whole(0),
};

/** Every kind that a file may name. */
export const FAULT_KINDS: readonly string[] = [...Object.keys(KINDS), ...Object.keys(SHORT)];

/** Parses a fault file's text. Throws a `BadFileError` with the line (broken JSON) or the key (wrong content). */
export function parseFaults(text: string, name = 'faults'): FaultPlan {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { line, column } = jsonFaultPlace(text);
    throw new BadFileError(`${name}: line ${line}, column ${column}: not JSON`);
  }
  return checkFaults(value, name);
}

/** Judges a plan that came from outside. An array is a plan of faults alone. Throws a `BadFileError`. */
export function checkFaults(value: unknown, name = 'faults'): FaultPlan {
  const plan = Array.isArray(value) ? { faults: value } : value;
  if (!isObject(plan)) throw new BadFileError(`${name}: expected an object with "faults", or an array`);
  checkKeys(plan, { seed: whole(0), faults: () => null, limits: () => null }, name);
  const { seed, faults = [], limits } = plan;
  if (!Array.isArray(faults)) throw new BadFileError(`${name}: faults: expected an array`);
  if (faults.length > FAULTS_MAX) throw new BadFileError(`${name}: faults: more than ${FAULTS_MAX}`);
  if (limits !== undefined) checkObject(limits, LIMITS, `${name}: limits`);
  return {
    ...(typeof seed === 'number' ? { seed } : {}),
    ...(limits === undefined ? {} : { limits }), // judged by LIMITS above
    faults: faults.map((fault: unknown, index) => checkFault(fault, `${name}: faults[${index}]`)),
  };
}

function checkFault(value: unknown, at: string): FaultRule {
  if (!isObject(value)) throw new BadFileError(`${at}: expected an object, found ${shown(value)}`);
  const { kind } = value;
  const short = typeof kind === 'string' ? SHORT[kind] : undefined;
  const fault: Readonly<Record<string, unknown>> =
    short === undefined ? value : { ...short, ...value, kind: short['kind'] };
  const keys = KINDS[String(fault['kind'])];
  if (keys === undefined) {
    throw new BadFileError(`${at}: kind: expected one of ${FAULT_KINDS.join(', ')}, found ${shown(kind)}`);
  }
  checkKeys(fault, { kind: () => null, when: () => null, times: whole(1), ...keys }, at);
  if (fault['when'] !== undefined) checkObject(fault['when'], WHEN, `${at}: when`);
  if (fault['kind'] === 'error' && !('rule' in fault) && !('status' in fault)) {
    throw new BadFileError(`${at}: an error needs "rule" or "status"`);
  }
  for (const needed of fault['kind'] === 'stall' || fault['kind'] === 'clock' ? ['ms'] : []) {
    if (!(needed in fault)) throw new BadFileError(`${at}: ${String(kind)} needs "${needed}"`);
  }
  if (fault['kind'] === 'framing' && !('style' in fault))
    throw new BadFileError(`${at}: framing needs "style"`);
  if (fault['kind'] === 'chunks' && !('style' in fault))
    throw new BadFileError(`${at}: chunks needs "style"`);
  if (fault['kind'] === 'content-length' && !('delta' in fault)) {
    throw new BadFileError(`${at}: content-length needs "delta"`);
  }
  return fault as unknown as FaultRule; // kind and every key were judged by the tables above
}

function checkObject(
  value: unknown,
  keys: Readonly<Record<string, Check>>,
  at: string,
): asserts value is Readonly<Record<string, never>> {
  if (!isObject(value)) throw new BadFileError(`${at}: expected an object, found ${shown(value)}`);
  checkKeys(value, keys, at);
}

function checkKeys(
  value: Readonly<Record<string, unknown>>,
  keys: Readonly<Record<string, Check>>,
  at: string,
): void {
  for (const [key, found] of Object.entries(value)) {
    const check = keys[key];
    if (check === undefined) {
      throw new BadFileError(`${at}: unknown key '${key}'. Known keys: ${Object.keys(keys).join(', ')}`);
    }
    const wanted = check(found);
    if (wanted !== null) throw new BadFileError(`${at}: ${key}: expected ${wanted}, found ${shown(found)}`);
  }
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 80);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads scripts, and says in one line what is wrong with a bad one: the place, what stands there, what may. */

import { jsonFaultPlace } from './json-place.ts';
import { TURNS_MAX, WAIT_MS_MAX } from '../server/limits.ts';
import type { Script, ScriptTurn } from './turn.ts';

/** A file that was given to the simulator and cannot be used. The message names the place. */
export class BadFileError extends Error {
  override readonly name = 'BadFileError';
  readonly code = 'LEAT_SIM_BAD_FILE';
}

const TURN_KEYS = new Set([
  'text',
  'content',
  'stop_reason',
  'stop_sequence',
  'stop_details',
  'usage',
  'when',
  'times',
  'delay_ms',
  'pace_ms',
]);
const CONDITION_KEYS = new Set(['tools', 'without_tools', 'last', 'system', 'model']);
const STOP_REASONS = new Set([
  'end_turn',
  'tool_use',
  'max_tokens',
  'stop_sequence',
  'pause_turn',
  'refusal',
  'model_context_window_exceeded',
]);

/** Parses a script's text: JSON, or one turn a line. Throws a `BadFileError`. */
export function parseScript(text: string, name = 'script'): Script {
  const whole = tryJson(text);
  if (whole.ok && isObject(whole.value) && Array.isArray(whole.value['turns'])) {
    const { by } = whole.value;
    if (by !== undefined && by !== 'order' && by !== 'history') {
      throw new BadFileError(`${name}: by: expected "order" or "history", found ${shown(by)}`);
    }
    return { ...(by === undefined ? {} : { by }), turns: checkTurns(whole.value['turns'], name) };
  }
  if (whole.ok && Array.isArray(whole.value)) return { turns: checkTurns(whole.value, name) };
  const lines = text.split(/\r?\n/);
  const isOneALine = lines.filter((line) => tryJson(line).ok).length > 1 || whole.ok;
  if (!isOneALine) {
    const { line, column } = jsonFaultPlace(text);
    throw new BadFileError(`${name}: line ${line}, column ${column}: not JSON`);
  }
  const turns = lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const parsed = tryJson(line);
    if (parsed.ok) return [parsed.value];
    throw new BadFileError(`${name}: line ${index + 1}, column ${jsonFaultPlace(line).column}: not JSON`);
  });
  return { turns: checkTurns(whole.ok ? [whole.value] : turns, name) };
}

/** Judges turns that came from outside. Throws a `BadFileError`. */
function checkTurns(turns: readonly unknown[], name: string): readonly ScriptTurn[] {
  if (turns.length > TURNS_MAX) throw new BadFileError(`${name}: more than ${TURNS_MAX} turns`);
  return turns.map((turn, index) => checkTurn(turn, `${name}: turn ${index + 1}`));
}

function checkTurn(turn: unknown, place: string): ScriptTurn {
  if (!isObject(turn)) throw new BadFileError(`${place}: expected an object, found ${shown(turn)}`);
  onlyKeys(turn, TURN_KEYS, place);
  const { text, content, when, times } = turn;
  expect(text === undefined || typeof text === 'string', `${place}: text`, 'a string', text);
  expect(content === undefined || Array.isArray(content), `${place}: content`, 'an array of blocks', content);
  if (Array.isArray(content)) {
    for (const [index, block] of content.entries()) checkBlock(block, `${place}: content[${index}]`);
  }
  const reason = turn['stop_reason'];
  expect(
    reason === undefined || (typeof reason === 'string' && STOP_REASONS.has(reason)),
    `${place}: stop_reason`,
    [...STOP_REASONS].join(', '),
    reason,
  );
  if (when !== undefined) {
    expect(isObject(when), `${place}: when`, 'an object', when);
    if (isObject(when)) onlyKeys(when, CONDITION_KEYS, `${place}: when`);
  }
  const often = times === undefined || times === 'always' || (Number.isInteger(times) && Number(times) > 0);
  expect(often, `${place}: times`, 'a positive whole number or "always"', times);
  for (const key of ['delay_ms', 'pace_ms']) {
    const ms = turn[key];
    const fits = ms === undefined || (typeof ms === 'number' && ms >= 0 && ms <= WAIT_MS_MAX);
    expect(fits, `${place}: ${key}`, `a number from 0 to ${WAIT_MS_MAX}`, ms);
  }
  return turn as ScriptTurn; // every field was judged above
}

function checkBlock(block: unknown, place: string): void {
  if (!isObject(block)) throw new BadFileError(`${place}: expected a block, found ${shown(block)}`);
  expect(typeof block['type'] === 'string', `${place}.type`, 'a string', block['type']);
  if (block['type'] === 'text') {
    expect(typeof block['text'] === 'string', `${place}.text`, 'a string', block['text']);
  }
  if (block['type'] === 'thinking') {
    expect(typeof block['thinking'] === 'string', `${place}.thinking`, 'a string', block['thinking']);
  }
  if (block['type'] !== 'tool_use') return;
  const named = typeof block['name'] === 'string' || Array.isArray(block['any_of']);
  expect(named, `${place}.name`, 'a string (or any_of: [{name, input}, …])', block['name']);
}

function onlyKeys(value: Readonly<Record<string, unknown>>, known: ReadonlySet<string>, place: string): void {
  const unknown = Object.keys(value).find((key) => !known.has(key));
  if (unknown === undefined) return;
  throw new BadFileError(`${place}: unknown key '${unknown}'. Known keys: ${[...known].join(', ')}`);
}

function expect(holds: boolean, place: string, wanted: string, found: unknown): void {
  if (!holds) throw new BadFileError(`${place}: expected ${wanted}, found ${shown(found)}`);
}

function tryJson(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false }; // the place is found by whoever reports it
  }
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 80);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

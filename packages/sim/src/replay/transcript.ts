/**
 * The assistant turns of a recorded session in the widely used JSONL form (API-CONTRACT J22): one API response is
 * several lines with one `message.id`, and a turn is all of them, in the order of the file.
 */

import { BadFileError } from '../script/index.ts';
import type { ScriptTurn } from '../script/index.ts';
import { TURNS_MAX } from '../server/limits.ts';
import type { Block, Json } from '../types.ts';

/** What was found in a transcript. */
export interface RecordedTurns {
  readonly turns: readonly ScriptTurn[];
  /** Lines that hold no readable record. */
  readonly badLines: number;
}

const STOPS = new Set(['end_turn', 'tool_use', 'max_tokens', 'stop_sequence', 'pause_turn', 'refusal']);

/** Reads the turns. Sidechains are left out unless there is nothing else. Throws a `BadFileError` if there are none. */
export function recordedTurns(text: string, name = 'transcript'): RecordedTurns {
  let badLines = 0;
  const records: Json[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const found = recordsOf(line);
    if (found.length === 0) badLines++;
    records.push(...found);
  }
  const spoken = records.filter(isSpoken);
  const main = spoken.filter((record) => record['isSidechain'] !== true);
  const turns = turnsOf(main.length > 0 ? main : spoken);
  if (turns.length === 0) {
    throw new BadFileError(`${name}: holds no assistant turns of the JSONL form with message ids`);
  }
  return { turns: turns.slice(0, TURNS_MAX), badLines };
}

function turnsOf(records: readonly Json[]): readonly ScriptTurn[] {
  const seen = new Set<unknown>();
  const byId = new Map<unknown, { readonly content: Block[]; stop: unknown }>();
  for (const record of records) {
    if (record['uuid'] !== undefined && seen.has(record['uuid'])) continue;
    seen.add(record['uuid']);
    const message = record['message'];
    if (!isObject(message)) continue;
    const key = message['id'] ?? record['uuid'];
    const turn = byId.get(key) ?? { content: [], stop: null };
    byId.set(key, turn);
    turn.content.push(...blocksOf(message['content']));
    turn.stop = message['stop_reason'] ?? turn.stop;
  }
  return [...byId.values()].flatMap(({ content, stop }): ScriptTurn[] => {
    if (content.length === 0) return [];
    const known = typeof stop === 'string' && STOPS.has(stop);
    const calls = content.some((block) => block.type === 'tool_use');
    // A recorded reason counts only if it fits the blocks: streams that were cut left the wrong one.
    const reason =
      known && (stop === 'tool_use') === calls ? (stop as NonNullable<ScriptTurn['stop_reason']>) : null; // one of STOPS
    return [reason === null ? { content } : { content, stop_reason: reason }];
  });
}

/** Only what a model says of itself: text, thinking and calls. Ids are the recorded ones. */
function blocksOf(content: unknown): Block[] {
  if (typeof content === 'string') return content.trim() === '' ? [] : [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block): Block[] => {
    if (!isObject(block)) return [];
    const { type, text, thinking, id, name, input } = block;
    if (type === 'text' && typeof text === 'string' && text.trim() !== '') return [{ type: 'text', text }];
    if (type === 'thinking' && typeof thinking === 'string') return [{ type: 'thinking', thinking }];
    if (type === 'tool_use' && typeof name === 'string') {
      return [{ type: 'tool_use', ...(typeof id === 'string' ? { id } : {}), name, input: input ?? {} }];
    }
    return [];
  });
}

function isSpoken(record: Json): boolean {
  const message = record['message'];
  if (record['type'] !== 'assistant' || !isObject(message)) return false;
  return record['isApiErrorMessage'] !== true && message['model'] !== '<synthetic>';
}

/** The records of a line: one, or two whose newline was lost between two writers. */
function recordsOf(line: string): Json[] {
  const whole = tryObject(line);
  if (whole !== null) return [whole];
  for (let at = line.indexOf('}{'); at !== -1; at = line.indexOf('}{', at + 1)) {
    const first = tryObject(line.slice(0, at + 1));
    const second = first === null ? null : tryObject(line.slice(at + 1));
    if (first !== null) return second === null ? [first] : [first, second];
  }
  return [];
}

function tryObject(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null; // a damaged line: counted by the caller
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

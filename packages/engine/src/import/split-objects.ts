/**
 * Objects out of a line that is no JSON by itself: two records without a newline between them, half a record followed by the
 * whole one, junk around one. What is found must look like a record of a transcript, so that no inner object of a torn one
 * is taken for a record.
 */
import { IMPORT_LIMITS } from '../store/limits.ts';
import { isObject, type Json } from './foreign.ts';

export interface SplitLine {
  readonly objects: readonly Json[];
  /** UTF-16 units that belong to no object. */
  readonly junk: number;
}

export function splitObjects(line: string): SplitLine {
  const objects: Json[] = [];
  let junk = 0;
  let at = 0;
  for (let tries = 0; tries < IMPORT_LIMITS.objectsPerLineMax && at < line.length; tries += 1) {
    const start = line.indexOf('{"', at);
    if (start < 0) break;
    const end = objectEnd(line, start);
    const object = end < 0 ? null : parseRecord(line.slice(start, end));
    junk += blank(line.slice(at, start));
    if (object) {
      objects.push(object);
      at = end;
    } else {
      junk += 1;
      at = start + 1;
    }
  }
  return { objects, junk: junk + blank(line.slice(at)) };
}

const blank = (text: string): number => text.replace(/[\s\0\ufeff]/g, '').length;

/** The place behind the brace that closes the object at `start`, or -1. */
function objectEnd(line: string, start: number): number {
  let depth = 0;
  for (let at = start; at < line.length; at += 1) {
    const char = line[at];
    if (char === '"') {
      at = stringEnd(line, at);
      if (at < 0) return -1;
    } else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** The place of the quote that ends the string whose first quote is at `start`, or -1. */
function stringEnd(line: string, start: number): number {
  for (let at = line.indexOf('"', start + 1); at >= 0; at = line.indexOf('"', at + 1)) {
    let slashes = 0;
    while (line[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

function parseRecord(source: string): Json | null {
  try {
    const value: unknown = JSON.parse(source);
    if (!isObject(value) || typeof value.type !== 'string') return null;
    return typeof value.uuid === 'string' ||
      typeof value.sessionId === 'string' ||
      'leafUuid' in value ||
      'messageId' in value
      ? value
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Looking into JSON of unknown shape. Nothing here throws. */

import type { Json } from '../types.ts';

/** A JSON object, not an array. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an array, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** `text` of a block, empty if it has none. */
export function textOf(block: Json): string {
  return stringOf(block['text']);
}

/** The value if it is a string, else an empty one. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** White space as either side of the wire knows it: JavaScript's, and what the server's language adds to it. */
const BLANK = /^[\s\u001c-\u001f\u0085]*$/;
const BLANK_END = /[\s\u001c-\u001f\u0085]$/;

/** Nothing but white space (C14). */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** Ends in white space (C12). */
export function endsBlank(text: string): boolean {
  return BLANK_END.test(text);
}

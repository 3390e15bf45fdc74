/** A line of the widely used JSONL form (API-CONTRACT J22), as far as anything may be believed of it. */
export type Json = { readonly [key: string]: unknown };

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** One object of the file and where it stood. */
export interface ForeignRecord {
  readonly value: Json;
  /** Line number in the file, from 1. */
  readonly line: number;
}

export const uuidOf = (value: Json): string | null => (value.uuid === '' ? null : text(value.uuid));
export const parentOf = (value: Json): string | null =>
  value.parentUuid === '' ? null : text(value.parentUuid);
export const messageOf = (value: Json): Json => (isObject(value.message) ? value.message : {});

/** Types that take part in the conversation; everything else is facts beside it. */
export const isMessage = (value: Json): boolean => value.type === 'user' || value.type === 'assistant';

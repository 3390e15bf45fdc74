/** A one-line edit that a rule proposes, and the small tools that rules share. */
import type { Clue } from './clue.ts';
import type { Source } from './source.ts';
import type { Token } from './tokens.ts';

/** Replace the characters `start`..`end` of a file by `insert`. */
export interface Candidate {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly insert: string;
  /** From 1. */
  readonly line: number;
  readonly rule: string;
  /** How likely, on a scale like a logarithm; 0 is a long shot, 2 is usual, 5 is a strong hint. */
  readonly weight: number;
  /** What the rule saw, as half a sentence. */
  readonly why: string;
}

/** Proposes edits for one source, given what the failure tells. */
export type Rule = (source: Source, clue: Clue) => Candidate[];

/** An edit in place of one token. */
export function replaceToken(
  source: Source,
  token: Token,
  insert: string,
  rule: string,
  weight: number,
  why: string,
): Candidate {
  return {
    path: source.path,
    start: token.start,
    end: token.end,
    insert,
    line: token.line,
    rule,
    weight,
    why,
  };
}

/** An edit that inserts at the start of a token. */
export function insertBefore(
  source: Source,
  token: Token,
  insert: string,
  rule: string,
  weight: number,
  why: string,
): Candidate {
  return {
    path: source.path,
    start: token.start,
    end: token.start,
    insert,
    line: token.line,
    rule,
    weight,
    why,
  };
}

/** An edit that inserts behind a token. */
export function insertBehind(
  source: Source,
  token: Token,
  insert: string,
  rule: string,
  weight: number,
  why: string,
): Candidate {
  return { path: source.path, start: token.end, end: token.end, insert, line: token.line, rule, weight, why };
}

/** True if a token ends an operand, so that a following `-` is binary and a following `(` a call. */
export function endsOperand(token: Token | undefined): boolean {
  if (!token) return false;
  if (token.kind === 'punct') return /^[)\]}`]$/.test(token.text);
  if (token.kind === 'keyword') return /^(this|super|true|false|null|undefined)$/.test(token.text);
  return true;
}

/** Edit distance of two short words, neighbours swapped counting one; larger than `max` is returned as `max + 1`. */
export function distance(a: string, b: string, max = 3): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  const rows: number[][] = [];
  for (let i = 0; i <= a.length; i += 1) {
    const row: number[] = [];
    for (let j = 0; j <= b.length; j += 1) {
      const up = rows[i - 1];
      if (!up) row.push(j);
      else if (j === 0) row.push(i);
      else {
        const same = a[i - 1] === b[j - 1] ? 0 : 1;
        let best = Math.min((up[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (up[j - 1] ?? 0) + same);
        const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
        if (swapped && i > 1) best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1);
        row.push(best);
      }
    }
    rows.push(row);
  }
  return Math.min(rows[a.length]?.[b.length] ?? max + 1, max + 1);
}

/** The odd one out: a line that differs in one token from lines of the same shape close by. */
import { replaceToken, type Candidate, type Rule } from '../candidate.ts';
import { LIMITS } from '../limits.ts';
import type { Source } from '../source.ts';
import type { Token } from '../tokens.ts';

interface Row {
  readonly line: number;
  readonly tokens: readonly Token[];
}

function rowsOf(source: Source): Row[] {
  const rows = new Map<number, Token[]>();
  for (const token of source.tokens) {
    const row = rows.get(token.line) ?? [];
    row.push(token);
    rows.set(token.line, row);
  }
  return [...rows].map(([line, tokens]) => ({ line, tokens }));
}

/** Where two rows differ in anything but names; undefined if their shapes differ or more than one token does. */
function difference(row: Row, other: Row): number | undefined {
  if (row.tokens.length !== other.tokens.length) return undefined;
  let found: number | undefined;
  for (const [at, token] of row.tokens.entries()) {
    const twin = other.tokens[at];
    if (twin?.kind !== token.kind) return undefined;
    if (token.kind === 'name' || twin.text === token.text) continue;
    if (found !== undefined) return undefined;
    found = at;
  }
  return found;
}

/** Proposes for a token what lines of the same shape have in its place. */
export const siblings: Rule = (source) => {
  const rows = rowsOf(source).filter(({ tokens }) => tokens.length >= LIMITS.siblingTokensMin);
  return rows.flatMap((row, index): Candidate[] => {
    const votes = new Map<string, { readonly at: number; readonly text: string; count: number }>();
    const near = rows.slice(Math.max(0, index - LIMITS.siblingRows), index + LIMITS.siblingRows + 1);
    for (const other of near) {
      if (other === row) continue;
      const at = difference(row, other);
      const text = at === undefined ? undefined : other.tokens[at]?.text;
      if (at === undefined || text === undefined) continue;
      const vote = votes.get(`${at} ${text}`) ?? { at, text, count: 0 };
      vote.count += 1;
      votes.set(`${at} ${text}`, vote);
    }
    return [...votes.values()].flatMap(({ at, text, count }): Candidate[] => {
      const token = row.tokens[at];
      const weight = count > 1 ? 3 : 1.6;
      const why = `lines of the same shape have \`${text}\` in place of \`${token?.text ?? ''}\``;
      return token ? [replaceToken(source, token, text, 'sibling', weight, why)] : [];
    });
  });
};

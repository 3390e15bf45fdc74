/** Misspelt module names: of Node's own modules, and of the project's files. */
import { builtinModules } from 'node:module';
import { distance, replaceToken, type Candidate, type Rule } from '../candidate.ts';
import { scalarOf } from '../clue.ts';
import type { Source } from '../source.ts';

/** One of Node's own modules that a name may be a misspelling of. */
export function builtinLike(name: string): string | undefined {
  const bare = name.replace(/^node:/, '').toLowerCase();
  if (bare.length < 4) return undefined;
  const apart = (other: string): number => distance(other, bare, 2);
  const near = builtinModules.filter(
    (other) => other.length > 1 && apart(other) <= (bare.length > 4 ? 2 : 1),
  );
  return near.toSorted((a, b) => apart(a) - apart(b))[0];
}

/** True for a string token that names a module. */
export function isModuleName(source: Source, at: number): boolean {
  const before = source.tokens[at - 1]?.text ?? '';
  const called = source.tokens[at - 2]?.text ?? '';
  return before === 'from' || before === 'import' || (before === '(' && /^(require|import)$/.test(called));
}

function others(name: string, files: readonly string[]): string[] {
  if (!name.startsWith('.')) return [builtinLike(name)].filter((other) => other !== undefined);
  const slash = name.lastIndexOf('/') + 1;
  const last = name.slice(slash).toLowerCase();
  const named = files.flatMap((path) => {
    const file = path.slice(path.lastIndexOf('/') + 1);
    return [file, file.replace(/\.\w+$/, '')];
  });
  return [...new Set(named)]
    .filter((other) => distance(other.toLowerCase(), last, 2) <= 2)
    .map((other) => name.slice(0, slash) + other);
}

/** Proposes the module that a name which can't be found may stand for. */
export const modules: Rule = (source, clue) =>
  source.tokens.flatMap((token, at): Candidate[] => {
    const name = scalarOf(token.text);
    if (token.kind !== 'string' || clue.culprit !== name || !isModuleName(source, at)) return [];
    const quote = token.text.slice(0, 1);
    return others(name, clue.files)
      .filter((other) => other !== name)
      .map((other, index) =>
        replaceToken(
          source,
          token,
          `${quote}${other}${quote}`,
          'module',
          5 - index * 0.1,
          `there is no module ${token.text}`,
        ),
      );
  });

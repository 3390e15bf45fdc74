/** A glob pattern cut into the fixed directories it begins with and the rest. */

/** `base` is '' where the pattern begins with something variable; `rest` is matched from there. */
export interface GlobParts {
  readonly base: string;
  readonly rest: string;
}

/** `src/a/*.ts` is `src/a` and `*.ts`; a pattern without variable parts keeps its last name as the rest. */
export function globParts(pattern: string): GlobParts {
  const clean = pattern.startsWith('./') ? pattern.slice(2) : pattern;
  const names = clean.split('/');
  const variable = names.findIndex((name) => /[*?[\]{}()!+@\\]/.test(name));
  const fixed = variable === -1 ? names.length - 1 : variable;
  const base = names.slice(0, fixed).join('/');
  const rest = names.slice(fixed).join('/');
  if (rest === '') return { base, rest: '**' };
  // A slash says "just here"; once the directories before it are part of the base the rest must not match deeper.
  const anchored = (fixed > 0 || clean !== pattern) && !rest.includes('/');
  return { base: clean.startsWith('/') && base === '' ? '/' : base, rest: anchored ? `./${rest}` : rest };
}

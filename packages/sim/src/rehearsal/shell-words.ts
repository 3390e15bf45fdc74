/** The way through the shell for actions that no tool of their own is offered for. None of these removes anything. */
import { LIMITS } from './limits.ts';
import type { Action } from './step.ts';

/** A word as a POSIX shell reads it literally. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A program for Node on standard input, so that no quoting is needed. */
export function nodeCommand(program: string, ...args: readonly string[]): string {
  return `node - ${args.map(quoted).join(' ')} <<'REHEARSAL_END'\n${program.trim()}\nREHEARSAL_END`;
}

const REPLACE_ONCE = String.raw`
const fs = require('node:fs');
const change = CHANGE;
const text = fs.readFileSync(change.path, 'utf8');
const ends = text.includes('\r\n') ? (part) => part.replace(/\r?\n/g, '\r\n') : (part) => part;
const parts = text.split(ends(change.from));
if (parts.length !== 2) {
  console.log('not changed: the text occurs ' + (parts.length - 1) + ' times');
  process.exit(1);
}
fs.writeFileSync(change.path, parts.join(ends(change.to)));
console.log('changed ' + change.path);
`;

/** The command that does an action. */
export function shellCommandOf(action: Exclude<Action, { kind: 'shell' }>): string {
  switch (action.kind) {
    case 'list':
      return `pwd; find . -type d \\( -name node_modules -o -name .git \\) -prune -o -type f -print | head -n ${LIMITS.filesMax}`;
    case 'read': {
      const from = action.fromLine ?? 1;
      const to = from + (action.lines ?? LIMITS.pageLines) - 1;
      return `cat -n ${quoted(action.path)} | sed -n '${from},${to}p'`;
    }
    case 'search':
      return `grep -rnE --include='*.js' --include='*.cjs' --include='*.mjs' --exclude-dir=node_modules ${quoted(action.pattern)} . | head -n 80`;
    case 'edit': {
      const change = JSON.stringify({ path: action.path, from: action.oldText, to: action.newText });
      return nodeCommand(REPLACE_ONCE.replace('CHANGE', () => change));
    }
  }
}

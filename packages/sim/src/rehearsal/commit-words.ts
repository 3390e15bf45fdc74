/** A commit message by extraction: which files a diff changes, and how many lines it adds and removes. */

/** True for a text that holds a unified diff. */
export function holdsDiff(text: string): boolean {
  return /^\s*diff --git \S|^\s*@@ -\d+(?:,\d+)? \+\d+/m.test(text);
}

interface Changes {
  readonly added: string[];
  readonly changed: string[];
  readonly removed: string[];
  plus: number;
  minus: number;
}

const pathOf = (name: string): string =>
  name
    .replace(/\t.*$/, '')
    .trim()
    .replace(/^"?[ab]\//, '')
    .replace(/"$/, '');

function place(changes: Changes, before: string, after: string): void {
  const list =
    before === '/dev/null' ? changes.added : after === '/dev/null' ? changes.removed : changes.changed;
  const path = after === '/dev/null' ? before : after;
  if (path !== '' && !list.includes(path)) list.push(path);
}

/** Reads a diff; lines of a hunk are counted by the hunk's own numbers, so that text around it is not. */
function changesOf(text: string): Changes {
  const changes: Changes = { added: [], changed: [], removed: [], plus: 0, minus: 0 };
  let [old, now] = [0, 0];
  let before = '';
  for (const row of text.split('\n')) {
    const hunk = /^\s*@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(row);
    if (hunk) [old, now] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
    else if (old > 0 || now > 0) {
      if (row.startsWith('\\')) continue;
      if (row.startsWith('+')) changes.plus += 1;
      else if (row.startsWith('-')) changes.minus += 1;
      if (!row.startsWith('+')) old -= 1;
      if (!row.startsWith('-')) now -= 1;
    } else if (row.startsWith('--- ')) before = pathOf(row.slice(4));
    else if (row.startsWith('+++ ')) place(changes, before, pathOf(row.slice(4)));
  }
  return changes;
}

function files(verb: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const shown = paths.slice(0, 4);
  const more = paths.length - shown.length;
  const listed = more > 0 ? [...shown, `${more} more`] : shown;
  const last = listed.at(-1) ?? '';
  return [`${verb} ${listed.length > 1 ? `${listed.slice(0, -1).join(', ')} and ${last}` : last}`];
}

/** One or two plain sentences on a diff. */
export function commitWordsOf(text: string): string {
  const { added, changed, removed, plus, minus } = changesOf(text);
  const parts = [...files('change', changed), ...files('add', added), ...files('remove', removed)];
  const what = parts.length === 0 ? 'change files' : parts.join('; ');
  const lines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}. ${lines(plus)} added, ${lines(minus)} removed.`;
}

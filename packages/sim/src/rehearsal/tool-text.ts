/** Reads what tools print: listings, numbered file text, search hits. Formats differ from client to client. */
import { LIMITS } from './limits.ts';

const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>/g;
const NUMBERED = /^\s*(\d+)(?:→|\t|\| ?|: ?)(.*)$/;

/** Lines of a file as far as a read result shows them. */
export interface FileText {
  /** Text by line number, from 1. */
  readonly lines: ReadonlyMap<number, string>;
  /** The result ended with something that is not a line of the file, such as a notice that it goes on. */
  readonly notice: boolean;
}

/** Reads the result of a read tool; `from` is the line it was asked to start with. */
export function fileTextOf(result: string, from: number): FileText {
  const rows = result.replace(REMINDER, '').split('\n');
  const lines = new Map<number, string>();
  let next = from;
  let foreign = 0;
  for (const row of rows) {
    const match = NUMBERED.exec(row);
    const number = Number(match?.[1] ?? Number.NaN);
    if (match && (number === next || (lines.size === 0 && number >= from))) {
      lines.set(number, (match[2] ?? '').replace(/\r$/, ''));
      next = number + 1;
    } else if (row.trim() !== '') foreign += 1;
  }
  if (lines.size > 0 && lines.size >= foreign) return { lines, notice: foreign > 0 };
  const plain = rows.at(-1) === '' ? rows.slice(0, -1) : rows;
  return { lines: new Map(plain.map((row, index) => [from + index, row.replace(/\r$/, '')])), notice: false };
}

/** Paths of a listing, relative to the working folder, without dependencies. */
export function pathsOf(listing: string, folder: string | undefined): string[] {
  const root = folder === undefined ? undefined : `${folder.replace(/\/$/, '')}/`;
  const paths = listing
    .replace(REMINDER, '')
    .split('\n')
    .map((row) => row.trim().replace(/^- /, ''))
    .map((row) =>
      root !== undefined && row.startsWith(root) ? row.slice(root.length) : row.replace(/^\.\//, ''),
    )
    .filter((row) => /^[\w@.+ ()[\]/-]+\.\w+$/.test(row) && !row.startsWith('/'))
    .filter((row) => !/(^|\/)(node_modules|\.git|\.leat)\//.test(row));
  return [...new Set(paths)].toSorted((a, b) => (a < b ? -1 : 1)).slice(0, LIMITS.filesMax);
}

/** The working folder, where a listing by the shell printed it first. */
export function printedFolder(listing: string): string | undefined {
  return /^(\/[^\n]*)\n\.\//.exec(listing)?.[1];
}

/** Paths that a search result names, in order of first mention. */
export function hitPathsOf(result: string, known: readonly string[]): string[] {
  const seen = new Set<string>();
  for (const row of result.split('\n')) {
    const path = known.find(
      (candidate) =>
        row.startsWith(candidate) || row.startsWith(`./${candidate}`) || row.includes(`/${candidate}`),
    );
    if (path !== undefined) seen.add(path);
  }
  return [...seen];
}

/** True for a file that holds tests: it is never edited. */
export function isTestPath(path: string): boolean {
  return (
    /(^|\/)(tests?|specs?|__tests__|testing|fixtures?)\//i.test(path) ||
    /(^|\/)(tests?|specs?|[\w.-]*[._-](tests?|specs?)|(tests?|specs?)[._-][\w.-]*)\.[cm]?[jt]sx?$/i.test(path)
  );
}

/** True for a JavaScript source file. */
export function isSourcePath(path: string): boolean {
  return /\.[cm]?js$/.test(path) && !path.endsWith('.min.js');
}

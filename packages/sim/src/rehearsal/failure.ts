/**
 * Reads what a test run printed: how it ended, which tests fail, and what each failure says. Knows TAP and the spec
 * reporter of Node, uncaught errors of a plain `node test.js`, and in general anything with stack frames.
 */
import { builtinLike } from './rules/modules.ts';

/** A stack frame inside the project. */
export interface Frame {
  /** Relative to the working folder. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly name: string;
}

/** One failing test. */
export interface Failure {
  /** Name of the test; empty where the runner has none. */
  readonly name: string;
  readonly error: string;
  readonly message: string;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
  readonly frames: readonly Frame[];
  readonly text: string;
}

/** What a test run came to. */
export interface Outcome {
  /** Exit status; undefined where the run was cut (a hang). */
  readonly exit: number | undefined;
  /** It ended with status 0, and its own count tells of no failure. */
  readonly passed: boolean;
  readonly failing: number | undefined;
  readonly failures: readonly Failure[];
  readonly missing: boolean;
  readonly text: string;
}

/** A test command, with the mark that `outcomeOf` looks for. */
export function marked(command: string): string {
  const whole = /&&|;|\|/.test(command) ? `(${command})` : command;
  return `${whole} 2>&1; echo "[exit $?]"`;
}

const FRAME = /^\s*(?:#\s*)?at (?:(?:async )?(.*?) \()?(?:file:\/\/)?([^\s()]+):(\d+):(\d+)\)?\s*$/;
const PLACE = /^(?:#\s*)?(?:file:\/\/)?(\/[^\s:]+\.[cm]?js):(\d+)\s*$/;

function relative(path: string, folder: string | undefined): string | undefined {
  if (/^node:|(^|\/)node_modules\//.test(path)) return undefined;
  if (!path.startsWith('/')) return /^[\w.-]+[/\w.-]*\.[cm]?js$/.test(path) ? path : undefined;
  if (folder === undefined) return path;
  const root = `${folder.replace(/\/$/, '')}/`;
  const at = path.indexOf(root);
  return at >= 0 ? path.slice(at + root.length) : undefined;
}

/** Frames of a stack that lie in the project, nearest first. */
function framesOf(text: string, folder: string | undefined): Frame[] {
  const frames: Frame[] = [];
  for (const row of text.split('\n')) {
    const match = FRAME.exec(row);
    const place = match ? undefined : PLACE.exec(row);
    const path = relative(match?.[2] ?? place?.[1] ?? 'node:', folder);
    if (path === undefined) continue;
    const [line, column] = match ? [Number(match[3]), Number(match[4])] : [Number(place?.[2]), 0];
    const known = frames.some((frame) => frame.path === path && frame.line === line);
    if (!known)
      frames.push({
        path,
        line,
        column,
        name: (match?.[1] ?? '').replace(/^(Object|Function|Module|new)\b\.?\s*/, ''),
      });
  }
  return frames;
}

function indentOf(row: string): number {
  return row.length - row.trimStart().length;
}

/** The value after `key:` in an error's printed fields: the rest of the line, or the deeper lines under it. */
function fieldOf(text: string, key: string): string | undefined {
  const rows = text.split('\n');
  const at = rows.findIndex((row) => new RegExp(`^\\s*${key}:`).test(row));
  if (at < 0) return undefined;
  const head = rows[at] ?? '';
  const value = head.slice(head.indexOf(':') + 1).trim();
  if (value !== '' && !/^[|>]-?$/.test(value) && !/^(\[|\{|\w* ?[[{])$/.test(value)) {
    const bare = value.replace(/,$/, '');
    const more = rows[at + 1]?.trim() ?? '';
    return bare.endsWith('+') && more !== '' ? `${bare} ${more}` : bare;
  }
  const under: string[] = value !== '' && !/^[|>]/.test(value) ? [value] : [];
  for (let row = at + 1; row < rows.length && under.length < 200; row += 1) {
    const text_ = rows[row] ?? '';
    if (text_.trim() !== '' && indentOf(text_) <= indentOf(head)) break;
    under.push(text_.trim());
  }
  return under.join('\n').trim();
}

/** `X !== Y` of an assertion message. */
function pairOf(message: string): { actual?: string; expected?: string } {
  const match = /^\s*(\S[^\n]*?) (?:!==|!=|===|==|notDeepEqual) (\S[^\n]*?)\s*$/m.exec(message);
  return match?.[1] !== undefined && match[2] !== undefined ? { actual: match[1], expected: match[2] } : {};
}

/** Frames that TAP prints as fields, written as a stack is: those of `stack` stand there without their `at`. */
function stackOf(text: string): string {
  const location = (fieldOf(text, 'location') ?? '').replace(/['"]/g, '');
  const rows = (fieldOf(text, 'stack') ?? '').split('\n').filter((row) => /:\d+:\d+\)?$/.test(row));
  return [...rows.map((row) => row.trim().replace(/^at /, '')), location]
    .map((row) => `    at ${row}`)
    .join('\n');
}

/** What one failure's printed text says. */
export function failureOf(name: string, text: string, folder: string | undefined): Failure {
  const clean = text.replace(/^# ?/gm, '');
  const head =
    /^\s*(?:Uncaught )?(?:\[?(\w*(?:Error|Exception|Failure))\b(?: \[[\w-]+\])?\]?): ?([\s\S]*?)(?=\n\s+at |\n\s*$|$(?![\s\S]))/m.exec(
      clean,
    );
  const yaml = fieldOf(clean, 'error')?.replace(/^'|'$/g, '');
  const message = (head?.[2] ?? yaml ?? '').trim();
  const said = yaml === undefined ? message : `${yaml}\n${message}`;
  const pair = pairOf(said);
  const typed = (fieldOf(clean, 'name') ?? head?.[1] ?? 'Error').replace(/['"]/g, '');
  return {
    name,
    error: /^\w+$/.test(typed) ? typed : (head?.[1] ?? 'Error'),
    message: said,
    expected: fieldOf(clean, 'expected') ?? pair.expected,
    actual: fieldOf(clean, 'actual') ?? pair.actual,
    frames: framesOf(`${clean}\n${stackOf(clean)}`, folder),
    text: clean.slice(0, 6_000),
  };
}

function tapFailures(text: string, folder: string | undefined): Failure[] {
  const rows = text.split('\n');
  const failures: Failure[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const match = /^(\s*)not ok \d+(?: -)? ?(.*)$/.exec(rows[at] ?? '');
    if (!match || / # (TODO|SKIP)/i.test(match[2] ?? '')) continue;
    let end = at + 1;
    if ((rows[end] ?? '').trim() === '---') {
      while (end < rows.length && (rows[end] ?? '').trim() !== '...') end += 1;
    }
    const block = rows.slice(at + 1, end).join('\n');
    if (/failureType: '?subtestsFailed/.test(block)) continue;
    failures.push(failureOf((match[2] ?? '').trim(), block, folder));
  }
  return failures;
}

function specFailures(text: string, folder: string | undefined): Failure[] {
  const start = text.search(/^✖ failing tests:/m);
  if (start < 0) return [];
  const parts = text
    .slice(start)
    .split(/^(?=test at )/m)
    .slice(1);
  return parts.map((part) => {
    const name = /^✖ (.*?)(?: \([\d.]+ms\))?$/m.exec(part)?.[1] ?? '';
    const at = /^test at ([^\s:]+:\d+:\d+)/.exec(part)?.[1];
    return failureOf(name, `${part}\n    at ${at}`, folder);
  });
}

/** Number of failing tests by a runner's own count. */
export function countOf(text: string): number | undefined {
  const counted =
    /^(?:#|ℹ) fail (\d+)/m.exec(text) ??
    /\b(\d+) (?:tests? |assertions? )?(?:failed|failing|failures?)\b/i.exec(text) ??
    /\bfail(?:ed|ures?)?:? +(\d+)\b/i.exec(text);
  if (counted) return Number(counted[1]);
  const rows = text.match(/^\s*not ok \d/gm) ?? text.match(/^\s*(?:✗|✖|✘|×|FAIL\b)/gm);
  return rows ? rows.length : undefined;
}

/** True where a runner's own last count tells of failures, whatever status it ends with. */
export function tellsOfFailures(text: string): boolean {
  const share = [
    ...text.matchAll(/\b(\d+) (?:of|out of|\/) (\d+) (?:tests? |assertions? |specs? )?pass(?:ed|ing)?\b/gi),
  ].at(-1);
  if (share && Number(share[1]) < Number(share[2])) return true;
  return Number(/^(?:#|ℹ) fail (\d+)/m.exec(text)?.[1] ?? 0) > 0;
}

/** Reads a marked run. */
export function outcomeOf(text: string, folder: string | undefined): Outcome {
  const mark = /\[exit (\d+)\]\s*$/.exec(text.trimEnd()) ?? /\[exit (\d+)\]/.exec(text);
  const exit = mark ? Number(mark[1]) : undefined;
  const body = text.replace(/\[exit \d+\]/, '');
  const listed = [...specFailures(body, folder), ...tapFailures(body, folder)];
  const passed = exit === 0 && !tellsOfFailures(body);
  const failures = listed.length > 0 || passed ? listed : [failureOf('', body, folder)];
  const module = /Cannot find (?:module|package) '([^'\n]+)'/.exec(body)?.[1];
  const missing =
    exit === 127 ||
    /(?:^|\s)(?:sh|bash)[^\n]*not found|command not found/.test(body) ||
    (module !== undefined && !/^[./]/.test(module) && builtinLike(module) === undefined);
  return { exit, passed, failing: passed ? 0 : countOf(body), failures, missing, text: body };
}

/** What a failure tells the rules: the kind of error, the values that differ, the names that are near. */
import type { Failure, Frame } from './failure.ts';

/** Two printed values that should be the same. */
export interface Difference {
  readonly actual: string;
  readonly expected: string;
}

type ClueKind = 'reference' | 'type' | 'assertion' | 'range' | 'syntax' | 'hang' | 'other';

export interface Clue {
  readonly kind: ClueKind;
  /** Something was missing where a value was needed: the message speaks of undefined or null. */
  readonly nothing: boolean;
  /** A name that is not defined, not a function, or read from nothing. */
  readonly culprit: string | undefined;
  readonly differences: readonly Difference[];
  readonly expected: string | undefined;
  readonly actual: string | undefined;
  readonly frames: readonly Frame[];
  /** Identifiers of the failing lines of the test, of its name, and of the message. */
  readonly words: ReadonlySet<string>;
  /** Identifiers of the very lines of the test that the stack names: what ran before them did not fail. */
  readonly focus: ReadonlySet<string>;
  /** The project's source files. */
  readonly files: readonly string[];
  /** Strings and numbers that the failing test names. */
  readonly testText: string;
}

/** A printed scalar: a string without its quotes, a number, or the bare text. */
export function scalarOf(text: string): string {
  const bare = text.trim().replace(/,$/, '');
  const inner = /^(['"`])([\s\S]*)\1$/.exec(bare)?.[2];
  return inner === undefined
    ? bare
    : inner
        .replaceAll(String.raw`\n`, '\n')
        .replaceAll(String.raw`\t`, '\t')
        .replace(/\\(['"`\\])/g, '$1');
}

/** The number that a printed value is, or undefined. */
export function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text.trim())) return undefined;
  return Number(text);
}

function lineDifferences(text: string): Difference[] {
  const rows = text.split('\n').filter((row) => !/^\s*[+-] (actual|expected)/.test(row));
  const added = rows
    .filter((row) => /^\s*\+ {1,}\S/.test(row))
    .map((row) => row.replace(/^\s*\+/, '').trim());
  const gone = rows.filter((row) => /^\s*- {1,}\S/.test(row)).map((row) => row.replace(/^\s*-/, '').trim());
  const value = (row: string): string => scalarOf(row.replace(/^[\w$'"-]+: /, ''));
  return added.slice(0, 10).flatMap((row, at) => {
    const other = gone[at];
    return other === undefined ? [] : [{ actual: value(row), expected: value(other) }];
  });
}

function fieldDifferences(failure: Failure): Difference[] {
  const { actual, expected } = failure;
  if (actual === undefined || expected === undefined) return [];
  const left = actual.split('\n');
  const right = expected.split('\n');
  if (left.length !== right.length) return [{ actual: scalarOf(actual), expected: scalarOf(expected) }];
  return left.flatMap((row, at) => {
    const other = right[at] ?? '';
    const strip = (text: string): string => scalarOf(text.replace(/^[\w$'"-]+: /, ''));
    return row === other ? [] : [{ actual: strip(row), expected: strip(other) }];
  });
}

function kindOf(failure: Failure, hang: boolean): ClueKind {
  if (hang) return 'hang';
  const text = `${failure.error}: ${failure.message}`;
  if (/is not defined/.test(text) && /ReferenceError|not defined/.test(text)) return 'reference';
  if (/TypeError|is not a function|Cannot (read|set) propert|is not iterable|is not a constructor/.test(text))
    return 'type';
  if (/RangeError|call stack/.test(text)) return 'range';
  if (/SyntaxError/.test(text)) return 'syntax';
  return failure.actual !== undefined || /Assertion/.test(text) ? 'assertion' : 'other';
}

/** Identifiers of a text, without the ones that every test has. */
function wordsOf(text: string): string[] {
  const common =
    /^(assert|equal|deepEqual|strictEqual|deepStrictEqual|throws|ok|test|it|describe|const|let|var|function|return|require|import|from|true|false|null|undefined|the|and|with|for|not|should|new|async|await)$/;
  return [...new Set(text.match(/[A-Za-z_$][\w$]*/g) ?? [])].filter(
    (word) => word.length > 1 && !common.test(word),
  );
}

/** Test code without its imports and quoted texts. */
function codeOnly(text: string): string {
  return text
    .split('\n')
    .filter((row) => !/^\s*import\b|\brequire\(/.test(row))
    .join('\n')
    .replace(/'[^'\n]*'|"[^"\n]*"/g, "''");
}

/** What is known beside the failure itself: the lines of the test that the stack names, the project's source files. */
interface Surroundings {
  readonly lines?: string;
  readonly files?: readonly string[];
}

/** Makes the clue of a failure; `testText` is the part of the test that failed. */
export function clueOf(
  failure: Failure,
  testText: string,
  hang: boolean,
  { lines = '', files = [] }: Surroundings = {},
): Clue {
  const { message } = failure;
  const culprit =
    /([\w$]+) is not defined/.exec(message)?.[1] ??
    /([\w$]+) is not (?:a function|iterable|a constructor)/.exec(message)?.[1] ??
    /\(reading '([\w$]+)'\)/.exec(message)?.[1] ??
    /Cannot find (?:module|package) '([^'\n]+)'/.exec(message)?.[1] ??
    /does not provide an export named '([\w$]+)'/.exec(message)?.[1];
  const differences = [...fieldDifferences(failure), ...lineDifferences(failure.text)];
  return {
    kind: kindOf(failure, hang),
    nothing: /\b(undefined|null)\b/.test(message),
    culprit,
    differences: differences.filter((pair) => pair.actual !== pair.expected).slice(0, 8),
    expected: failure.expected,
    actual: failure.actual,
    frames: failure.frames,
    words: new Set(wordsOf(`${codeOnly(testText)}\n${failure.name}`)),
    focus: new Set(wordsOf(codeOnly(lines))),
    files,
    testText,
  };
}

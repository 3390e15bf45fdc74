import { describe, expect, test } from 'vitest';
import { clueOf } from '../../src/rehearsal/clue.ts';
import { failureOf, outcomeOf, tellsOfFailures } from '../../src/rehearsal/failure.ts';
import { ranked } from '../../src/rehearsal/ranking.ts';
import { corrected } from '../../src/rehearsal/rules/strings.ts';
import { namesInScope, sourceOf } from '../../src/rehearsal/source.ts';
import { seenOutcome } from '../../src/rehearsal/test-run.ts';
import { tokensOf } from '../../src/rehearsal/tokens.ts';
import { fixedReport } from '../../src/rehearsal/report.ts';
import { singleTestCommand, testPlanOf } from '../../src/rehearsal/test-plan.ts';
import { fileTextOf, isTestPath } from '../../src/rehearsal/tool-text.ts';
import { quotedChange } from '../../src/rehearsal/workspace.ts';

/** The texts that one edit can give, best first. */
function repairs(code: string, error: string): string[] {
  const clue = clueOf(failureOf('', error, '/p'), '', false);
  return ranked([sourceOf('a.js', code)], clue, undefined, 1).map(
    ({ start, end, insert }) => code.slice(0, start) + insert + code.slice(end),
  );
}

describe('tokens', () => {
  test('regular expressions, divisions and templates are told apart', () => {
    expect(tokensOf('a / b; x = /c\\/d/g; `t${a + `u`}v`').map((token) => token.text)).toEqual([
      'a',
      '/',
      'b',
      ';',
      'x',
      '=',
      '/c\\/d/g',
      ';',
      '`',
      't',
      '${',
      'a',
      '+',
      '`',
      'u',
      '`',
      '}',
      'v',
      '`',
    ]);
  });

  test('offsets lead back to the text', () => {
    const code = '#!/usr/bin/env node\n// note\nconst a = [1, .5, 0xff]; /* b */ a?.b ?? c';
    for (const token of tokensOf(code)) expect(code.slice(token.start, token.end)).toBe(token.text);
  });
});

describe('a test run', () => {
  test('of TAP names the failing test, its values and frames', () => {
    const text = [
      'not ok 1 - adds',
      '  ---',
      "  location: '/p/test/a.test.js:3:1'",
      '  error: |-',
      '    Expected values to be strictly equal:',
      '    ',
      '    1 !== 2',
      '    ',
      "  code: 'ERR_ASSERTION'",
      "  name: 'AssertionError'",
      '  expected: 2',
      '  actual: 1',
      '  stack: |-',
      '    add (file:///p/src/a.js:7:3)',
      '  ...',
      '# fail 1',
      '[exit 1]',
    ].join('\n');
    const outcome = outcomeOf(text, '/p');
    expect(outcome).toMatchObject({ exit: 1, failing: 1, missing: false });
    expect(outcome.failures[0]).toMatchObject({
      name: 'adds',
      error: 'AssertionError',
      expected: '2',
      actual: '1',
    });
    expect(outcome.failures[0]?.frames.at(-1)).toMatchObject({ path: 'test/a.test.js', line: 3 });
  });

  test('of plain Node names the error and where it was thrown', () => {
    const text =
      '/p/a.js:3\n  x.foo();\n    ^\n\nTypeError: x.foo is not a function\n    at run (/p/a.js:3:5)\n    at Object.<anonymous> (/p/test.js:1:1)\n[exit 1]';
    const failure = outcomeOf(text, '/p').failures[0];
    expect(failure).toMatchObject({ error: 'TypeError', message: 'x.foo is not a function' });
    expect(failure?.frames.map((frame) => `${frame.path}:${frame.line}`)).toEqual(['a.js:3', 'test.js:1']);
  });

  test('without an exit mark was cut', () => {
    expect(outcomeOf('Command timed out', '/p').exit).toBeUndefined();
  });
});

test('the stack of a TAP failure is read though its rows lack their `at`', () => {
  const block = [
    "  location: '/p/test/a.test.js:3:1'",
    '  stack: |-',
    '    new Thing (/p/index.js:38:25)',
    '    TestContext.<anonymous> (/p/test/a.test.js:5:9)',
    '    Test.run (node:internal/test_runner/test:632:25)',
  ].join('\n');
  expect(failureOf('makes a thing', block, '/p').frames).toEqual([
    { path: 'index.js', line: 38, column: 25, name: 'Thing' },
    { path: 'test/a.test.js', line: 5, column: 9, name: 'TestContext.<anonymous>' },
    { path: 'test/a.test.js', line: 3, column: 1, name: '' },
  ]);
});

describe('the rules propose', () => {
  const wrong = 'AssertionError [ERR_ASSERTION]: no\n  actual: 3,\n  expected: 4,\n';
  test.each([
    ['the other bound', 'f = (a) => a < 3;', 'f = (a) => a <= 3;', wrong],
    ['the missing return', 'function f(a) {\n  a.b;\n}', 'function f(a) {\n  return a.b;\n}', wrong],
    [
      'a return at the end',
      'function f() {\n  let n = 0;\n  n += 1;\n}',
      'function f() {\n  let n = 0;\n  n += 1;\n  return n;\n}',
      wrong,
    ],
    [
      'the declared name',
      'function f(width) { return widht; }',
      'function f(width) { return width; }',
      'ReferenceError: widht is not defined\n',
    ],
    [
      'the unused parameter',
      'function f(a, b) { return a * a; }',
      'function f(a, b) { return b * a; }',
      wrong,
    ],
    [
      'the method that exists',
      'f = (a) => a.toUpercase();',
      'f = (a) => a.toUpperCase();',
      'TypeError: a.toUpercase is not a function\n',
    ],
    ['the constant that fits', 'const LIMIT = 3;', 'const LIMIT = 4;', wrong],
    [
      'the missing return before a sequence that ends in a value',
      'function f(a) {\n  if (a) {\n    a.b = 1, a.c = 2, a\n  }\n  return 0;\n}',
      'function f(a) {\n  if (a) {\n    return a.b = 1, a.c = 2, a\n  }\n  return 0;\n}',
      wrong,
    ],
    [
      'what its sibling lines have',
      'f = (c) => {\n  c.r = c.r > 0.04 ? g(c.r) : 0;\n  c.g = c.g > 0.04 ? g(c.g) : 0;\n  c.b = c.b > 7.5 ? g(c.b) : 0;\n};',
      'f = (c) => {\n  c.r = c.r > 0.04 ? g(c.r) : 0;\n  c.g = c.g > 0.04 ? g(c.g) : 0;\n  c.b = c.b > 0.04 ? g(c.b) : 0;\n};',
      wrong,
    ],
    [
      'a method that the language has',
      'f = (...a) => a.title();',
      'f = (...a) => a.shift();',
      'TypeError: a.title is not a function\n',
    ],
    ['exchanged arguments', 'f = (a, b) => g(b, a);', 'f = (a, b) => g(a, b);', wrong],
  ])('%s', (_, code, fixed, error) => {
    const texts = repairs(code, error);
    expect(texts).toContain(fixed);
    expect(texts.indexOf(fixed)).toBeLessThan(30);
  });

  test('the text that turns what came into what was expected', () => {
    expect(corrected('-', { actual: 'a-b-c', expected: 'a.b.c' })).toBe('.');
    expect(corrected('x', { actual: 'axb', expected: 'ab' })).toBe('');
    expect(corrected('q', { actual: 'axb', expected: 'ab' })).toBeUndefined();
  });
});

describe('a module that is not found', () => {
  const repaired = (name: string, files: readonly string[]): string[] => {
    const code = `f = require('${name}');`;
    const failure = failureOf('', `Error: Cannot find module '${name}'\nRequire stack:\n- /p/a.js\n`, '/p');
    const clue = clueOf(failure, '', false, { files });
    return ranked([sourceOf('a.js', code)], clue, undefined, 1).map(
      ({ start, end, insert }) => code.slice(0, start) + insert + code.slice(end),
    );
  };

  test("may be one of Node's own, or a file of the project", () => {
    expect(repaired('pathh', [])[0]).toBe("f = require('path');");
    expect(repaired('./lib/Lits', ['lib/list.js', 'a.js'])).toContain("f = require('./lib/list');");
  });

  test('counts as not installed only where it is not such a misspelling', () => {
    const run = (name: string): boolean =>
      outcomeOf(`Error: Cannot find module '${name}'\n[exit 1]`, '/p').missing;
    expect(['quince-tree', 'pathh', './lits'].map(run)).toEqual([true, false, false]);
  });
});

test('a single test is run by its name, to the letter', () => {
  const manifest = '{"scripts":{"test":"node --test"}}';
  const plan = testPlanOf('', manifest, ['a.js', 'test/a.test.js']);
  expect(singleTestCommand(plan, 'test/a.test.js', "adds (1) it's")).toBe(
    String.raw`node --test-name-pattern='^adds \(1\) it'\''s$' test/a.test.js`,
  );
});

test('the function on the failing line comes before those of lines that ran well', () => {
  const code = 'function one(a) {\n  return a + 1;\n}\nfunction two(a) {\n  return a + 1;\n}\n';
  const failure = failureOf('', 'AssertionError: 3 == 4\n', '/p');
  const line = 'assert.equal(two(2), 4);';
  const clue = clueOf(failure, `assert.equal(one(1), 2);\n${line}`, false, { lines: line });
  const lines = ranked([sourceOf('a.js', code)], clue, undefined, 1).map((candidate) => candidate.line);
  expect(lines.slice(0, 5)).toEqual([5, 5, 5, 5, 5]);
});

describe('names in scope', () => {
  const namesAt = (code: string, name: string): string[] => {
    const source = sourceOf('a.js', code);
    return namesInScope(
      source,
      source.tokens.findLastIndex((token) => token.text === name),
    ).toSorted();
  };

  test('a list of variables declares each of them, with a value or without', () => {
    expect(namesAt('var a, b,\n  c = [1, 2], d,\n  e = 1;\nuse(e)', 'use')).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
    ]);
  });

  test('a function that follows another belongs to the scope around both', () => {
    expect(namesAt('function one() {}\nfunction two() {}\nuse()', 'use')).toEqual(['one', 'two']);
  });
});

describe('a run counts as passed', () => {
  const seen = { text: 'ok\n[exit 0]', failed: false, refused: false, cut: false };

  test('only if the tool did not cut it off', () => {
    expect(seenOutcome(seen, '/p')).toMatchObject({ exit: 0, passed: true });
    expect(seenOutcome({ ...seen, failed: true }, '/p')).toMatchObject({ exit: undefined, passed: false });
  });

  test('only if its own count tells of no failure', () => {
    expect(tellsOfFailures('3 of 3 tests passed')).toBe(false);
    expect(tellsOfFailures('1 of 3 tests passed\n10 of 12 tests passed')).toBe(true);
    expect(tellsOfFailures('ℹ pass 2\nℹ fail 1')).toBe(true);
    expect(outcomeOf('42 of 1235 tests passed\n[exit 0]', '/p')).toMatchObject({ exit: 0, passed: false });
  });
});

describe('files', () => {
  test('numbered lines and a notice are told apart', () => {
    const read = fileTextOf('     1→a\n     2→\n     3→  b\n(more)', 1);
    expect([...read.lines.values()]).toEqual(['a', '', '  b']);
    expect(read.notice).toBe(true);
  });

  test('an edit quotes neighbouring lines until it is unique', () => {
    const text = 'a {\n  x;\n}\nb {\n  x;\n}\n';
    const start = text.lastIndexOf('x');
    const change = quotedChange(text, {
      path: 'a',
      start,
      end: start + 1,
      insert: 'y',
      line: 5,
      rule: '',
      weight: 0,
      why: '',
    });
    expect(text.split(change?.oldText ?? '')).toHaveLength(2);
    expect(text.replace(change?.oldText ?? '', change?.newText ?? '')).toBe('a {\n  x;\n}\nb {\n  y;\n}\n');
  });

  test('tests are known by their place and name', () => {
    expect(['test.js', 'test/a.js', 'src/a.test.js', 'a_spec.mjs', 'src/test-a.js'].every(isTestPath)).toBe(
      true,
    );
    expect(['src/a.js', 'contest.js', 'lib/latest.js', 'lib/inspect.js'].some(isTestPath)).toBe(false);
  });
});

describe('a comparator that orders the wrong way round', () => {
  const error = 'AssertionError: 1 !== 2';
  test.each([
    ['(a, b) => a[1] - b[1] || a[0] - b[0]', '(a, b) => b[1] - a[1] || a[0] - b[0]'],
    ['(x, y) => x.size - y.size', '(x, y) => y.size - x.size'],
    ['(a, b) => (a < b ? -1 : 1)', '(a, b) => (b < a ? -1 : 1)'],
    ['(a, b) => a.name.localeCompare(b.name)', '(a, b) => b.name.localeCompare(a.name)'],
  ])('%s', (wrong, right) => {
    const texts = repairs(`export const top = (all) => all.sort(${wrong});`, error);
    expect(texts.slice(0, 2)).toContain(`export const top = (all) => all.sort(${right});`);
  });

  test('is found by its name too', () => {
    const code = 'function by(a, b) {\n  return a.n - b.n;\n}\nexport const top = (all) => all.toSorted(by);';
    expect(repairs(code, error)[0]).toContain('return b.n - a.n;');
  });
});

test('no method takes the place of another if it would ignore the arguments', () => {
  const texts = repairs('const list = all.sort((a, b) => a - b); x.push(list); y = z.at(2);', '1 !== 2');
  expect(texts.filter((text) => /\.(reverse|pop|shift|trim|keys)\(./.test(text))).toEqual([]);
  expect(repairs('const list = all.sort();', '1 !== 2')).toContain('const list = all.reverse();');
  expect(repairs('const list = Object.keys(all);', '1 !== 2')).toContain('const list = Object.values(all);');
});

test.each([
  [{ here: 1, scratch: 0 }, '1 edit was tried here;'],
  [{ here: 4, scratch: 0 }, '4 edits were tried here;'],
  [{ here: 5, scratch: 312 }, '5 edits were tried here and 312 in a scratch copy;'],
])('the closing sentence counts tries by where they were made: %o', (tries, words) => {
  expect(fixedReport('npm test', [], tries)).toContain(words);
});

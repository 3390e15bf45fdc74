/**
 * The repair job: find the failing test, narrow it down, try one-line edits, keep what makes it pass.
 *
 *     look around → run the tests → for each failure: read the test → see what ran → read the suspects
 *                 → rank edits → try a few openly → try the rest in a scratch copy → judge by the whole suite
 */
import { attempt, type Bug } from './attempt.ts';
import { clueOf } from './clue.ts';
import { LIMITS } from './limits.ts';
import { coverageCommand, executedOf } from './coverage.ts';
import type { Failure, Outcome } from './failure.ts';
import { suspicion, type Executed } from './ranking.ts';
import { BY_RULES, fixedReport, headline, notFixedReport } from './report.ts';
import type { Job } from './step.ts';
import { narrowCommand, singleTestCommand, testPlanOf, type TestPlan } from './test-plan.ts';
import { runTests, type RepairTask } from './test-run.ts';
import { hitPathsOf, isSourcePath, isTestPath } from './tool-text.ts';
import type { MadeEdit, Workspace } from './workspace.ts';

interface Suite {
  readonly plan: TestPlan;
  readonly command: string;
  readonly outcome: Outcome;
}

function* findSuite(task: RepairTask): Job<Suite | string> {
  const { workspace } = task;
  yield* workspace.list('I look around first.');
  const manifest = workspace.paths.find((path) => path === 'package.json');
  const text =
    manifest === undefined
      ? undefined
      : yield* workspace.read(manifest, 'I read package.json to see how the tests are run.');
  const plan = testPlanOf(task.prompt, text, workspace.paths);
  if (!workspace.toolbox.has('shell')) return `I can't run tests: no shell tool is offered. ${BY_RULES}`;
  for (const command of plan.suites) {
    const outcome = yield* runTests(
      workspace,
      command,
      `I run the tests with \`${command}\`.`,
      LIMITS.suiteMs,
    );
    if (workspace.refusal !== undefined) {
      const plain = yield* workspace.shell(
        'That was not allowed. I try the plain command once.',
        command,
        'Run the tests',
        LIMITS.suiteMs,
      );
      if (plain.refused)
        return `I could not run the tests: ${workspace.refusal}. Nothing was changed. ${BY_RULES}`;
      return `The tests say:\n\n${plain.text.slice(-LIMITS.quoteCharsMax)}\n\nI may run only plain commands here, so I can't try repairs. Nothing was changed. ${BY_RULES}`;
    }
    if (!outcome.missing) return { plan, command, outcome };
  }
  return plan.suites.length === 0
    ? `I found no tests: package.json names no test command, and no file looks like a test. Nothing was changed. ${BY_RULES}`
    : `I could not run the tests here: what they need is not installed (tried ${plan.suites.map((suite) => `\`${suite}\``).join(', ')}). Nothing was changed. ${BY_RULES}`;
}

function testFileOf(failure: Failure, suite: Suite, paths: readonly string[]): string | undefined {
  const framed = failure.frames.find((frame) => isTestPath(frame.path) && paths.includes(frame.path));
  const named = paths.find((path) => isTestPath(path) && failure.name.endsWith(path));
  const asked = [suite.command, ...suite.plan.suites]
    .join(' ')
    .match(/[\w./-]+\.[cm]?js\b/g)
    ?.map((word) => word.replace(/^\.\//, ''));
  return framed?.path ?? named ?? asked?.find((word) => paths.includes(word));
}

function sameTest(a: Failure, b: Failure): boolean {
  return a.name === b.name || (a.name === '' && b.name === '');
}

/** Runs the failing test file alone, where that shows the same failure; else the suite stays the measure. */
function* narrow(
  task: RepairTask,
  suite: Suite,
  failure: Failure,
  file: string | undefined,
): Job<Pick<Bug, 'command' | 'base' | 'failure'>> {
  const whole = { command: suite.command, base: suite.outcome, failure };
  if (file === undefined) return whole;
  const command = narrowCommand(suite.plan, file);
  if (command === suite.command) return whole;
  const say = `\`${file}\` holds a failing test: ${headline(failure)}. I run it alone.`;
  const base = yield* runTests(task.workspace, command, say, LIMITS.suiteMs / 2);
  if (base.passed || base.missing) return whole;
  const seen = base.failures.find((other) => sameTest(other, failure)) ?? base.failures[0] ?? failure;
  const single = yield* narrowToTest(task, suite, seen, file, base);
  return single ?? { command, base, failure: seen };
}

/** Runs the failing test without the others of its file, where the file uses Node's runner and that shows it too. */
function* narrowToTest(
  task: RepairTask,
  suite: Suite,
  failure: Failure,
  file: string,
  base: Outcome,
): Job<Pick<Bug, 'command' | 'base' | 'failure'> | undefined> {
  if (failure.name === '' || !/^(#|ℹ) duration_ms /m.test(base.text)) return undefined;
  const command = singleTestCommand(suite.plan, file, failure.name);
  const say = 'I run only that test of the file.';
  const alone = yield* runTests(task.workspace, command, say, LIMITS.suiteMs / 2);
  const same = alone.failures.find((other) => sameTest(other, failure));
  return alone.passed || alone.missing || !same ? undefined : { command, base: alone, failure: same };
}

/** The part of the test that failed: around the nearest frame in the test file, or around the test's name. */
function failingPart(text: string | undefined, failure: Failure, file: string | undefined): string {
  const rows = (text ?? '').split('\n');
  const line = failure.frames.find((frame) => frame.path === file)?.line;
  const named = failure.name === '' ? -1 : rows.findIndex((row) => row.includes(failure.name));
  const at = line ?? (named < 0 ? undefined : named + 6);
  return at === undefined ? rows.slice(0, 60).join('\n') : rows.slice(Math.max(0, at - 9), at + 3).join('\n');
}

/** The lines of the test file that the stack names, each with the rest of its statement. */
function failingLines(text: string | undefined, failure: Failure, file: string | undefined): string {
  const rows = (text ?? '').split('\n');
  const at = failure.frames.filter((frame) => frame.path === file).slice(0, 3);
  return at.map(({ line }) => statementFrom(rows, line - 1)).join('\n');
}

function statementFrom(rows: readonly string[], at: number): string {
  let open = 0;
  const taken: string[] = [];
  for (const row of rows.slice(at, at + 6)) {
    taken.push(row);
    open += (row.match(/[([{]/g) ?? []).length - (row.match(/[)\]}]/g) ?? []).length;
    if (open <= 0) break;
  }
  return taken.join('\n');
}

function* importedFiles(workspace: Workspace, from: string, text: string): Job<string[]> {
  const found: string[] = [];
  const queue: [string, string][] = [[from, text]];
  for (let at = 0; at < queue.length && found.length < LIMITS.sourcesMax; at += 1) {
    const [path, body] = queue[at] ?? ['', ''];
    for (const match of body.matchAll(/(?:from|require\(|import\(?)\s*['"](\.[^'"]*)['"]/g)) {
      const target = resolved(path, match[1] ?? '', workspace.paths);
      if (
        target === undefined ||
        found.includes(target) ||
        isTestPath(target) ||
        found.length >= LIMITS.sourcesMax
      )
        continue;
      found.push(target);
      const inner = yield* workspace.read(target, `\`${path}\` uses \`${target}\`; I read it.`);
      if (inner !== undefined) queue.push([target, inner]);
    }
  }
  return found;
}

function resolved(from: string, target: string, paths: readonly string[]): string | undefined {
  const parts = from.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  const base = parts.join('/');
  const inside = base === '' ? 'index' : `${base}/index`;
  return [
    base,
    `${base}.js`,
    `${base}.cjs`,
    `${base}.mjs`,
    `${inside}.js`,
    `${inside}.cjs`,
    `${inside}.mjs`,
  ].find((path) => paths.includes(path) && isSourcePath(path));
}

/** The project's function that the failing lines call, as the search word. */
function calledWord(
  bug: Pick<Bug, 'failure' | 'clue'>,
  workspace: Workspace,
  file: string | undefined,
): string | undefined {
  const rows = (file === undefined ? '' : (workspace.texts.get(file) ?? '')).split('\n');
  const line = bug.failure.frames.find((frame) => frame.path === file)?.line ?? 0;
  const near = rows.slice(Math.max(0, line - 1), line + 2).join('\n');
  const called = [...near.matchAll(/([A-Za-z_$][\w$]*)\s*\(/g)].map((match) => match[1] ?? '');
  const usual =
    /^(function|test|it|describe|require|expect|String|Number|Object|Array|should)$|^(assert|equal|deepEqual|strictEqual|deepStrictEqual|throws|ok|is|notEqual|t|plan|end|same|notOk|forEach|map|push|log)$/;
  return [...called, ...bug.clue.words].find(
    (each) => each.length > 2 && bug.clue.words.has(each) && !usual.test(each),
  );
}

function* suspects(
  task: RepairTask,
  bug: Pick<Bug, 'failure' | 'clue'>,
  file: string | undefined,
  executed: Executed | undefined,
): Job<string[]> {
  const { workspace } = task;
  const editable = (path: string): boolean => isSourcePath(path) && !isTestPath(path);
  const framed = bug.failure.frames.map((frame) => frame.path).filter(editable);
  const ran = [...(executed?.keys() ?? [])].filter(editable);
  const word = calledWord(bug, workspace, file);
  let hits: string[] = [];
  if (word !== undefined && workspace.toolbox.has('search')) {
    const seen = yield* workspace.take(`The failing test speaks of \`${word}\`. I search for it.`, {
      kind: 'search',
      pattern: word,
    });
    hits = seen.failed ? [] : hitPathsOf(seen.text, workspace.paths).filter(editable);
  }
  const named = hits.filter((path) => ran.length === 0 || ran.includes(path));
  const order = [...new Set([...framed, ...named, ...ran])].slice(0, LIMITS.sourcesMax);
  for (const path of order) {
    const why = framed.includes(path)
      ? 'The stack names'
      : ran.includes(path)
        ? 'The failing test runs'
        : 'The search names';
    yield* workspace.read(path, `${why} \`${path}\`; I read it.`);
  }
  const testText = file === undefined ? undefined : workspace.texts.get(file);
  if (ran.length === 0 && file !== undefined && testText !== undefined)
    order.push(...(yield* importedFiles(workspace, file, testText)));
  const known = [...new Set(order)].filter((path) => inBounds(workspace.texts.get(path) ?? ''));
  const score = new Map(
    known.map((path) => [path, suspicion(path, workspace.texts.get(path) ?? '', bug.clue)]),
  );
  return known.toSorted((a, b) => (score.get(b) ?? 0) - (score.get(a) ?? 0));
}

function inBounds(text: string): boolean {
  return text.length > 0 && text.length < LIMITS.sourceCharsMax;
}

/** Learns what can be learnt about one failure. */
function* study(task: RepairTask, suite: Suite, failure: Failure): Job<Bug> {
  const { workspace } = task;
  const file = testFileOf(failure, suite, workspace.paths);
  const narrowed = yield* narrow(task, suite, failure, file);
  const testText =
    file === undefined ? undefined : yield* workspace.read(file, `I read the test \`${file}\`.`);
  const hangs = narrowed.base.exit === undefined;
  const clue = clueOf(narrowed.failure, failingPart(testText, narrowed.failure, file), hangs, {
    lines: failingLines(testText, narrowed.failure, file),
    files: workspace.paths.filter(isSourcePath),
  });
  let executed: Executed | undefined;
  if (!hangs) {
    const command = coverageCommand(narrowed.command, LIMITS.suiteMs);
    const seen = yield* workspace.shell(
      "I let Node's own coverage show which lines the failing test runs.",
      command,
      'See which lines the test runs',
      LIMITS.suiteMs,
    );
    executed = executedOf(seen.text);
  }
  const paths = yield* suspects(task, { failure: narrowed.failure, clue }, file, executed);
  return { ...narrowed, clue, executed, paths, testFile: file ?? '', hangs };
}

function* takeBack(workspace: Workspace, edits: readonly MadeEdit[]): Job<MadeEdit[]> {
  const left: MadeEdit[] = [];
  for (const edit of edits.toReversed()) {
    const done = yield* workspace.undo(edit, `I take back the edit in \`${edit.candidate.path}\`.`);
    if (!done) left.push(edit);
  }
  return left;
}

/** Finds and fixes failing tests; returns the report. */
export function* repair(task: RepairTask): Job<string> {
  const { workspace } = task;
  const found = yield* findSuite(task);
  if (typeof found === 'string') return found;
  let suite = found;
  if (suite.outcome.passed)
    return `All tests pass: \`${suite.command}\` ends with exit status 0. There is nothing to fix, and I changed nothing. ${BY_RULES}`;
  const kept: MadeEdit[] = [];
  const tries = { here: 0, scratch: 0 };
  let why = 'My rules found no edit that makes it pass.';
  for (let bugs = 0; bugs < LIMITS.repairBugsMax; bugs += 1) {
    const failure = suite.outcome.failures[0];
    if (!failure) break;
    const bug = yield* study(task, suite, failure);
    if (bug.paths.length === 0) {
      why = 'I found no source file that the failing test runs.';
      break;
    }
    const result = yield* attempt(task, bug, suite);
    tries.here += result.tries.here;
    tries.scratch += result.tries.scratch;
    if (result.left) kept.push(result.left);
    if (!result.edit) {
      if (result.untried > 0) why = `I reached my limit before I had tried ${result.untried} more edits.`;
      if (workspace.refusal !== undefined) why = `I could not go on: ${workspace.refusal}.`;
      break;
    }
    kept.push(result.edit);
    suite = { ...suite, outcome: result.outcome };
    if (result.outcome.passed) return fixedReport(suite.command, kept, tries);
  }
  const left = yield* takeBack(workspace, kept);
  return notFixedReport(suite.command, found.outcome, tries, left, why);
}

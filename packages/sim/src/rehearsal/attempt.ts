/** Tries edits for one bug: a few openly, with the edit tool and the real test; the rest in a scratch copy first. */
import type { Candidate } from './candidate.ts';
import type { Clue } from './clue.ts';
import type { Failure, Outcome } from './failure.ts';
import { LIMITS } from './limits.ts';
import { ranked, type Executed } from './ranking.ts';
import { scratchCommand, scratchReportOf } from './scratch.ts';
import { sourceOf } from './source.ts';
import type { Job } from './step.ts';
import type { Tries } from './report.ts';
import { runTests, type RepairTask } from './test-run.ts';
import { isTestPath } from './tool-text.ts';
import type { MadeEdit } from './workspace.ts';

/** A failure with all that is known about it. */
export interface Bug {
  /** The command that shows it, as narrow as possible. */
  readonly command: string;
  readonly base: Outcome;
  readonly failure: Failure;
  readonly clue: Clue;
  readonly executed: Executed | undefined;
  /** Suspect files, all read, the most suspect first. */
  readonly paths: readonly string[];
  readonly testFile: string;
  readonly hangs: boolean;
}

/** What came of it. `outcome` is the whole suite's after the edit. */
export interface Attempt {
  readonly edit: MadeEdit | undefined;
  readonly outcome: Outcome;
  readonly tries: Tries;
  /** Edits that were thought of and not tried, for the limits. */
  readonly untried: number;
  /** An edit that helped nothing and could not be taken back. */
  readonly left?: MadeEdit;
}

interface Measure {
  readonly command: string;
  readonly outcome: Outcome;
}

type Verdict =
  | { readonly kind: 'kept'; readonly edit: MadeEdit; readonly outcome: Outcome }
  /** Taken back. `promising`: the test alone passed, but the suite doesn't clearly fail less. */
  | { readonly kind: 'undone'; readonly promising?: boolean }
  | { readonly kind: 'stuck'; readonly left?: MadeEdit };

/** How far a run without a count came: the failing line of which test file. */
function placeOf(outcome: Outcome): { readonly path: string; readonly line: number } | undefined {
  return outcome.failures[0]?.frames.find((frame) => isTestPath(frame.path));
}

/** True if a run clearly fails less than before: it passes, or counts fewer failures. */
function fewer(now: Outcome, before: Outcome): boolean {
  if (now.passed) return true;
  return now.failing !== undefined && before.failing !== undefined && now.failing < before.failing;
}

/** True if a run may be taken for progress: also where nothing is counted and the first failure lies further on. */
function further(now: Outcome, before: Outcome): boolean {
  if (fewer(now, before)) return true;
  if (now.exit === undefined) return false;
  if (before.exit === undefined) return true;
  if (now.failing !== undefined && before.failing !== undefined) return false;
  const [to, from] = [placeOf(now), placeOf(before)];
  return to !== undefined && from !== undefined && (to.path !== from.path || to.line > from.line);
}

/** Makes one edit, runs the test, and keeps the edit only if the whole suite is better off. `partial` accepts progress. */
function* tryOut(
  task: RepairTask,
  bug: Bug,
  suite: Measure,
  candidate: Candidate,
  pool: Pool,
  partial: boolean,
): Job<Verdict> {
  const { workspace } = task;
  const text = workspace.texts.get(candidate.path) ?? '';
  const column = candidate.start - text.lastIndexOf('\n', candidate.start - 1);
  const edit = yield* workspace.edit(
    candidate,
    `In \`${candidate.path}\`, line ${candidate.line}, column ${column}, ${candidate.why}. ${partial ? 'I try that as a first step.' : 'I try that.'}`,
  );
  if (!edit) return workspace.refusal === undefined ? { kind: 'undone' } : { kind: 'stuck' };
  pool.tries.here += 1;
  const now = yield* runTests(workspace, bug.command, 'I run the failing test again.', LIMITS.suiteMs / 2);
  const helps = now.passed || (partial && further(now, bug.base));
  if (helps) {
    const say = now.passed ? 'It passes. Now the whole suite.' : 'That is progress. Now the whole suite.';
    const whole =
      bug.command === suite.command ? now : yield* runTests(workspace, suite.command, say, LIMITS.suiteMs);
    const same = whole.failing !== undefined && whole.failing === suite.outcome.failing;
    const partly = same || further(whole, suite.outcome);
    if (fewer(whole, suite.outcome) || (partial && partly)) return { kind: 'kept', edit, outcome: whole };
  }
  const done = yield* workspace.undo(edit, 'That does not help. I take the edit back.');
  return done ? { kind: 'undone', promising: helps } : { kind: 'stuck', left: edit };
}

interface Pool {
  readonly candidates: Candidate[];
  /** Edits that helped a little, for the case that none helps fully. */
  readonly partial: Candidate[];
  readonly tries: { here: number; scratch: number };
}

function* openly(task: RepairTask, bug: Bug, suite: Measure, pool: Pool, most: number): Job<Verdict> {
  for (let count = 0; count < most && task.workspace.calls < LIMITS.repairCallsMax; count += 1) {
    const candidate = pool.candidates.shift();
    if (!candidate) break;
    const verdict = yield* tryOut(task, bug, suite, candidate, pool, false);
    if (verdict.kind !== 'undone') return verdict;
    if (verdict.promising) pool.partial.push(candidate);
  }
  return { kind: 'undone' };
}

/** Tries batches in a scratch copy; what helps there is made in the project and judged by the real suite. */
function* inScratch(task: RepairTask, bug: Bug, suite: Measure, pool: Pool): Job<Verdict> {
  const { workspace } = task;
  const { partial } = pool;
  for (let batches = 0; task.spent.batches < LIMITS.scratchBatchesMax; batches += 1) {
    if (pool.candidates.length === 0) break;
    task.spent.batches += 1;
    const batch = pool.candidates.slice(0, LIMITS.scratchBatchMax);
    const textOf = (path: string): string => workspace.texts.get(path) ?? '';
    const command = scratchCommand({
      command: bug.command,
      testFile: bug.testFile,
      hangs: bug.hangs,
      batch,
      textOf,
    });
    const say = `I try the next ${batch.length} one-line edits in a scratch copy, to see which of them help.`;
    const seen = yield* workspace.shell(
      say,
      command,
      'Try one-line edits in a scratch copy',
      LIMITS.scratchMs + 40_000,
    );
    const report = scratchReportOf(seen.text);
    if (!report.usable || report.tried === 0) return yield* openly(task, bug, suite, pool, 40);
    pool.tries.scratch += report.tried;
    pool.candidates.splice(0, report.tried);
    for (const { index, passes } of report.helpful) {
      const candidate = batch[index];
      if (!candidate) continue;
      if (!passes) partial.push(candidate);
      else {
        const verdict = yield* tryOut(task, bug, suite, candidate, pool, false);
        if (verdict.kind !== 'undone') return verdict;
        if (verdict.promising) partial.push(candidate);
      }
    }
    if (partial.length > 0 && batches >= 1) break;
  }
  for (const candidate of partial.slice(0, 3)) {
    const verdict = yield* tryOut(task, bug, suite, candidate, pool, true);
    if (verdict.kind !== 'undone') return verdict;
  }
  return { kind: 'undone' };
}

/** Tries to mend one bug. */
export function* attempt(task: RepairTask, bug: Bug, suite: Measure): Job<Attempt> {
  const sources = bug.paths.map((path) => sourceOf(path, task.workspace.texts.get(path) ?? ''));
  const pool: Pool = {
    candidates: [...ranked(sources, bug.clue, bug.executed, task.seed)],
    partial: [],
    tries: { here: 0, scratch: 0 },
  };
  let verdict: Verdict = { kind: 'undone' };
  if (!bug.hangs) verdict = yield* openly(task, bug, suite, pool, LIMITS.openTriesMax);
  if (verdict.kind === 'undone') verdict = yield* inScratch(task, bug, suite, pool);
  const { tries } = pool;
  const untried = pool.candidates.length;
  if (verdict.kind === 'kept') return { edit: verdict.edit, outcome: verdict.outcome, tries, untried };
  const left = verdict.kind === 'stuck' ? verdict.left : undefined;
  return { edit: undefined, outcome: suite.outcome, tries, untried, ...(left ? { left } : {}) };
}

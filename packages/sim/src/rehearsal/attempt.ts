/** Tries edits for one bug: a few openly, with the edit tool and the real test; the rest in a scratch copy first. */
import type { Candidate } from './candidate.ts';
import type { Clue } from './clue.ts';
import type { Failure, Outcome } from './failure.ts';
import { LIMITS } from './limits.ts';
import { ranked, type Executed } from './ranking.ts';
import { scratchCommand, scratchReportOf } from './scratch.ts';
import { sourceOf } from './source.ts';
import type { Job } from './step.ts';
import { runTests, type RepairTask } from './test-run.ts';
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
  readonly tries: number;
  /** An edit that helped nothing and could not be taken back. */
  readonly left?: MadeEdit;
}

interface Measure {
  readonly command: string;
  readonly outcome: Outcome;
}

type Verdict =
  | { readonly kind: 'kept'; readonly edit: MadeEdit; readonly outcome: Outcome }
  | { readonly kind: 'undone' }
  | { readonly kind: 'stuck'; readonly left?: MadeEdit };

function better(now: Outcome, before: Outcome): boolean {
  if (now.exit === 0) return true;
  if (now.exit === undefined) return false;
  if (before.exit === undefined) return true;
  if (now.failing !== undefined && before.failing !== undefined) return now.failing < before.failing;
  return now.failures[0]?.text !== before.failures[0]?.text;
}

/** Makes one edit, runs the test, and keeps the edit only if the whole suite is better off. `partial` accepts progress. */
function* tryOut(
  task: RepairTask,
  bug: Bug,
  suite: Measure,
  candidate: Candidate,
  partial: boolean,
): Job<Verdict> {
  const { workspace } = task;
  const edit = yield* workspace.edit(
    candidate,
    `In \`${candidate.path}\`, line ${candidate.line}, ${candidate.why}. I try that.`,
  );
  if (!edit) return workspace.refusal === undefined ? { kind: 'undone' } : { kind: 'stuck' };
  const now = yield* runTests(workspace, bug.command, 'I run the failing test again.', LIMITS.suiteMs / 2);
  const passes = now.exit === 0;
  if (passes || (partial && better(now, bug.base))) {
    const whole =
      bug.command === suite.command
        ? now
        : yield* runTests(
            workspace,
            suite.command,
            passes ? 'It passes. Now the whole suite.' : 'That is progress. Now the whole suite.',
            LIMITS.suiteMs,
          );
    if (better(whole, suite.outcome) || (partial && whole.failing === suite.outcome.failing))
      return { kind: 'kept', edit, outcome: whole };
  }
  const done = yield* workspace.undo(edit, 'That does not help. I take the edit back.');
  return done ? { kind: 'undone' } : { kind: 'stuck', left: edit };
}

interface Pool {
  readonly candidates: Candidate[];
  tries: number;
}

function* openly(task: RepairTask, bug: Bug, suite: Measure, pool: Pool, most: number): Job<Verdict> {
  for (let count = 0; count < most && task.workspace.calls < LIMITS.repairCallsMax; count += 1) {
    const candidate = pool.candidates.shift();
    if (!candidate) break;
    pool.tries += 1;
    const verdict = yield* tryOut(task, bug, suite, candidate, false);
    if (verdict.kind !== 'undone') return verdict;
  }
  return { kind: 'undone' };
}

/** Tries batches in a scratch copy; what helps there is made in the project and judged by the real suite. */
function* inScratch(task: RepairTask, bug: Bug, suite: Measure, pool: Pool): Job<Verdict> {
  const { workspace } = task;
  const partial: Candidate[] = [];
  for (let batches = 0; batches < LIMITS.scratchBatchesMax && pool.candidates.length > 0; batches += 1) {
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
    pool.tries += report.tried;
    pool.candidates.splice(0, report.tried);
    for (const { index, passes } of report.helpful) {
      const candidate = batch[index];
      if (!candidate) continue;
      if (!passes) partial.push(candidate);
      else {
        const verdict = yield* tryOut(task, bug, suite, candidate, false);
        if (verdict.kind !== 'undone') return verdict;
      }
    }
    if (partial.length > 0 && batches >= 1) break;
  }
  for (const candidate of partial.slice(0, 3)) {
    const verdict = yield* tryOut(task, bug, suite, candidate, true);
    if (verdict.kind !== 'undone') return verdict;
  }
  return { kind: 'undone' };
}

/** Tries to mend one bug. */
export function* attempt(task: RepairTask, bug: Bug, suite: Measure): Job<Attempt> {
  const sources = bug.paths.map((path) => sourceOf(path, task.workspace.texts.get(path) ?? ''));
  const pool: Pool = { candidates: [...ranked(sources, bug.clue, bug.executed, task.seed)], tries: 0 };
  let verdict: Verdict = { kind: 'undone' };
  if (!bug.hangs) verdict = yield* openly(task, bug, suite, pool, LIMITS.openTriesMax);
  if (verdict.kind === 'undone') verdict = yield* inScratch(task, bug, suite, pool);
  const { tries } = pool;
  if (verdict.kind === 'kept') return { edit: verdict.edit, outcome: verdict.outcome, tries };
  const left = verdict.kind === 'stuck' ? verdict.left : undefined;
  return { edit: undefined, outcome: suite.outcome, tries, ...(left ? { left } : {}) };
}

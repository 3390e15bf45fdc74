/** Running tests as a step of a repair job. */
import { marked, outcomeOf, type Outcome } from './failure.ts';
import type { Job, Observation } from './step.ts';
import type { Workspace } from './workspace.ts';

/** What a repair job is given. */
export interface RepairTask {
  readonly workspace: Workspace;
  readonly prompt: string;
  readonly seed: number;
  /** What the job has used up; a job begins anew for each request, and with it this count. */
  readonly spent: { batches: number };
}

/**
 * What a marked run came to. A run that the tool reports as failed was cut, since the mark itself ends with status 0:
 * whatever a dying shell still printed, such a run never counts as passed.
 */
export function seenOutcome(seen: Observation, folder: string | undefined): Outcome {
  const outcome = outcomeOf(seen.text, folder);
  return seen.failed && outcome.exit === 0
    ? { ...outcome, exit: undefined, passed: false, failing: undefined }
    : outcome;
}

/** Runs a test command and reads the outcome. */
export function* runTests(
  workspace: Workspace,
  command: string,
  say: string,
  timeoutMs: number,
): Job<Outcome> {
  const seen = yield* workspace.shell(say, marked(command), 'Run the tests', timeoutMs);
  return seenOutcome(seen, workspace.folder);
}

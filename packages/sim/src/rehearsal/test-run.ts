/** Running tests as a step of a repair job. */
import { marked, outcomeOf, type Outcome } from './failure.ts';
import type { Job } from './step.ts';
import type { Workspace } from './workspace.ts';

/** What a repair job is given. */
export interface RepairTask {
  readonly workspace: Workspace;
  readonly prompt: string;
  readonly seed: number;
}

/** Runs a test command and reads the outcome. */
export function* runTests(
  workspace: Workspace,
  command: string,
  say: string,
  timeoutMs: number,
): Job<Outcome> {
  const seen = yield* workspace.shell(say, marked(command), 'Run the tests', timeoutMs);
  return outcomeOf(seen.text, workspace.folder);
}

/**
 * Runs a job over the calls of the conversation, from the start, and stops at the first step that was not taken yet.
 * Where the beginning of the conversation is gone (compaction) or another hand made calls in between, the job is
 * looked for again from a later point; if no point fits, it begins anew at the end.
 */
import { LIMITS } from './limits.ts';
import type { PastCall } from './conversation.ts';
import type { Job, Observation, Step } from './step.ts';
import type { Toolbox, ToolCall } from './toolbox.ts';

/** Where a job stands: a next call, or the end. */
export type Standing =
  | { readonly kind: 'call'; readonly say: string; readonly call: ToolCall }
  | { readonly kind: 'answer'; readonly text: string };

const REFUSED =
  /permission|not allowed|denied|declin|reject|refus|requires? approval|needs? approval|doesn't want|does not want|not permitted|blocked by|user said no/i;
/** What a shell tool says of a command that did run, whatever the command itself printed. */
const RAN = /^\s*\[?exit (code|status) \d|\[exit \d|\[exit code \d|\[(stopped|killed)\b|timed out|EACCES/im;
const CUT = /interrupt|outcome (is )?unknown|cancel+ed|aborted|was cut|never ran|did not run/i;

/** What a past call showed. */
function observationOf(call: PastCall): Observation {
  const brief = call.text.length < 2_000 || call.failed;
  const refused = call.failed && brief && REFUSED.test(call.text) && !RAN.test(call.text);
  const cut = call.failed && !refused && CUT.test(call.text) && !/\[exit \d/.test(call.text);
  return { text: call.text.replaceAll('\r\n', '\n'), failed: call.failed, refused, cut };
}

/** What an action meets that no offered tool can do. */
const NO_TOOL: Observation = { text: 'no tool for this is offered', failed: true, refused: true, cut: false };

function sameValue(ours: unknown, theirs: unknown): boolean {
  return ours === theirs || JSON.stringify(ours) === JSON.stringify(theirs);
}

function sameCall(ours: ToolCall, theirs: PastCall): boolean {
  if (ours.name !== theirs.name) return false;
  return Object.keys(ours.input).every((key) => sameValue(ours.input[key], theirs.input[key]));
}

interface Run {
  readonly standing: Standing;
  /** Past calls that the job took as its own, from the start. */
  readonly used: number;
}

function runOver(job: Job<string>, toolbox: Toolbox, calls: readonly PastCall[]): Run {
  let used = 0;
  let step: IteratorResult<Step, string> = job.next();
  for (let turns = 0; turns < LIMITS.repairCallsMax * 4 && !step.done; turns += 1) {
    const call = toolbox.call(step.value.action);
    if (!call) {
      step = job.next(NO_TOOL);
      continue;
    }
    const past = calls[used];
    if (!past || !sameCall(call, past))
      return { standing: { kind: 'call', say: step.value.say, call }, used };
    used += 1;
    step = job.next(observationOf(past));
  }
  const text = step.done ? step.value : 'I stop here: the job took more steps than a rehearsal allows.';
  return { standing: { kind: 'answer', text }, used };
}

/** Finds where the job stands after `calls`. `begin` makes the job anew; it is told the calls before its start. */
export function standingOf(
  begin: (before: readonly PastCall[]) => Job<string>,
  toolbox: Toolbox,
  calls: readonly PastCall[],
): Standing {
  let tried = 0;
  for (let start = 0; start < calls.length && tried < LIMITS.restartsMax; start += 1) {
    const run = runOver(begin(calls.slice(0, start)), toolbox, calls.slice(start));
    if (run.used > 0 || start === 0) tried += 1;
    if (start + run.used === calls.length) return run.standing;
  }
  return runOver(begin(calls), toolbox, []).standing;
}

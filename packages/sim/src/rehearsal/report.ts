/** The final words of a repair job. They say what was done and how it is known, and no more. */
import type { Failure, Outcome } from './failure.ts';
import { LIMITS } from './limits.ts';
import type { MadeEdit } from './workspace.ts';

export const BY_RULES = 'This was done by the rules of the rehearsal, not by a model.';

function changes(edits: readonly MadeEdit[]): string {
  return edits
    .map(
      ({ candidate, before, after }) =>
        `- \`${candidate.path}:${candidate.line}\`: \`${before}\` is now \`${after}\``,
    )
    .join('\n');
}

/** One line for a failure. */
export function headline(failure: Failure): string {
  const message = failure.message.split('\n').find((row) => row.trim() !== '') ?? '';
  const values =
    failure.expected !== undefined &&
    failure.actual !== undefined &&
    (failure.expected + failure.actual).length < 160;
  const pair = values ? ` (expected ${failure.expected}, got ${failure.actual})`.replaceAll('\n', ' ') : '';
  return `${failure.name ? `"${failure.name}": ` : ''}${failure.error}${message ? `: ${message.slice(0, 200)}` : ''}${pair}`;
}

/** Edits tried in the project itself, and those tried in the scratch copy alone or first. */
export interface Tries {
  readonly here: number;
  readonly scratch: number;
}

/** `3 edits were tried here and 12 in a scratch copy`. */
function triedWords({ here, scratch }: Tries): string {
  const edits = (count: number): string => (count === 1 ? '1 edit was' : `${count} edits were`);
  if (scratch === 0) return here === 0 ? 'No edit was tried' : `${edits(here)} tried here`;
  if (here === 0) return `${edits(scratch)} tried in a scratch copy`;
  return `${edits(here)} tried here and ${scratch} in a scratch copy`;
}

export function fixedReport(suite: string, edits: readonly MadeEdit[], tries: Tries): string {
  return (
    `Fixed. \`${suite}\` passes now (run again after the last edit). The tests are unchanged.\n\n${changes(edits)}\n\n` +
    `${triedWords(tries)}; what stands is what the tests accept. ${BY_RULES} Please check that it is what was meant.`
  );
}

export function notFixedReport(
  suite: string,
  outcome: Outcome,
  tries: Tries,
  left: readonly MadeEdit[],
  why: string,
): string {
  const state =
    left.length === 0
      ? 'All edits are taken back; the project is as it was.'
      : `These edits could not be taken back and still stand:\n${changes(left)}`;
  const failure = outcome.failures[0];
  const failing = failure && outcome.exit !== undefined ? `\n\nWhat fails: ${headline(failure)}` : '';
  const ends = outcome.exit === undefined ? `does not end within ${LIMITS.suiteMs / 1000} s` : 'still fails';
  return `Not fixed: \`${suite}\` ${ends}. ${why} ${triedWords(tries)}. ${state}${failing}\n\n${BY_RULES}`;
}

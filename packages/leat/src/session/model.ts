/** Which model a run asks: the flag, `ANTHROPIC_MODEL`, the session's last known one, the default. */
import { CommandError } from '../cli/command-error.ts';
import { EXIT_USAGE } from '../cli/exit-code.ts';
import { DEFAULT_MODEL, profileOf, type TimelineRecord } from '@leat/kernel';

export interface ModelChoice {
  readonly model: string;
  /** What the person should be told; null when there is nothing to say. */
  readonly notice: string | null;
}

export function chooseModel(
  flag: string | null,
  environment: string | undefined,
  records: readonly TimelineRecord[],
): ModelChoice {
  if (flag !== null) return { model: flag, notice: null };
  if (environment) return { model: environment, notice: null };
  const last = lastModel(records);
  if (last === null) {
    const imported = records.length > 0;
    return {
      model: DEFAULT_MODEL,
      notice: imported ? `this session names no model; asking ${DEFAULT_MODEL}` : null,
    };
  }
  if (profileOf(last).known) return { model: last, notice: null };
  return {
    model: DEFAULT_MODEL,
    notice: `this session's model, ${last}, is not known here; asking ${DEFAULT_MODEL} (--model chooses another)`,
  };
}

/** The model of the newest record that names a real one. */
function lastModel(records: readonly TimelineRecord[]): string | null {
  for (let index = records.length - 1; index >= 0; index--) {
    const record = records[index];
    if (record?.type === 'control' && record.control.kind === 'model') return record.control.model;
    if (record?.type === 'request') return record.model;
    if (record?.type === 'assistant' && record.model !== '' && !record.model.startsWith('<'))
      return record.model;
  }
  return null;
}

/**
 * The window to assume, in tokens: `LEAT_AUTO_COMPACT_WINDOW` can only shrink a known model's own (SPEC 8.0). Null where
 * it is not set.
 */
export function windowOf(environment: string | undefined): number | null {
  if (environment === undefined || environment === '') return null;
  const tokens = Number(environment);
  if (Number.isSafeInteger(tokens) && tokens > 0) return tokens;
  throw new CommandError(
    `LEAT_AUTO_COMPACT_WINDOW takes a number of tokens, not ${JSON.stringify(environment)}`,
    EXIT_USAGE,
  );
}

/** Recorded sessions beside the checkout; tests that use them skip with a message where they are absent. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';

const FOLDER = join(new URL('.', import.meta.url).pathname, '../../../shared/transcripts');

/** Paths of the transcripts in the widely used form. */
export const transcripts: readonly string[] = existsSync(FOLDER)
  ? readdirSync(FOLDER)
      .filter((name) => name.endsWith('.jsonl') && !name.startsWith('pi-'))
      .map((name) => join(FOLDER, name))
  : [];

/** A group of tests on the transcripts. */
export function describeTranscripts(name: string, tests: () => void): void {
  if (transcripts.length > 0) describe(name, tests);
  else
    test.skip(`${name}: skipped, there is no folder ../shared/transcripts beside the checkout`, () =>
      undefined);
}

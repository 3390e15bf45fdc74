/**
 * A session of many tool rounds, as BENCHMARKS describes it: the scripted model asks in turn for a read of a 400-line file,
 * a search, a shell command, a read of a small file and an edit of it, one call a round, over many files, and ends.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const FILES = 60;
const LINES = 400;

export function makeWorkload(folder: string): void {
  mkdirSync(join(folder, 'src'), { recursive: true });
  for (let file = 0; file < FILES; file++) {
    const lines = Array.from(
      { length: LINES },
      (_, line) => `export const value_${file}_${line} = ${file * 1000 + line}; // line ${line}`,
    );
    writeFileSync(join(folder, `src/big-${file}.js`), `${lines.join('\n')}\n`);
    writeFileSync(
      join(folder, `src/small-${file}.js`),
      `export const name = 'small ${file}';\nexport const state = 'old';\n`,
    );
  }
}

export interface Call {
  readonly name: string;
  readonly input: { readonly [key: string]: unknown };
}

/** The call of a round, from 0. Each shell command leaves its number in `effects.log`: one line too many is an effect run twice. */
export function callOf(round: number, folder: string): Call {
  const file = Math.floor(round / 5) % FILES;
  switch (round % 5) {
    case 0:
      return { name: 'Read', input: { file_path: join(folder, `src/big-${file}.js`) } };
    case 1:
      return {
        name: 'Grep',
        input: { pattern: `value_${file}_1\\d\\b`, path: folder, output_mode: 'content' },
      };
    case 2:
      return { name: 'Bash', input: { command: `echo ${round} >> effects.log; wc -l src/big-${file}.js` } };
    case 3:
      return { name: 'Read', input: { file_path: join(folder, `src/small-${file}.js`) } };
    default:
      return {
        name: 'Edit',
        input: {
          file_path: join(folder, `src/small-${file}.js`),
          old_string: `'old'`,
          new_string: `'round ${round}'`,
        },
      };
  }
}

/** Turns by the number of answers in the request, so that a resumed session goes on where it was. */
export function workloadTurns(rounds: number, folder: string) {
  const turns = Array.from({ length: rounds }, (_, round) => ({
    text: `Round ${round}.`,
    content: [{ type: 'tool_use', ...callOf(round, folder) }],
  }));
  return { by: 'history' as const, turns: [...turns, { text: 'All rounds are done.' }] };
}

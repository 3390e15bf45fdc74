/** The flags of `leat sim`, read and judged. */

import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseFaults } from '../faults/index.ts';
import { profileOf } from '../models/index.ts';
import { createReplayBehaviour } from '../replay/index.ts';
import { createRehearsal } from '../rehearsal/rehearsal.ts';
import { BadFileError, parseScript } from '../script/index.ts';
import { FILE_BYTES_MAX } from '../server/limits.ts';
import type { SimulatorOptions } from '../server/options.ts';

/** What is wrong with a command line, in one line. */
class BadFlagError extends Error {
  override readonly name = 'BadFlagError';
  readonly code = 'LEAT_SIM_BAD_FLAG';
}

/** The words of `leat sim --help`. */
export const SIM_USAGE = `Usage: leat sim [flags]

A server on 127.0.0.1 that speaks the Messages API. Its first line of output is {"url": …}.

  --port N           port (default: one that is free)
  --script FILE      what the model says, turn by turn: JSON or JSONL
  --replay FILE      the assistant turns of a recorded session, in order
  --rehearse         rules that do small coding jobs with the tools offered (the default)
  --window N         context window in tokens, in place of the models' own
  --faults FILE      what goes wrong, and when: JSON
  --profile NAME     the server to be: first-party, or one model alone
  --log FILE         a JSON line for each request
  --bodies           keep each body in the log
  --lenient          the first-party server as observed, not at its strictest
  --seed N           decides ids, the cuts of deltas, faults by rate (default 1)
`;

const FLAGS = {
  port: { type: 'string' },
  script: { type: 'string' },
  replay: { type: 'string' },
  rehearse: { type: 'boolean' },
  window: { type: 'string' },
  faults: { type: 'string' },
  profile: { type: 'string' },
  log: { type: 'string' },
  bodies: { type: 'boolean' },
  lenient: { type: 'boolean' },
  seed: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The smallest window that holds a request at all, in tokens. */
const WINDOW_TOKENS_MIN = 1_000;
const PORT_MAX = 65_535;

/** Reads flags and the files they name; `null` for `--help`. Throws a `BadFlagError` or a `BadFileError`. */
export function readFlags(argv: readonly string[]): SimulatorOptions | null {
  const flags = parse(argv);
  if (flags.help === true) return null;
  const behaviours = [flags.script, flags.replay, flags.rehearse].filter((each) => each !== undefined);
  if (behaviours.length > 1) {
    throw new BadFlagError('--script, --replay and --rehearse exclude each other');
  }
  const port = numberOf('port', flags.port, 0, PORT_MAX);
  const windowTokens = numberOf('window', flags.window, WINDOW_TOKENS_MIN, Number.MAX_SAFE_INTEGER);
  const seed = numberOf('seed', flags.seed, 0, Number.MAX_SAFE_INTEGER);
  return {
    ...(port === undefined ? {} : { port }),
    ...(windowTokens === undefined ? {} : { windowTokens }),
    ...(seed === undefined ? {} : { seed }),
    ...(flags.profile === undefined ? {} : { profile: knownProfile(flags.profile) }),
    ...(flags.faults === undefined ? {} : { faults: parseFaults(textOf(flags.faults), flags.faults) }),
    ...(flags.log === undefined ? {} : { logFile: writable(flags.log) }),
    lenient: flags.lenient ?? false,
    keepBodies: flags.bodies ?? false,
    ...behaviourOf(flags, seed),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: FLAGS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new BadFlagError(`${why} (leat sim --help lists the flags)`);
  }
}

function behaviourOf(flags: ReturnType<typeof parse>, seed: number | undefined): Partial<SimulatorOptions> {
  if (flags.script !== undefined) return { script: parseScript(textOf(flags.script), flags.script) };
  if (flags.replay !== undefined) {
    return { behaviour: createReplayBehaviour(textOf(flags.replay), flags.replay) };
  }
  return { behaviour: createRehearsal(seed === undefined ? {} : { seed }) };
}

function knownProfile(name: string): string {
  try {
    return profileOf(name).name;
  } catch (error) {
    if (error instanceof RangeError) throw new BadFlagError(`--profile: ${error.message}`);
    throw error;
  }
}

function numberOf(flag: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  const upTo = max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`;
  throw new BadFlagError(`--${flag}: expected a whole number from ${min}${upTo}, found '${text}'`);
}

/** Says at once, and not with the first request, that a log cannot be written. */
function writable(file: string): string {
  try {
    closeSync(openSync(file, 'a'));
    return file;
  } catch (error) {
    throw new BadFileError(`--log: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function textOf(file: string): string {
  try {
    const { size } = statSync(file);
    if (size > FILE_BYTES_MAX) throw new BadFileError(`${file}: larger than ${FILE_BYTES_MAX} bytes`);
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof BadFileError) throw error;
    throw new BadFileError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** `leat sim`: starts the simulator, says where it is, and stays until a signal ends it. */

import { createSimulator } from '../server/simulator.ts';
import type { Simulator } from '../server/simulator.ts';
import { SIM_USAGE, readFlags } from './flags.ts';

/** Where the command writes. */
export interface SimIo {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Ends the command as SIGINT does; for callers that have no process of their own. */
  readonly signal?: AbortSignal;
}

/** The command ended as asked. */
const EXIT_OK = 0;
/** The server could not start, e.g. because the port is taken. */
const EXIT_FAILED = 1;
/** A flag or a file is wrong. */
const EXIT_USAGE = 2;

/**
 * Runs `leat sim` with the words behind it. The first line on `out` is JSON: url, port, profile, behaviour. Resolves
 * with the exit code after SIGINT, SIGTERM or the signal: 0; at once with 2 for a bad flag or file, 1 if it can't start.
 */
export async function runSimCommand(argv: readonly string[], io: SimIo): Promise<number> {
  let simulator: Simulator;
  try {
    const options = readFlags(argv);
    if (options === null) {
      io.out(SIM_USAGE);
      return EXIT_OK;
    }
    simulator = await createSimulator(options);
    io.out(`${JSON.stringify(greetingOf(simulator))}\n`);
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    io.err(`leat sim: ${message}\n`);
    return isUsage(error) ? EXIT_USAGE : EXIT_FAILED;
  }
  await stopped(io.signal);
  await simulator.close();
  return EXIT_OK;
}

function greetingOf(simulator: Simulator) {
  const { url, port, profile, behaviour } = simulator;
  return { url, port, profile, behaviour };
}

function isUsage(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'LEAT_SIM_BAD_FLAG' || code === 'LEAT_SIM_BAD_FILE';
}

/** Resolves at the first signal, and leaves no listener behind. */
function stopped(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      process.off('SIGINT', done);
      process.off('SIGTERM', done);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    process.once('SIGINT', done);
    process.once('SIGTERM', done);
    signal?.addEventListener('abort', done, { once: true });
    if (signal?.aborted === true) done();
  });
}

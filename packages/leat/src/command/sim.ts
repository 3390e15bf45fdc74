/** `leat sim`: the Messages API simulator on loopback. */
import { runSimCommand } from '@leat/sim';
import type { Io } from '../cli/io.ts';

export async function runSim(argv: readonly string[], io: Io): Promise<number> {
  return runSimCommand(argv, { out: io.out, err: io.err });
}

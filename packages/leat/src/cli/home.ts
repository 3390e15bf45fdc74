import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Io } from './io.ts';

/** The folder of everything that leat writes: `LEAT_HOME`, else `~/.leat`. */
export function leatHome(io: Pick<Io, 'env' | 'cwd'>): string {
  const set = io.env['LEAT_HOME'];
  return set ? resolve(io.cwd, set) : join(io.env['HOME'] ?? homedir(), '.leat');
}

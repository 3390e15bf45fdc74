/**
 * The script around a command. Standard error joins standard output in one pipe, so their order is true; at the end the shell
 * writes the directory it is in to a file of its own, outside the output. `exit` in the command still runs the trap.
 */
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Machine, SpawnOptions } from '@leat/engine';
import { childEnv } from '../process/run-child.ts';

/** One line, so that the line numbers in the shell's messages are those of the command; its parameters are emptied first. */
function script(cwdFile: string): string {
  const report = `builtin pwd 2>/dev/null >| ${quote(cwdFile)}`;
  return `exec 2>&1; trap ${quote(report)} EXIT; eval "set --; $1"`;
}

/** A word that the shell takes to the letter. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** What is set so that programs do not page, prompt or open an editor. `CI` is left as it is: it changes what programs do. */
const quietEnv: { readonly [name: string]: string } = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  GH_PAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  LESS: '-FRX',
  TERM: 'dumb',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  DEBIAN_FRONTEND: 'noninteractive',
  LEAT: '1',
};

/** A run of the shell, and the file in which it leaves its directory. */
export interface ShellRun {
  readonly options: SpawnOptions;
  readonly cwdFile: string;
}

/** How to start a command in a directory. */
export function shellRun(machine: Machine, command: string, cwd: string): ShellRun {
  const cwdFile = join(machine.env['TMPDIR'] || '/tmp', `leat-cwd-${randomUUID()}`);
  const env = childEnv(machine, { ...quietEnv, PWD: cwd, OLDPWD: null, BASH_ENV: null, ENV: null });
  return { options: { command: 'bash', args: ['-c', script(cwdFile), 'bash', command], cwd, env }, cwdFile };
}

/** The directory that the shell left, or null where it said nothing. The file is removed. */
export async function readCwd(machine: Machine, cwdFile: string): Promise<string | null> {
  try {
    const bytes = await machine.files.readFile(cwdFile, { maxBytes: 16_384 });
    await machine.files.remove(cwdFile);
    const path = new TextDecoder().decode(bytes).replace(/\n$/, '');
    return path.startsWith('/') ? path : null;
  } catch {
    return null; // the shell was killed or replaced itself (exec): it stays where it was
  }
}

/** The command's entry: parses the words, runs one command, gives back the exit code. Heavy parts load when first needed. */
import { CommandError } from './cli/command-error.ts';
import type { Installation } from './cli/installation.ts';
import { type Io, processIo } from './cli/io.ts';
import { parseCommandLine, type ParsedCommand } from './cli/options.ts';

export async function main(argv: readonly string[], installation: Installation): Promise<number> {
  let io: Io | null = null;
  try {
    io = processIo(argv);
    if (argv[0] === 'sim') return await (await import('./command/sim.ts')).runSim(argv.slice(1), io);
    return await run(parseCommandLine(argv, installation.version, io), io, installation);
  } catch (error) {
    const known = await knownError(error);
    if (known === null) throw error;
    (io?.err ?? ((text: string) => void process.stderr.write(text)))(`leat: ${known.message}\n`);
    return known.exitCode;
  }
}

async function run(command: ParsedCommand, io: Io, installation: Installation): Promise<number> {
  switch (command.kind) {
    case 'print':
      return (await import('./print/print.ts')).print(command.options, io, installation.version);
    case 'sessions':
      return (await import('./command/sessions.ts')).listSessions(command, io, installation.version);
    case 'import':
      return (await import('./command/import.ts')).importFile(command, io, installation.version);
    case 'view':
      return (await import('./command/view.ts')).viewSession(command, io, installation.version);
    case 'fsck':
      return (await import('./command/fsck.ts')).checkSession(command, io, installation.version);
    case 'demo':
      return (await import('./command/demo.ts')).demo(io, installation);
    case 'done':
      return command.exitCode;
  }
}

/** Closed with a full stop, so that another sentence can follow. */
const sentence = (text: string): string => (/[.!?:]$/.test(text) ? text : `${text}.`);

/** Errors that are the person's business, as a sentence; null for a fault of ours. */
async function knownError(error: unknown): Promise<{ message: string; exitCode: number } | null> {
  if (error instanceof CommandError) return error;
  const { isLeatError } = await import('@leat/engine');
  const { exitCodeOfError } = await import('./cli/exit-code.ts');
  return isLeatError(error)
    ? { message: `${sentence(error.message)} ${error.next}`.trim(), exitCode: exitCodeOfError(error) }
    : null;
}

/** Runs what a first start runs, so that the build can write the code cache (see bin/leat.cjs). */
export async function prime(): Promise<number> {
  const silent: Io = { ...processIo([]), out: () => undefined, err: () => undefined };
  parseCommandLine(['--help'], '0.0.0', silent);
  await Promise.all([import('./print/print.ts'), import('@anthropic-ai/sdk')]);
  return 0;
}

/** `leat import FILE`: another agent's transcript becomes a session; its id goes to stdout. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { importTranscript, localHost } from '@leat/engine';
import { CommandError } from '../cli/command-error.ts';
import { EXIT_OK } from '../cli/exit-code.ts';
import { leatHome } from '../cli/home.ts';
import type { Io } from '../cli/io.ts';

export async function importFile(
  flags: { readonly file: string; readonly cwd: string | null },
  io: Io,
  version: string,
): Promise<number> {
  const file = resolve(io.cwd, flags.file);
  if (!existsSync(file)) throw new CommandError(`there is no file ${file}`);
  const host = localHost({ home: leatHome(io), version });
  const result = await importTranscript(file, host, {
    cwd: flags.cwd === null ? io.cwd : resolve(io.cwd, flags.cwd),
  });
  for (const notice of result.notices) io.err(`leat: ${notice.message}\n`);
  io.err(`leat: ${result.records} records, folder ${result.cwd}\n`);
  io.out(`${result.session}\n`);
  return EXIT_OK;
}

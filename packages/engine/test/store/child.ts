/** Starts the writer process: bundled once per test file, so that plain node runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Returns the path of the bundle inside `folder`. */
export async function bundledWriter(folder: string): Promise<string> {
  const outfile = join(folder, 'writer.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./writer-process.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    logLevel: 'error',
  });
  return outfile;
}

export interface Writer {
  readonly process: ChildProcess;
  /** Lines of stdout so far. */
  readonly lines: () => readonly string[];
  /** Resolves when a line that begins with these words was written, or the process ended. */
  said(words: string): Promise<void>;
  readonly ended: Promise<unknown>;
}

export function startWriter(bundle: string, args: readonly string[]): Writer {
  const child = spawn(process.execPath, [bundle, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(child, 'close');
  const lines = () => output.split('\n').slice(0, -1);
  const said = async (words: string): Promise<void> => {
    while (
      !lines().some((line) => line.startsWith(words)) &&
      child.exitCode === null &&
      child.signalCode === null
    ) {
      await Promise.race([once(child.stdout, 'data'), ended]);
    }
  };
  return { process: child, lines, said, ended };
}

/** All files below a directory that version control does not ignore: from ripgrep where there is one, else by an own walk. */
import { join } from 'node:path';
import type { Machine } from '@leat/engine';
import { walkDirectoriesMax } from '../limits.ts';
import { ripgrepArgs, ripgrepCommand, ripgrepExclusions } from '../process/ripgrep.ts';
import { childEnv, runChild } from '../process/run-child.ts';
import { decodeUtf8 } from '../text/encoding.ts';

/** Words for what could not be listed, or null. */
export type ListEnd = { readonly complaint: string | null };

/** Hands over paths relative to `directory`, as they are found, until the signal aborts. */
export async function listFiles(
  machine: Machine,
  directory: string,
  signal: AbortSignal,
  onPath: (path: string) => void,
): Promise<ListEnd> {
  const command = await ripgrepCommand(machine);
  if (command === null) return walk(machine, directory, signal, onPath);
  let rest = '';
  const end = await runChild(
    machine,
    {
      command,
      args: [...ripgrepArgs, '--files', '--null', ...ripgrepExclusions, '--', './'],
      cwd: directory,
      env: childEnv(machine, { RIPGREP_CONFIG_PATH: null }),
    },
    signal,
    (text) => {
      const parts = (rest + text).split('\0');
      rest = parts.pop() ?? '';
      for (const part of parts) onPath(part.startsWith('./') ? part.slice(2) : part);
      return true;
    },
  );
  if (end.error !== null) return { complaint: end.error.message };
  return { complaint: end.code === 2 ? (end.complaint.trim().split('\n', 1)[0] ?? null) : null };
}

interface Rules {
  /** Directory of the rules, relative to the start, '' or ending in a slash. */
  readonly base: string;
  ignores(path: string): boolean;
}

/** Breadth first, links not followed, with the .gitignore of each directory on the way. */
async function walk(
  machine: Machine,
  directory: string,
  signal: AbortSignal,
  onPath: (path: string) => void,
): Promise<ListEnd> {
  const { default: ignore } = await import('ignore');
  const queue: { readonly base: string; readonly rules: readonly Rules[] }[] = [{ base: '', rules: [] }];
  let complaint: string | null = null;
  for (let next = 0; next < queue.length && next < walkDirectoriesMax && !signal.aborted; next++) {
    const { base, rules } = queue[next] ?? { base: '', rules: [] };
    try {
      const entries = await machine.files.readdir(join(directory, base));
      const text = entries.some((entry) => entry.name === '.gitignore' && entry.kind === 'file')
        ? decodeUtf8(
            await machine.files.readFile(join(directory, base, '.gitignore'), { maxBytes: 1_000_000 }),
          )
        : null;
      const own: readonly Rules[] =
        text === null ? rules : [...rules, { base, ignores: rulesOf(ignore().add(text)) }];
      for (const entry of entries) {
        const path = base + entry.name;
        const isDirectory = entry.kind === 'directory';
        if (isDirectory && ['.git', '.hg', '.svn', '.jj'].includes(entry.name)) continue;
        if (own.some((rule) => rule.ignores(path.slice(rule.base.length) + (isDirectory ? '/' : ''))))
          continue;
        if (isDirectory) queue.push({ base: `${path}/`, rules: own });
        else if (entry.kind === 'file') onPath(path);
      }
    } catch (error) {
      complaint ??= error instanceof Error ? error.message : String(error);
    }
  }
  return {
    complaint: queue.length > walkDirectoriesMax ? 'too many directories, some were left out' : complaint,
  };
}

function rulesOf(rules: { ignores(path: string): boolean }): (path: string) => boolean {
  return (path) => rules.ignores(path);
}

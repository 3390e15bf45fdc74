/** Where ripgrep is: the package's binary, looked up at run time so that no bundler inlines it, else `rg` on the PATH. */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute } from 'node:path';
import type { Machine } from '@leat/engine';
import { once } from '../tool/once.ts';
import { childEnv, runChild } from './run-child.ts';

/** Words for the case that there is none. */
export const noRipgrepWords =
  'Searching needs ripgrep, and neither the package @vscode/ripgrep for this platform nor `rg` on the PATH was found. Install ripgrep, or search with grep in Bash.';

const found = new WeakMap<Machine, Promise<string | null>>();

/** The command to run, or null. Found once for each machine. */
export function ripgrepCommand(machine: Machine): Promise<string | null> {
  const known = found.get(machine);
  if (known !== undefined) return known;
  const asked = findRipgrep(machine);
  found.set(machine, asked);
  // A machine without one may get one, and a machine under load may answer next time: only success is remembered.
  void asked.then((command) => command ?? found.delete(machine));
  return asked;
}

/** Arguments that every call begins with: no configuration file, no colours, hidden files, .gitignore even outside a repository. */
export const ripgrepArgs: readonly string[] = [
  '--no-config',
  '--color=never',
  '--hidden',
  '--no-require-git',
];

/** Folders that version control keeps its own data in; never searched. These come last, so that no other glob overrides them. */
export const ripgrepExclusions: readonly string[] = ['.git', '.hg', '.svn', '.jj'].map(
  (name) => `--glob=!**/${name}/**`,
);

async function findRipgrep(machine: Machine): Promise<string | null> {
  for (const command of [packagedPath(), 'rg']) {
    if (command === null) continue;
    const end = await runChild(
      machine,
      {
        command,
        args: ['--version'],
        cwd: machine.home,
        env: childEnv(machine, { RIPGREP_CONFIG_PATH: null }),
      },
      AbortSignal.timeout(5_000),
      () => true,
    );
    if (end.error === null && end.code === 0) return command;
  }
  return null;
}

/** The packaged binary, resolved from this module or from the program that was started (a bundle has no module path of its own). */
const packagedPath = once((): string | null => {
  const binary = `@vscode/ripgrep-${process.platform}-${process.arch}/bin/${process.platform === 'win32' ? 'rg.exe' : 'rg'}`;
  for (const anchor of anchors()) {
    try {
      const require = createRequire(anchor);
      return createRequire(require.resolve('@vscode/ripgrep')).resolve(binary);
    } catch {
      continue; // not installed beside this anchor; the next one or the PATH may have it
    }
  }
  return null;
});

function anchors(): readonly string[] {
  const own: string | undefined = import.meta.url;
  const started = process.argv[1];
  const list = own === undefined || own === '' ? [] : [own];
  if (started !== undefined && isAbsolute(started)) {
    list.push(started);
    try {
      list.push(realpathSync(started));
    } catch {
      return list; // the program was removed or is no file; the other anchors stand
    }
  }
  return list;
}

/** Where memory files are looked for, in the order in which they are told (API-CONTRACT J26, and AGENTS.md beside each). */
import { dirname, join } from 'node:path';
import type { Machine } from '@leat/engine';
import { memoryFilesMax, memoryLevelsMax } from '../limits.ts';

/** A candidate. `own`: the person's or the machine's, not the project's; `rule`: may be bound to paths by its front matter. */
export interface MemoryPlace {
  readonly path: string;
  readonly own: boolean;
  readonly rule: boolean;
}

/** All candidates: the machine's, the person's, then from the root down to the working directory. Existing or not. */
export async function memoryPlaces(
  machine: Machine,
  cwd: string,
  home: string,
  leatHome: string,
): Promise<readonly MemoryPlace[]> {
  const own = (path: string): MemoryPlace => ({ path, own: true, rule: false });
  const places = [
    own(managedPath(machine.platform)),
    own(join(leatHome, 'AGENTS.md')),
    own(join(home, '.claude', 'CLAUDE.md')),
  ];
  places.push(...(await rulesIn(machine, join(home, '.claude', 'rules'), true)));
  for (const level of levels(cwd)) {
    const project = (...names: string[]): MemoryPlace => ({
      path: join(level, ...names),
      own: false,
      rule: false,
    });
    places.push(project('AGENTS.md'), project('CLAUDE.md'), project('.claude', 'CLAUDE.md'));
    places.push(
      ...(await rulesIn(machine, join(level, '.claude', 'rules'), false)),
      project('CLAUDE.local.md'),
    );
  }
  return places;
}

function managedPath(platform: string): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode/CLAUDE.md';
  if (platform === 'win32') return 'C:\\Program Files\\ClaudeCode\\CLAUDE.md';
  return '/etc/claude-code/CLAUDE.md';
}

function levels(cwd: string): readonly string[] {
  const found = [cwd];
  for (
    let level = dirname(cwd);
    level !== found[0] && found.length < memoryLevelsMax;
    level = dirname(level)
  ) {
    found.unshift(level);
  }
  return found;
}

/** Markdown files of a rules folder and the folders in it, by name. */
async function rulesIn(
  machine: Machine,
  directory: string,
  own: boolean,
  depth = 0,
): Promise<readonly MemoryPlace[]> {
  const rules: MemoryPlace[] = [];
  try {
    const entries = await machine.files.readdir(directory);
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, memoryFilesMax)) {
      const path = join(directory, entry.name);
      if (entry.kind === 'directory' && depth < 3)
        rules.push(...(await rulesIn(machine, path, own, depth + 1)));
      else if (entry.name.endsWith('.md')) rules.push({ path, own, rule: true });
    }
  } catch {
    return rules; // most folders have no rules
  }
  return rules.slice(0, memoryFilesMax);
}

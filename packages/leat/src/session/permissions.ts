/** The permission options of a run, from the command line. */
import { join, resolve } from 'node:path';
import {
  bypassProblem,
  parsePermissionRule,
  type PermissionOptions,
  type PermissionRule,
  type RuleEffect,
} from '@leat/engine';
import { CommandError } from '../cli/command-error.ts';
import { EXIT_USAGE } from '../cli/exit-code.ts';
import type { Io } from '../cli/io.ts';
import type { PrintOptions } from '../cli/options.ts';

export function permissionsOf(options: PrintOptions, io: Io, home: string, cwd: string): PermissionOptions {
  const permissions: PermissionOptions = {
    mode: options.permissionMode ?? 'default',
    rules: [
      ...rulesOf(options.allowedTools, 'allow', io, cwd),
      ...rulesOf(options.disallowedTools, 'deny', io, cwd),
    ],
    roots: [cwd, ...options.addDir.map((folder) => resolve(cwd, folder))],
    readableRoots: [join(home, 'projects')],
    ownDirectories: [home],
    isRoot: process.getuid?.() === 0,
    sandboxed: io.env['LEAT_SANDBOXED'] === '1',
  };
  const problem = bypassProblem(permissions);
  if (problem !== null) throw new CommandError(problem, EXIT_USAGE);
  return permissions;
}

function rulesOf(
  texts: readonly string[],
  effect: RuleEffect,
  io: Io,
  cwd: string,
): readonly PermissionRule[] {
  return texts.map((text) => {
    const parsed = parsePermissionRule(text, effect, cwd);
    if (!parsed.ok) throw new CommandError(parsed.message, EXIT_USAGE);
    if (parsed.warning !== null) io.err(`leat: ${parsed.rule.text}: ${parsed.warning}\n`);
    return parsed.rule;
  });
}

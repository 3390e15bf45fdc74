/** The permission options of a run, from the command line. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  bypassProblem,
  ruleCovers,
  type AnyTool,
  parsePermissionRule,
  type PermissionOptions,
  type PermissionRule,
  type RuleEffect,
} from '@leat/engine';
import { builtInTools } from '@leat/tools';
import { CommandError } from '../cli/command-error.ts';
import { EXIT_USAGE } from '../cli/exit-code.ts';
import type { Io } from '../cli/io.ts';
import type { PrintOptions } from '../cli/options.ts';

export function permissionsOf(
  options: PrintOptions,
  io: Io,
  home: string,
  cwd: string,
): Omit<PermissionOptions, 'readableRoots'> {
  const permissions: Omit<PermissionOptions, 'readableRoots'> = {
    mode: options.permissionMode ?? 'default',
    rules: [
      ...rulesOf(options.allowedTools, 'allow', io, cwd),
      ...rulesOf(options.disallowedTools, 'deny', io, cwd),
    ],
    roots: [cwd, ...options.addDir.map((folder) => addedFolder(folder, cwd))],
    ownDirectories: [home],
    isRoot: process.getuid?.() === 0,
    sandboxed: io.env['LEAT_SANDBOXED'] === '1',
  };
  const problem = bypassProblem(permissions);
  if (problem !== null) throw new CommandError(problem, EXIT_USAGE);
  return permissions;
}

const namesOfTools = (): readonly string[] => builtInTools().map((tool) => tool.definition.name);

/** A rule for `bash` would bind nothing, and nobody would notice. */
const isMistaken = (written: string, name: string): boolean =>
  written !== name && written.toLowerCase() === name.toLowerCase();

function addedFolder(folder: string, cwd: string): string {
  const path = resolve(cwd, folder);
  if (isFolder(path)) return path;
  throw new CommandError(`--add-dir ${folder}: there is no such folder`, EXIT_USAGE);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // whatever keeps us from looking keeps the tools out too
  }
}

/** The tools that a session is offered: a deny rule without a pattern takes its tools out (API-CONTRACT J5). */
export function offeredTools(
  tools: readonly AnyTool[],
  rules: readonly PermissionRule[],
): readonly AnyTool[] {
  const gone = rules.filter((rule) => rule.effect === 'deny' && rule.pattern === null);
  return tools.filter((tool) => !gone.some((rule) => ruleCovers(rule, tool.definition.name)));
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
    const meant = namesOfTools().find((name) => isMistaken(parsed.rule.tool, name));
    if (meant !== undefined) {
      throw new CommandError(`there is no tool ${parsed.rule.tool}: did you mean ${meant}?`, EXIT_USAGE);
    }
    if (parsed.warning !== null) io.err(`leat: ${parsed.rule.text}: ${parsed.warning}\n`);
    return parsed.rule;
  });
}

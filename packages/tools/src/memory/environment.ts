/** The environment segment, last of the system prompt and frozen with it: where the session runs and how the repository stood. */
import type { Machine } from '@leat/engine';
import { gitCommitsMax, gitOutputCharsMax, gitStatusLinesMax, gitTimeoutMs } from '../limits.ts';
import { childEnv, runChild } from '../process/run-child.ts';
import { cutText } from '../text/numbered-lines.ts';

/** `date` (YYYY-MM-DD) only where the context at index 0 does not tell it. */
export interface EnvironmentOptions {
  readonly cwd: string;
  readonly date?: string;
  readonly model: string;
  /** Milliseconds for each call of git; `gitTimeoutMs` unless it is given. */
  readonly timeoutMs?: number;
}

/** Builds the segment. Never rejects: what git does not answer in time is said to be unknown. */
export async function environmentSegment(machine: Machine, options: EnvironmentOptions): Promise<string> {
  const lines = [
    '# Environment',
    `Working directory: ${options.cwd}`,
    `Platform: ${machine.platform}`,
    `Model: ${options.model}`,
    ...(options.date === undefined ? [] : [`Date: ${options.date}`]),
    ...(await gitLines(machine, options)),
  ];
  return lines.join('\n');
}

async function gitLines(
  machine: Machine,
  { cwd, timeoutMs }: EnvironmentOptions,
): Promise<readonly string[]> {
  const call = { machine, cwd, timeoutMs: timeoutMs ?? gitTimeoutMs };
  const filters = await filterGuards(call);
  const [status, log] = await Promise.all([
    git(call, statusArgs, filters),
    git(
      call,
      ['log', `--max-count=${gitCommitsMax}`, '--no-show-signature', '--no-color', '--pretty=format:%h %s'],
      filters,
    ),
  ]);
  if (status.kind === 'refused') return [`Git: ${status.words}`];
  if (status.kind === 'late') return ['Git: a repository whose state could not be read in time'];
  const [head = '', ...changes] = status.text.trimEnd().split('\n');
  const shown = changes.slice(0, gitStatusLinesMax).map((line) => cutText(line, 200));
  const more = changes.length > shown.length ? [`… and ${changes.length - shown.length} more`] : [];
  const commits = log.kind === 'text' ? log.text.split('\n').filter((line) => line !== '') : [];
  return [
    'Git, as it stood at the start of the session:',
    `Branch: ${branchOf(head)}`,
    ...(changes.length === 0 ? ['Status: clean'] : ['Status:', ...shown, ...more]),
    ...(commits.length === 0
      ? ['No commits yet']
      : ['Last commits:', ...commits.map((line) => cutText(line, 120))]),
  ];
}

/** `## main...origin/main [ahead 1]` reads as `main, ahead 1`. */
function branchOf(line: string): string {
  const text = line.replace(/^## /, '').replace(/^No commits yet on /, '');
  if (text.startsWith('HEAD (no branch)')) return 'none (detached)';
  const [, name = text, , state] = /^(.*?)(\.\.\.\S+)?(?: \[(.*)\])?$/.exec(text) ?? [];
  return state === undefined ? name : `${name}, ${state}`;
}

type GitAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'late' };

/** What a repository's own configuration could make git run is switched off: hooks, monitors, pagers, signatures. */
const guards: readonly string[] = [
  '--no-pager',
  '--no-optional-locks',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.pager=cat',
  '-c',
  'log.showSignature=false',
  '-c',
  'safe.bareRepository=explicit',
  '-c',
  'submodule.recurse=false',
];

const statusArgs: readonly string[] = [
  'status',
  '--porcelain=v1',
  '--branch',
  '--untracked-files=normal',
  '--ignore-submodules=all',
];

interface GitCall {
  readonly machine: Machine;
  readonly cwd: string;
  readonly timeoutMs: number;
}

type GitEnv = { readonly [name: string]: string };

/** `status` would run the clean filters that a repository configures; each one is set to nothing, by environment because a name may hold anything. */
async function filterGuards(call: GitCall): Promise<GitEnv> {
  const names = await git(call, ['config', '--null', '--name-only', '--get-regexp', '^filter\\.'], {});
  const keys = names.kind === 'text' ? names.text.split('\0').filter((key) => key !== '') : [];
  const env: { [name: string]: string } = { GIT_CONFIG_COUNT: String(keys.length) };
  keys.forEach((key, index) => {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = key.endsWith('.required') ? 'false' : '';
  });
  return env;
}

async function git(call: GitCall, args: readonly string[], more: GitEnv): Promise<GitAnswer> {
  const { machine, cwd, timeoutMs } = call;
  const env = childEnv(machine, {
    LC_ALL: 'C',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TRACE: null,
    GIT_EXTERNAL_DIFF: null,
    ...more,
  });
  let text = '';
  const spawned = { command: 'git', args: [...guards, ...args], cwd, env };
  const end = await runChild(machine, spawned, AbortSignal.timeout(timeoutMs), (piece) => {
    text += piece;
    return text.length < gitOutputCharsMax;
  });
  if (end.error !== null) return { kind: 'refused', words: 'not available (git could not be started)' };
  if (end.aborted) return { kind: 'late' };
  if (end.code === 0 || end.stopped) return { kind: 'text', text };
  if (/not a git repository/i.test(end.complaint)) return { kind: 'refused', words: 'not a repository' };
  const complaint = cutText(end.complaint.trim().split('\n', 1)[0] ?? '', 200);
  return { kind: 'refused', words: `unknown (${complaint || `git ended with ${String(end.code)}`})` };
}

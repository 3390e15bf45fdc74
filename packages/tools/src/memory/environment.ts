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
}

/** Builds the segment. Never rejects: what git does not answer in time is said to be unknown. */
export async function environmentSegment(machine: Machine, options: EnvironmentOptions): Promise<string> {
  const lines = [
    '# Environment',
    `Working directory: ${options.cwd}`,
    `Platform: ${machine.platform}`,
    `Model: ${options.model}`,
    ...(options.date === undefined ? [] : [`Date: ${options.date}`]),
    ...(await gitLines(machine, options.cwd)),
  ];
  return lines.join('\n');
}

async function gitLines(machine: Machine, cwd: string): Promise<readonly string[]> {
  const status = await git(machine, cwd, [
    'status',
    '--porcelain=v1',
    '--branch',
    '--untracked-files=normal',
    '--ignore-submodules=all',
  ]);
  if (status.kind === 'refused') return [`Git: ${status.words}`];
  if (status.kind === 'late') return ['Git: a repository whose state could not be read in time'];
  const [head = '', ...changes] = status.text.trimEnd().split('\n');
  const log = await git(machine, cwd, [
    'log',
    `--max-count=${gitCommitsMax}`,
    '--no-show-signature',
    '--no-color',
    '--pretty=format:%h %s',
  ]);
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

/** What a repository's own configuration could make git run is switched off: hooks, monitors, pagers, attributes' filters, signatures. */
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

async function git(machine: Machine, cwd: string, args: readonly string[]): Promise<GitAnswer> {
  const env = childEnv(machine, {
    LC_ALL: 'C',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    // The empty tree: no attributes of the working tree, so no filter programs (git 2.43 and later; older ones ignore it).
    GIT_ATTR_SOURCE: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    GIT_TRACE: null,
    GIT_EXTERNAL_DIFF: null,
  });
  let text = '';
  const signal = AbortSignal.timeout(gitTimeoutMs);
  const end = await runChild(
    machine,
    { command: 'git', args: [...guards, ...args], cwd, env },
    signal,
    (piece) => {
      text += piece;
      return text.length < gitOutputCharsMax;
    },
  );
  if (end.error !== null) return { kind: 'refused', words: 'not available (git could not be started)' };
  if (end.aborted) return { kind: 'late' };
  if (end.code === 0 || end.stopped) return { kind: 'text', text };
  if (/not a git repository/i.test(end.complaint)) return { kind: 'refused', words: 'not a repository' };
  return {
    kind: 'refused',
    words: `unknown (${cutText(end.complaint.trim().split('\n', 1)[0] ?? '', 200) || `git ended with ${String(end.code)}`})`,
  };
}

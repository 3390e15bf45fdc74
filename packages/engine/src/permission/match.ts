/** Which calls a rule's pattern matches (API-CONTRACT J5). What can't be judged never matches an allow rule, and always a deny or ask rule. */
import { isAbsolute, relative } from 'node:path';
import ignore from 'ignore';
import type { Access } from '../tool/tool.ts';
import type { PermissionRule } from './permission.ts';
import { isPlainCommand } from './rule.ts';

/** A call as the rules see it. `real`: the path it really leads to. */
export interface MatchSubject {
  readonly access: Access;
  readonly real: string | null;
  readonly home: string;
  /** The working directory of the session. */
  readonly cwd: string;
}

export type Match = 'yes' | 'no' | 'unknown';

/** A gitignore pattern with the directory it is relative to. */
const anchored = (
  rule: PermissionRule,
  pattern: string,
  subject: MatchSubject,
): readonly [string, string] => {
  if (pattern.startsWith('//')) return ['/', pattern.slice(1)];
  if (pattern === '~' || pattern.startsWith('~/')) return [subject.home, pattern.slice(1) || '/'];
  if (pattern.startsWith('/')) return [rule.base, pattern];
  return [subject.cwd, pattern.startsWith('./') ? pattern.slice(1) : pattern];
};

const matchesPath = (rule: PermissionRule, pattern: string, path: string, subject: MatchSubject): boolean => {
  const [base, glob] = anchored(rule, pattern, subject);
  const way = relative(base, path);
  if (way === '' || way === '..' || way.startsWith('../') || isAbsolute(way)) return false;
  return ignore({ ignorecase: false, allowRelativePaths: false }).add(glob).ignores(way);
};

const matchFile = (rule: PermissionRule, pattern: string, path: string, subject: MatchSubject): Match => {
  const real = subject.real !== null && matchesPath(rule, pattern, subject.real, subject);
  // One file, one verdict: an alias must not open what its target is not, nor hide what its target is.
  if (rule.effect === 'allow') return real ? 'yes' : 'no';
  return real || matchesPath(rule, pattern, path, subject) ? 'yes' : 'no';
};

/** Whether a rule that covers the tool matches this call. */
export const matches = (rule: PermissionRule, subject: MatchSubject): Match => {
  if (rule.pattern === null) return 'yes';
  const { access } = subject;
  switch (access.kind) {
    case 'read':
    case 'write':
      return matchFile(rule, rule.pattern, access.path, subject);
    case 'shell':
      if (rule.effect !== 'allow') return 'unknown';
      return rule.pattern === access.command && isPlainCommand(access.command) ? 'yes' : 'no';
    case 'none':
      return rule.effect === 'allow' ? 'no' : 'unknown';
  }
};

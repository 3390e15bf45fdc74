/**
 * The judge: may this call run? (SPEC 21, API-CONTRACT J4 to J6.) A list of questions in one order, the first answer
 * counts; `deny` rules bind in every mode, and default deny holds for what changes things.
 *
 *     deny rule → ask rule → bypass → broken path → sensitive → allow rule → what the mode says of the access
 */
import type { Machine } from '../host/host.ts';
import { flagForEdit, flagForOutside, flagForSensitive } from './flag.ts';
import { matches, type MatchSubject } from './match.ts';
import type { PermissionOptions, PermissionRequest, PermissionRule, Verdict } from './permission.ts';
import { liesIn, realPathOf, realRoots, type RealPath } from './real-path.ts';
import { covers } from './rule.ts';
import { sensitivity } from './sensitive.ts';

interface Case {
  readonly request: PermissionRequest;
  readonly options: PermissionOptions;
  readonly machine: Machine;
  /** Null for a call that touches no file. */
  readonly real: RealPath | null;
  readonly roots: readonly string[];
  readonly readable: readonly string[];
  readonly own: readonly string[];
  readonly subject: MatchSubject;
}

type Answered = Verdict | null;
type Question = (call: Case) => Answered | Promise<Answered>;

/** Judges one call. Looks at the file system (links), and changes nothing. */
export const judge = async (
  request: PermissionRequest,
  options: PermissionOptions,
  machine: Machine,
): Promise<Verdict> => {
  const call = await open(request, options, machine);
  for (const question of QUESTIONS) {
    const verdict = await question(call);
    if (verdict !== null) return verdict;
  }
  return ask('mode', `${request.title} needs permission`, `--allowed-tools ${request.name}`);
};

/** Why bypassPermissions may not be used here; null where it may. */
export const bypassProblem = (options: PermissionOptions): string | null =>
  options.mode === 'bypassPermissions' && options.isRoot && !options.sandboxed
    ? 'bypassPermissions is refused as root: set LEAT_SANDBOXED=1 if this machine is a sandbox.'
    : null;

const open = async (
  request: PermissionRequest,
  options: PermissionOptions,
  machine: Machine,
): Promise<Case> => {
  const { access } = request;
  const touches = access.kind === 'read' || access.kind === 'write';
  const [real, roots, readable, own] = await Promise.all([
    touches ? realPathOf(machine.files, access.path) : null,
    realRoots(machine.files, options.roots),
    realRoots(machine.files, options.readableRoots ?? []),
    realRoots(machine.files, options.ownDirectories ?? []),
  ]);
  const subject: MatchSubject = {
    access,
    real: real?.ok === true ? real.path : null,
    home: machine.home,
    cwd: options.roots[0] ?? request.cwd,
  };
  return { request, options, machine, real, roots, readable, own, subject };
};

const allow = (by: string, reason: string): Verdict => ({ decision: 'allow', by, reason, flag: null });
const deny = (by: string, reason: string): Verdict => ({ decision: 'deny', by, reason, flag: null });
const ask = (by: string, reason: string, flag: string | null): Verdict => ({
  decision: 'ask',
  by,
  reason,
  flag,
});

const firstMatch = (call: Case, effect: PermissionRule['effect']): PermissionRule | null =>
  call.options.rules.find(
    (rule) =>
      rule.effect === effect && covers(rule, call.request.name) && matches(rule, call.subject) === 'yes',
  ) ?? null;

const unjudged = (call: Case): PermissionRule | null =>
  call.options.rules.find(
    (rule) =>
      rule.effect !== 'allow' && covers(rule, call.request.name) && matches(rule, call.subject) === 'unknown',
  ) ?? null;

const denyRule: Question = (call) => {
  const rule = firstMatch(call, 'deny');
  return rule === null ? null : deny(`rule:${rule.text}`, `the rule ${rule.text} denies it`);
};

const askRule: Question = (call) => {
  const rule = firstMatch(call, 'ask') ?? unjudged(call);
  if (rule === null) return null;
  return ask(`rule:${rule.text}`, `the rule ${rule.text} stands, so this asks first`, null);
};

const bypass: Question = (call) => {
  if (call.options.mode !== 'bypassPermissions') return null;
  const problem = bypassProblem(call.options);
  return problem === null
    ? allow('mode:bypassPermissions', 'permissions are bypassed')
    : deny('root', problem);
};

const brokenPath: Question = (call) => (call.real?.ok === false ? deny('path', call.real.message) : null);

const sensitive: Question = (call) => {
  const { access } = call.request;
  if (call.real?.ok !== true || (access.kind !== 'read' && access.kind !== 'write')) return null;
  const { path } = call.real;
  // Of its own folder a session may read what is its own: its blobs.
  const readable = access.kind === 'read' && call.readable.some((root) => liesIn(path, root));
  const why = sensitivity(path, access.kind, readable ? [] : call.own);
  if (why === null) return null;
  return ask('sensitive', `${path} is sensitive: ${why}`, flagForSensitive(call.options));
};

const allowRule: Question = (call) => {
  const rule = firstMatch(call, 'allow');
  return rule === null ? null : allow(`rule:${rule.text}`, `the rule ${rule.text} allows it`);
};

const byAccess: Question = (call) => {
  const { access, name } = call.request;
  switch (access.kind) {
    case 'none':
      return call.request.readOnly ? allow('harmless', 'it touches nothing') : null;
    case 'read':
      return readVerdict(call);
    case 'write':
      return writeVerdict(call);
    case 'shell':
      return ask('shell', 'a shell command can change anything', `--allowed-tools ${name}`);
  }
};

const readVerdict: Question = (call) => {
  if (call.real?.ok !== true) return null;
  const { path } = call.real;
  if ([...call.roots, ...call.readable].some((root) => liesIn(path, root))) {
    return allow('inside', 'it reads inside the working directories');
  }
  return outside(call, path, 'read');
};

const writeVerdict: Question = (call) => {
  if (call.real?.ok !== true) return null;
  const { path } = call.real;
  const inside = call.roots.some((root) => liesIn(path, root));
  if (inside && call.options.mode === 'acceptEdits') {
    return allow('mode:acceptEdits', 'edits inside the working directories are accepted');
  }
  return inside ? ask('write', `it changes ${path}`, flagForEdit()) : outside(call, path, 'write');
};

const outside = async (
  { options, machine }: Case,
  path: string,
  access: 'read' | 'write',
): Promise<Verdict> =>
  ask(
    'outside',
    `${path} lies outside the working directories`,
    await flagForOutside(path, access, options, machine.files),
  );

const QUESTIONS: readonly Question[] = [
  denyRule,
  askRule,
  bypass,
  brokenPath,
  sensitive,
  allowRule,
  byAccess,
];

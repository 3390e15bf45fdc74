/** The shapes of permission: modes, rules, verdicts, and the one who can be asked (SPEC 12, 21). */
import type { Access } from '../tool/tool.ts';

/** Modes that exist now; `plan` comes with its tools. */
export const PERMISSION_MODES = ['default', 'acceptEdits', 'dontAsk', 'bypassPermissions'] as const;
/**
 * `default`: what changes things asks. `acceptEdits`: writes inside the roots go through. `dontAsk`: what would ask is
 * refused, whoever is there. `bypassPermissions`: everything but a deny rule goes through.
 */
export type PermissionMode = (typeof PERMISSION_MODES)[number];

export type RuleEffect = 'allow' | 'ask' | 'deny';

/** One rule, parsed: `Tool` or `Tool(pattern)`. */
export interface PermissionRule {
  readonly effect: RuleEffect;
  /** Name of the tool, or of its family (`Read`, `Edit`), as API-CONTRACT J5 has it. */
  readonly tool: string;
  /** Null: every call of the tool. */
  readonly pattern: string | null;
  /** As it was written. */
  readonly text: string;
  /** Directory that a pattern beginning with `/` is relative to (where the settings stand). */
  readonly base: string;
}

/** What the judge knows of the session. Paths are absolute. */
export interface PermissionOptions {
  readonly mode: PermissionMode;
  readonly rules: readonly PermissionRule[];
  /** Working directory and added directories: reads go through here, and writes too in `acceptEdits`. */
  readonly roots: readonly string[];
  /** Further directories that may be read without asking (the session's own blobs). */
  readonly readableRoots?: readonly string[];
  /** Directories of leat's own settings and sessions: sensitive. */
  readonly ownDirectories?: readonly string[];
  /** Whether leat runs as root, and whether `LEAT_SANDBOXED=1` says that the machine is a sandbox. */
  readonly isRoot: boolean;
  readonly sandboxed: boolean;
}

/** A call to be judged. */
export interface PermissionRequest {
  readonly toolUseId: string;
  readonly name: string;
  readonly title: string;
  readonly input: unknown;
  readonly access: Access;
  readonly readOnly: boolean;
  /** The shell's directory. */
  readonly cwd: string;
}

/** What the judge says. `by` names the rule or reason for the record; `reason` is a sentence for the person. */
export interface Verdict {
  readonly decision: 'allow' | 'deny' | 'ask';
  readonly by: string;
  readonly reason: string;
  /** The flag that would have allowed it; null where none would. */
  readonly flag: string | null;
}

/** The answer to a question. `message`: what the person said with a refusal. */
export type Answer =
  | { readonly decision: 'allow' }
  | { readonly decision: 'deny'; readonly message?: string };

/** Who can be asked: a terminal, an SDK's callback. In print mode there is none. May reject when the signal aborts. */
export interface Asker {
  ask(request: PermissionRequest, verdict: Verdict, signal: AbortSignal): Promise<Answer>;
}

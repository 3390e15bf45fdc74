/**
 * Files that are never touched without asking outside bypass (SPEC 21, API-CONTRACT J6). Two lists: secrets, which ask
 * when read and when written, and files that other programs obey, which ask when written. Names are compared without
 * regard to case: some file systems have none.
 */
import { basename } from 'node:path';
import { liesIn } from './real-path.ts';

const SECRET_DIRECTORIES: ReadonlySet<string> = new Set([
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.password-store',
]);
const SECRET_NAMES: ReadonlySet<string> = new Set([
  '.netrc',
  '.pgpass',
  '.git-credentials',
  '.pypirc',
  '.npmrc',
  '.env',
  '.envrc',
  'shadow',
  'environ',
]);
const SECRET_PATTERNS: readonly RegExp[] = [
  /^id_(rsa|dsa|ecdsa|ed25519)/,
  /\.(pem|key|p12|pfx|keystore|jks|kdbx)$/,
  /^\.env\.(?!(example|sample|template|dist|defaults)$)/,
];
const SECRET_TAILS: readonly string[] = ['.docker/config.json', '.config/gcloud/', '.config/gh/'];

const OBEYED_DIRECTORIES: ReadonlySet<string> = new Set([
  '.git',
  '.claude',
  '.leat',
  '.vscode',
  '.idea',
  '.husky',
  '.cargo',
  '.devcontainer',
  '.yarn',
  '.mvn',
]);
const OBEYED_NAMES: ReadonlySet<string> = new Set([
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.cshrc',
  '.tcshrc',
  '.login',
  '.inputrc',
  '.mcp.json',
  '.claude.json',
  '.gitconfig',
  '.gitmodules',
  '.ripgreprc',
  '.yarnrc',
  '.yarnrc.yml',
  '.vimrc',
  '.tmux.conf',
  'authorized_keys',
  'crontab',
]);
const OBEYED_TAILS: readonly string[] = [
  '.config/fish/',
  '.config/autostart/',
  '.config/systemd/',
  '.config/git/',
];

const partsOf = (path: string): readonly string[] => path.toLowerCase().split(/[\\/]/);

const isSecret = (path: string, parts: readonly string[], name: string): boolean =>
  parts.slice(0, -1).some((part) => SECRET_DIRECTORIES.has(part)) ||
  SECRET_NAMES.has(name) ||
  SECRET_PATTERNS.some((pattern) => pattern.test(name)) ||
  SECRET_TAILS.some((tail) => path.includes(`/${tail}`));

const isObeyed = (path: string, parts: readonly string[], name: string): boolean => {
  const at = parts.findIndex((part) => OBEYED_DIRECTORIES.has(part));
  // Worktrees of other agents live in their settings' folder and are ordinary source trees.
  const worktree = at !== -1 && parts[at] === '.claude' && parts[at + 1] === 'worktrees';
  return (
    (at !== -1 && !worktree) ||
    OBEYED_NAMES.has(name) ||
    OBEYED_TAILS.some((tail) => path.includes(`/${tail}`))
  );
};

/** Why this real path is sensitive for this access; null when it isn't. `ownDirectories`: leat's, as far as they count here. */
export const sensitivity = (
  realPath: string,
  access: 'read' | 'write',
  ownDirectories: readonly string[],
): string | null => {
  const parts = partsOf(realPath);
  const name = basename(realPath).toLowerCase();
  const path = parts.join('/');
  if (isSecret(path, parts, name)) return 'it may hold secrets';
  if (ownDirectories.some((directory) => liesIn(realPath, directory)))
    return "it belongs to leat's own sessions and settings";
  if (access === 'read') return null;
  return isObeyed(path, parts, name) ? 'other programs obey it' : null;
};

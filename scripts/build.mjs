// Builds what `npm ci` needs so that `npx leat` works: one bundled CLI file with its code cache, and the libraries' dist.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = join(root, 'packages/leat');

// Resolved at run time: it finds a binary beside itself.
const external = ['@vscode/ripgrep'];

await build({
  entryPoints: [join(cli, 'src/main.ts')],
  outfile: join(cli, 'dist/leat.cjs'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  conditions: ['source'],
  external,
  // `import()` of a bundled module is a lazy initialiser; of an external one it must be a `require`, since code run
  // from a cached script has no module loader of its own.
  supported: { 'dynamic-import': false },
  define: { 'process.env.NODE_ENV': '"production"' },
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  // The tools ask `import.meta.url` only where they run as modules; in the bundle it is absent, and they know.
  logOverride: { 'empty-import-meta': 'silent' },
  logLevel: 'warning',
});

// The first run of each kind writes the code cache beside the bundle (see bin/leat.cjs).
rmSync(join(cli, 'dist/code-cache'), { recursive: true, force: true });
const primed = spawnSync(process.execPath, [join(cli, 'bin/leat.cjs'), '--prime-code-cache'], {
  stdio: 'inherit',
});
if (primed.status !== 0) process.exit(primed.status ?? 1);

if (!process.argv.includes('--bundle-only')) {
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc');
  if (!existsSync(tsc)) throw new Error('TypeScript is not installed: run npm ci');
  const types = spawnSync(process.execPath, [tsc, '-b', join(root, 'tsconfig.json')], {
    stdio: 'inherit',
    cwd: root,
  });
  if (types.status !== 0) process.exit(types.status ?? 1);
}

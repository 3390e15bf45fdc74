// `npm run bench -- NAME`: runs one bench; without a name, lists them. Each prints a table with its reference measured in
// the same run: trust the ratios, not the milliseconds. A bench in TypeScript is bundled first.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const files = readdirSync(here).filter((file) => /\.bench\.(mjs|ts)$/.test(file));
const nameOf = (file) => file.replace(/\.bench\.\w+$/, '');
const [name, ...args] = process.argv.slice(2);
const file = files.find((each) => nameOf(each) === name);
if (file === undefined) {
  process.stdout.write(
    `usage: npm run bench -- NAME\n${files.map((each) => `  ${nameOf(each)}`).join('\n')}\n`,
  );
  process.exitCode = name === undefined ? 0 : 2;
} else {
  const bench = file.endsWith('.ts')
    ? await bundled(file)
    : await import(pathToFileURL(join(here, file)).href);
  await bench.run(args);
}

async function bundled(entry) {
  // Inside the checkout, so that what stays external is found.
  const folder = mkdtempSync(join(here, '../node_modules/.bench-'));
  try {
    const outfile = join(folder, 'bench.mjs');
    const entryPoints = [join(here, entry)];
    await build({
      entryPoints,
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'bundle',
      conditions: ['source'],
      external: ['@vscode/ripgrep'],
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

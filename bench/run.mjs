// `npm run bench -- NAME`: runs one bench; without a name, lists them. Each prints a table with its reference measured in
// the same run: trust the ratios, not the milliseconds.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const names = readdirSync(here)
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.slice(0, -'.bench.mjs'.length));
const [name, ...args] = process.argv.slice(2);
if (!name || !names.includes(name)) {
  process.stdout.write(`usage: npm run bench -- NAME\n${names.map((each) => `  ${each}`).join('\n')}\n`);
  process.exitCode = name ? 2 : 0;
} else {
  const bench = await import(pathToFileURL(join(here, `${name}.bench.mjs`)).href);
  await bench.run(args);
}

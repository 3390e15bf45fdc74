// `npm run check`: everything a reviewer would run, in about a minute on two cores.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runSteps } from './steps.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, 'node_modules/.bin', name);
const tsc = [process.execPath, join(root, 'node_modules/@typescript/native/bin/tsc')];

process.exitCode = runSteps(
  [
    ['format', bin('oxfmt'), '--check', 'packages', 'scripts', 'bench', 'test', 'vitest.config.ts'],
    ['lint', bin('oxlint'), '--deny-warnings'],
    ['types', ...tsc, '-p', 'tsconfig.test.json'],
    ['build', process.execPath, 'scripts/build.mjs'],
    ['import direction', bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'packages'],
    // Test files share a worker's modules here, which is three times faster; `npm test` isolates them.
    ['unit tests', bin('vitest'), 'run', '--project', 'unit', '--no-isolate'],
  ],
  root,
);

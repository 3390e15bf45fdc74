// `npm test`: all tests of every kind; the last line is `N passed, N failed[, N skipped]`.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const scratch = mkdtempSync(join(tmpdir(), 'leat-test-'));
const report = join(scratch, 'report.json');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const args = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];

const child = spawn(process.execPath, [...args, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, LEAT_HOME: join(scratch, 'home') },
});
child.on('close', (code) => {
  const exit = summarize(code ?? 1);
  rmSync(scratch, { recursive: true, force: true });
  process.exitCode = exit;
});

function summarize(code) {
  let result;
  try {
    result = JSON.parse(readFileSync(report, 'utf8'));
  } catch (error) {
    process.stdout.write(`no test report: ${error.message}\n0 passed, 1 failed\n`);
    return code || 1;
  }
  // A file that could not even be loaded counts as one failure.
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = result.numFailedTests + broken;
  const skipped = result.numPendingTests + result.numTodoTests;
  process.stdout.write(
    `${result.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
  );
  return failed > 0 ? 1 : code;
}

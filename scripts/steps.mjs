// Runs commands one after the other, says how long each took, and stops at the first that fails.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/** steps: [name, command, ...args][]; returns the exit code. */
export function runSteps(steps, cwd) {
  for (const [name, command, ...args] of steps) {
    const start = performance.now();
    const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: false });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    process.stderr.write(`${status === 0 ? 'ok' : 'FAILED'}  ${name}  ${seconds} s\n`);
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

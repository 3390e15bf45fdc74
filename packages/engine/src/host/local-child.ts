/**
 * A child in a process group of its own (SPEC 12): stopping it reaches every descendant that did not leave the group.
 *
 *     kill: TERM to the group ─ 500 ms ─→ KILL to the group ─→ pipes destroyed
 */
import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import type { Child, SpawnOptions } from './host.ts';
import { killGroup } from './process-group.ts';

/** Starts a child. Never throws: a failed start is `exit` with its `error`, and pid -1. */
export function spawnChild(options: SpawnOptions): Child {
  let process_;
  try {
    process_ = spawn(options.command, [...options.args], {
      cwd: options.cwd,
      env: { ...options.env },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    return notStarted(error instanceof Error ? error : new Error(String(error)));
  }
  const child = process_;
  const exit: Child['exit'] = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
  });
  // A child that doesn't read its input closes the pipe: no fault of ours.
  child.stdin.on('error', () => child.stdin.destroy());
  child.stdin.end(options.input ?? '');
  const pid = child.pid ?? -1;
  let killed: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    if (pid > 0) await killGroup(pid);
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
  };
  return { pid, stdout: child.stdout, stderr: child.stderr, exit, kill: () => (killed ??= stop()) };
}

function notStarted(error: Error): Child {
  const empty = (): PassThrough => new PassThrough().end();
  return {
    pid: -1,
    stdout: empty(),
    stderr: empty(),
    exit: Promise.resolve({ code: null, signal: null, error }),
    kill: () => Promise.resolve(),
  };
}

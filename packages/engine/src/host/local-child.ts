/**
 * A child in a process group of its own (SPEC 12): stopping it reaches every descendant that did not leave the group.
 *
 *     kill: TERM to the group ─ 500 ms ─→ KILL to the group ─→ pipes destroyed
 */
import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode } from '../errors.ts';
import { MACHINE_LIMITS } from '../store/limits.ts';
import type { Child, SpawnOptions } from './host.ts';

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

async function killGroup(group: number): Promise<void> {
  if (!signalGroup(group, 'SIGTERM')) return;
  if (await groupGone(group, MACHINE_LIMITS.killGraceMs)) return;
  if (!signalGroup(group, 'SIGKILL')) return;
  await groupGone(group, MACHINE_LIMITS.killWaitMs);
}

/** False when nothing of the group is left. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    // EPERM: what is left changed its user and can't be reached by us (macOS also says so of zombies).
    if (['ESRCH', 'EPERM'].includes(systemCode(error))) return false;
    throw error;
  }
}

async function groupGone(group: number, waitMs: number): Promise<boolean> {
  for (let waited = 0; waited < waitMs; waited += MACHINE_LIMITS.killPollMs) {
    if (!signalGroup(group, 0)) return true;
    await sleep(MACHINE_LIMITS.killPollMs);
  }
  return !signalGroup(group, 0);
}

/** Ends a process group: TERM, 500 ms, KILL (SPEC 12). Remains of processes that nobody has reaped yet count as gone. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode } from '../errors.ts';
import { MACHINE_LIMITS } from '../store/limits.ts';

/** Resolves when nothing of the group lives, or when it was killed and the wait for that is over. */
export async function killGroup(group: number): Promise<void> {
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
    if (waited % MACHINE_LIMITS.killScanMs === 0 && (await onlyRemains(group))) return true;
    await sleep(MACHINE_LIMITS.killPollMs);
  }
  return !signalGroup(group, 0);
}

/** On Linux: whether all that is left of the group are zombies, which a container without an init never loses. */
async function onlyRemains(group: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await statOf(name);
    // Behind the name in parentheses: state, parent, process group.
    const [state, , ownGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (ownGroup === String(group) && state !== 'Z' && state !== 'X') return false;
  }
  return true;
}

async function statOf(pid: string): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(systemCode(error))) return '';
    throw error;
  }
}

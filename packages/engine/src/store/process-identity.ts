/** Who a process is, beyond its number: numbers come again, so a lease names start time, boot and name space too. */
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { systemCode } from '../errors.ts';

export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in clock ticks since boot (Linux), else null. */
  readonly started: string | null;
  /** Id of the machine's boot (Linux), else null. */
  readonly boot: string | null;
  /** Host name, with the process name space where there is one: two containers may share a host's disk. */
  readonly host: string;
}

/** What a lease asks about the world; a simulation answers otherwise. */
export interface ProcessTable {
  self(): Promise<ProcessIdentity>;
  /** `alive` or `gone` on this machine; `elsewhere` where this machine can't know. */
  state(of: ProcessIdentity): Promise<'alive' | 'gone' | 'elsewhere'>;
}

/** The process table of this machine. */
export function localProcesses(): ProcessTable {
  let self: Promise<ProcessIdentity> | null = null;
  const own = (): Promise<ProcessIdentity> => (self ??= identify());
  return {
    self: own,
    state: async (of) => {
      const me = await own();
      if (of.host !== me.host) return 'elsewhere';
      if (of.boot !== me.boot) return of.boot === null || me.boot === null ? 'elsewhere' : 'gone';
      if (me.boot === null) return signalReaches(of.pid) ? 'alive' : 'gone';
      const started = await startOf(of.pid);
      return started !== null && started === of.started ? 'alive' : 'gone';
    },
  };
}

async function identify(): Promise<ProcessIdentity> {
  const [started, boot, space] = await Promise.all([
    startOf(process.pid),
    read(() => readFile('/proc/sys/kernel/random/boot_id', 'utf8')),
    read(() => readlink('/proc/self/ns/pid')),
  ]);
  return { pid: process.pid, started, boot, host: space === null ? hostname() : `${hostname()} ${space}` };
}

/** Null where there is no such process, or only its remains (a zombie holds no lease). */
async function startOf(pid: number): Promise<string | null> {
  const stat = await read(() => readFile(`/proc/${pid}/stat`, 'utf8'));
  if (stat === null) return null;
  // The second field is the name in parentheses and may hold blanks; state is the next, start time the 22nd of all.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

async function read(run: () => Promise<string>): Promise<string | null> {
  try {
    return (await run()).trim();
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'ENOTDIR'].includes(systemCode(error))) return null;
    throw error;
  }
}

function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

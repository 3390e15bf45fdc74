/** A session file to be broken: written by the store on a fresh temp folder, then changed byte by byte by the test. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asSessionId, type TimelineRecord } from '@leat/kernel';
import { afterEach } from 'vitest';
import { localHost } from '../../src/host/local-host.ts';
import type { Host, LoadedChain } from '../../src/host/host.ts';

export const SESSION = asSessionId('s');
const CWD = '/w';

const homes: string[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

export function freshHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'leat-store-'));
  homes.push(home);
  return home;
}

export interface SessionFile {
  readonly home: string;
  readonly host: Host;
  readonly path: string;
  bytes(): Buffer;
  /** Lines with their newlines. */
  lines(): Buffer[];
  put(...parts: readonly (Buffer | string)[]): void;
  torn(): string | null;
  read(): Promise<LoadedChain>;
  /** Opens, appends, closes. */
  append(records: readonly TimelineRecord[]): Promise<LoadedChain>;
}

export async function sessionFile(records: readonly TimelineRecord[]): Promise<SessionFile> {
  const home = freshHome();
  const host = localHost({ home, version: '0' });
  const log = await host.sessions.create({ session: SESSION, cwd: CWD });
  await log.append(records);
  await log.close();
  const path = join(home, 'projects', '-w', 's.jsonl');
  const bytes = () => readFileSync(path);
  return {
    home,
    host,
    path,
    bytes,
    lines: () => splitLines(bytes()),
    put: (...parts) => writeFileSync(path, Buffer.concat(parts.map((part) => Buffer.from(part)))),
    torn: () => (existsSync(`${path}.torn`) ? readFileSync(`${path}.torn`, 'utf8') : null),
    read: () => host.sessions.read(SESSION),
    append: async (more) => {
      const opened = await host.sessions.open(SESSION);
      await opened.log.append(more);
      if (opened.log.failure) throw opened.log.failure;
      await opened.log.close();
      return opened.loaded;
    },
  };
}

export function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0x0a, start);
    const stop = end < 0 ? bytes.length : end + 1;
    lines.push(bytes.subarray(start, stop));
    start = stop;
  }
  return lines;
}

export const half = (line: Buffer): Buffer => line.subarray(0, Math.floor(line.length / 2));
export const codes = (loaded: LoadedChain): string[] => [
  ...new Set(loaded.notices.map((notice) => notice.code)),
];

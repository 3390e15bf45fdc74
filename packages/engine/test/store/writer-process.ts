/**
 * A real process that writes a session and dies by SIGKILL at one write: before it, after 1 byte, half, all but one byte, or
 * after it. Bundled by the tests that start it. Arguments: home, which write (0: never), how much of it, records.
 * Each acknowledged record is a line on stdout; without a death it says `open` and stays until it is killed.
 */
import { writeSync } from 'node:fs';
import { asSessionId } from '@leat/kernel';
import { realClock, realIds } from '../../src/host/real-time.ts';
import type { Disk, DiskFile } from '../../src/store/disk.ts';
import { nodeDisk } from '../../src/store/node-disk.ts';
import { localProcesses } from '../../src/store/process-identity.ts';
import { sessionStore } from '../../src/store/session-store.ts';
import { human, talk } from './records.ts';

const [home = '', nth = '0', part = 'before', count = '0'] = process.argv.slice(2);
let writes = 0;

const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  for (;;); // the signal is on its way
};

function deadly(file: DiskFile): DiskFile {
  return {
    ...file,
    write: async (bytes) => {
      writes += 1;
      if (writes !== Number(nth)) return file.write(bytes);
      const lengths: { readonly [part: string]: number } = {
        before: 0,
        one: 1,
        half: Math.floor(bytes.length / 2),
        almost: bytes.length - 1,
        after: bytes.length,
      };
      const length = lengths[part] ?? 0;
      if (length > 0) await file.write(bytes.subarray(0, length));
      return die();
    },
  };
}

const inner = nodeDisk();
const disk: Disk = { ...inner, open: async (path, mode) => deadly(await inner.open(path, mode)) };
const store = sessionStore({
  disk,
  home,
  clock: realClock,
  ids: realIds,
  processes: localProcesses(),
  version: '0',
});
const session = asSessionId('s');

const records = talk(Number(count)).map((record, n) =>
  n % 10 === 3 ? human(n, `long ${n} `.repeat(12_000)) : record,
);
const known = await store.list('/w');
const opened = known.length > 0 ? await store.open(session) : null;
const log = opened?.log ?? (await store.create({ session, cwd: '/w' }));
writeSync(1, 'open\n');
for (const record of records.slice(opened?.loaded.records.length ?? 0)) {
  await log.append([record], record.type === 'user' ? 'power' : 'process');
  if (log.failure) throw log.failure;
  writeSync(1, `${record.uuid}\n`);
}
writeSync(1, `writes ${writes}\n`);
// A death that never came (a later run has less to write) ends here; without a planned one the session stays open.
if (Number(nth) > 0) process.exit(0);
// The log stays referenced, so that its file is not closed by the collector.
setInterval(() => log.failure, 1_000);

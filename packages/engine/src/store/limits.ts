/** Every bound of store, host and import, with its unit. Sizes in bytes unless the name says otherwise. */
export const STORE_LIMITS = {
  /** Our own lines stay below this (SPEC 5). */
  lineBytesMax: 4 * 1024 * 1024,
  /** What a reader holds of one line of our own files before it gives the line up as damaged. */
  readLineBytesMax: 16 * 1024 * 1024,
  /** UTF-16 units above which a string of a record goes to a blob (SPEC 5). */
  inlineStringUnitsMax: 64 * 1024,
  /** Bytes in which a file's header must end to be found without reading on. */
  headerBytesMax: 64 * 1024,
  /** Bytes read from a file at a time. */
  chunkBytes: 1024 * 1024,
  /** Bytes written as one group. */
  groupBytesMax: 8 * 1024 * 1024,
  /** Records that wait in one file's append queue; more is refused (callers wait for their own append). */
  queueRecordsMax: 100_000,
  /** Tries to write the rest of a group after short writes. */
  shortWritesMax: 64,
  /** Candidate line ends tried behind one resync mark. */
  resyncEndsMax: 64,
  /** Resync marks tried in one damaged line. */
  resyncMarksMax: 4096,
  /** Notices kept of one reading; what comes after is counted only. */
  noticesMax: 200,
  /** Generations of forks that a reading follows. */
  forkDepthMax: 32,
  /** Nesting depth of a record's JSON that the blob walk follows. */
  depthMax: 512,
  /** Milliseconds between two heartbeats of a lease. */
  heartbeatMs: 5_000,
  /** Milliseconds without heartbeat after which another machine's lease is stale. */
  foreignLeaseStaleMs: 60_000,
  /** Milliseconds for which a lease file without readable content counts as being written. */
  unreadableLeaseMs: 2_000,
  /** Tries to take a lease over while others do the same. */
  leaseTriesMax: 16,
  /** Characters of the first prompt and of the title in a listing. */
  listedTextUnitsMax: 200,
  /** Bytes of a side index that is read; a larger one is rebuilt. */
  indexBytesMax: 1024 * 1024,
  /** Sessions in one listing. */
  listedSessionsMax: 10_000,
  /** Length of a folder name made from a working directory (API-CONTRACT J21). */
  slugUnitsMax: 200,
} as const;

export const MACHINE_LIMITS = {
  /** Milliseconds between TERM and KILL (SPEC 12). */
  killGraceMs: 500,
  /** Milliseconds waited for the group to be gone after KILL. */
  killWaitMs: 1_000,
  /** Milliseconds between two looks at a dying group. */
  killPollMs: 20,
  /** Milliseconds between two looks at what the members of the group are (a multiple of the poll). */
  killScanMs: 100,
  /** Bytes of one `readFile` without `maxBytes`. */
  readBytesMax: 256 * 1024 * 1024,
  /** Names read from one directory. */
  directoryEntriesMax: 1_000_000,
} as const;

export const IMPORT_LIMITS = {
  /** Bytes of one foreign line (SPEC 5: lines of 100 MB). A longer one is set aside. */
  lineBytesMax: 256 * 1024 * 1024,
  /** Lines above this are parsed in a worker, so that no parse blocks the main thread for long. */
  parseBytesMax: 4 * 1024 * 1024,
  /** Characters of base64 that stay in the record; larger media goes to a blob. */
  inlineBase64Max: 64 * 1024,
  /** Objects split from one physical line. */
  objectsPerLineMax: 1024,
  /** Lines between two yields to the event loop. */
  yieldLines: 256,
  /** Records appended to the store at a time. */
  batchRecords: 256,
  /** Answers listed in one record of imported usage. */
  usagePerRecord: 500,
  /** Records looked at to tell the format. */
  sniffRecords: 64,
  /** Sidechains of one file that become chains of their own; more share the last. */
  sidechainsMax: 1024,
} as const;

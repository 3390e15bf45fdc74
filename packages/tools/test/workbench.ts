/** A temporary folder, the real machine on it, and a way to call a tool as the executor does. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStore, Clock, Machine, Tool, ToolOutcome, ToolSession } from '@leat/engine';
import { localMachine, realClock } from '@leat/engine';
import { onTestFinished, vi } from 'vitest';

// Real processes and files on a machine that may be busy: slow is not wrong.
vi.setConfig({ testTimeout: 60_000 });

export interface Workbench {
  readonly folder: string;
  readonly session: ToolSession;
  readonly machine: Machine;
  readonly blobs: Map<string, string>;
  readonly progress: unknown[];
  /** Parses and runs; a refused input is a failed outcome. */
  call<I>(tool: Tool<I>, input: unknown, signal?: AbortSignal): Promise<ToolOutcome>;
  path(...names: string[]): string;
}

export interface WorkbenchOptions {
  readonly machine?: Partial<Machine>;
  readonly clock?: Clock;
  readonly onProgress?: (data: unknown) => void;
}

/** A fresh folder whose home, temporary and leat folders lie in it too; removed when the test is over. */
export function workbench(options: WorkbenchOptions = {}): Workbench {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'leat-tools-')));
  const folder = join(root, 'work');
  const home = join(root, 'home');
  const temporary = join(root, 'tmp');
  const real = localMachine();
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const machine: Machine = {
    platform: real.platform,
    home,
    env: { PATH: process.env['PATH'], HOME: home, TMPDIR: temporary, LEAT_HOME: join(home, '.leat') },
    files: real.files,
    spawn: (spawned) => real.spawn(spawned),
    ...options.machine,
  };
  const blobs = new Map<string, string>();
  const progress: unknown[] = [];
  const session: ToolSession = { cwd: folder, roots: [], files: new Map() };
  for (const path of [folder, home, temporary]) mkdirSync(path);
  return {
    folder,
    session,
    machine,
    blobs,
    progress,
    path: (...names) => join(folder, ...names),
    async call(tool, input, signal = new AbortController().signal) {
      const parsed = tool.parse(input);
      if (!parsed.ok) return { content: parsed.message, isError: true };
      return tool.run(parsed.input, {
        toolUseId: 'toolu_1',
        signal,
        session,
        machine,
        clock: options.clock ?? realClock,
        blobs: blobStore(blobs),
        progress: (data) => {
          progress.push(data);
          options.onProgress?.(data);
        },
      });
    },
  };
}

/** The text of an outcome. */
export function textOf(outcome: ToolOutcome): string {
  if (typeof outcome.content !== 'string') throw new Error('the outcome is not text');
  return outcome.content;
}

function blobStore(blobs: Map<string, string>): BlobStore {
  return {
    put: (content) => {
      const text = typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      blobs.set(hash, text);
      return Promise.resolve(hash);
    },
    get: (hash) => {
      const text = blobs.get(hash);
      return text === undefined ? Promise.reject(new Error('missing')) : Promise.resolve(Buffer.from(text));
    },
    has: (hash) => Promise.resolve(blobs.has(hash)),
  };
}

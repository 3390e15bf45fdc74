/** The machine that leat runs on: its files and its processes (SPEC 3). Nothing here knows of sessions. */
import { homedir } from 'node:os';
import type { Machine } from './host.ts';
import { spawnChild } from './local-child.ts';
import { localFiles } from './local-files.ts';

/** `env` is read at each access, so a later change of the process's environment is seen. */
export function localMachine(): Machine {
  return {
    platform: process.platform,
    home: homedir(),
    env: process.env,
    files: localFiles(),
    spawn: spawnChild,
  };
}

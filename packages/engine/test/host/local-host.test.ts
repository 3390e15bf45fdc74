import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe } from 'vitest';
import { localHost } from '../../src/host/local-host.ts';
import { hostConformance } from './conformance.ts';

const homes: string[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true });
});

describe('local host', () =>
  hostConformance(() => {
    const home = mkdtempSync(join(tmpdir(), 'leat-host-'));
    homes.push(home);
    return localHost({ home, version: '0.1.0' });
  }));

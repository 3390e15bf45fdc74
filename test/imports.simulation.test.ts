/** Packages depend one way and the kernel is pure: dependency-cruiser says so, and it does notice. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/temp.ts';

const root = join(new URL('.', import.meta.url).pathname, '..');
const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

function cruise(folder: string): Promise<{ code: number; text: string }> {
  const config = join(root, '.dependency-cruiser.cjs');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [cruiser, '--config', config, 'packages'],
      { cwd: folder },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : 1, text: stdout + stderr });
      },
    );
  });
}

test('packages depend one way, without cycles, and the kernel imports nothing that is not its own', async () => {
  const { code, text } = await cruise(root);
  expect(code, text).toBe(0);
});

test('a kernel that reads files, an engine that knows a tool and a simulator that knows us are noticed', async () => {
  const folder = temporaryFolder();
  const put = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  put('tsconfig.test.json', '{}');
  put(
    'packages/kernel/src/bad.ts',
    "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
  );
  put('packages/tools/src/tool.ts', 'export const tool = 1;\n');
  put('packages/engine/src/bad.ts', "export { tool } from '../../tools/src/tool.ts';\n");
  put('packages/sim/src/bad.ts', "export { read } from '../../kernel/src/bad.ts';\n");
  const { code, text } = await cruise(folder);
  expect(code).toBe(1);
  for (const rule of ['kernel-is-pure', 'engine-imports-one-way', 'sim-imports-one-way'])
    expect(text).toContain(rule);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bashTool } from '../../src/bash/bash-tool.ts';
import { editTool } from '../../src/edit/edit-tool.ts';
import { restoreToolSession } from '../../src/file/file-knowledge.ts';
import { readTool } from '../../src/read/read-tool.ts';
import { writeTool } from '../../src/write/write-tool.ts';
import { workbench } from '../workbench.ts';

it('a resumed session goes on editing what its displays say that it knows, and nothing that changed since', async () => {
  const bench = workbench();
  for (const name of ['read', 'changed']) writeFileSync(bench.path(name), 'one');
  const outcomes = [
    await bench.call(readTool, { file_path: 'read' }),
    await bench.call(readTool, { file_path: 'changed' }),
    await bench.call(writeTool, { file_path: 'written', content: 'one' }),
    await bench.call(editTool, { file_path: 'written', old_string: 'one', new_string: 'two' }),
  ];
  const before = new Map(bench.session.files);
  const stored: unknown = JSON.parse(JSON.stringify(outcomes.map(({ display }) => display)));
  bench.session.files.clear();
  restoreToolSession(bench.session, stored as unknown[]); // the list that was just written
  expect(bench.session.files).toEqual(before);
  writeFileSync(bench.path('changed'), 'two');
  const edit = (file_path: string, old_string: string) =>
    bench.call(editTool, { file_path, old_string, new_string: 'new' });
  expect(await edit('read', 'one')).not.toHaveProperty('isError');
  expect(await edit('written', 'two')).not.toHaveProperty('isError');
  expect(await edit('changed', 'two')).toMatchObject({ isError: true });
  expect(readFileSync(bench.path('written'), 'utf8')).toBe('new');
});

it('passes over displays of other kinds', () => {
  const { session } = workbench();
  const cwd = session.cwd;
  const displays = [
    null,
    1,
    'known',
    [],
    {},
    { known: null },
    { known: { path: 1 } },
    { known: { path: '/a', hash: 'h' } },
  ];
  restoreToolSession(session, [
    ...displays,
    { type: 'command', cwd: 'relative' },
    { type: 'other', cwd: '/' },
  ]);
  expect(session).toEqual({ cwd, roots: [], files: new Map() });
});

it('the shell of a resumed session stands where the last command left it', async () => {
  const bench = workbench();
  const outcomes = [
    await bench.call(bashTool, { command: 'mkdir a b; cd a' }),
    await bench.call(bashTool, { command: 'cd ../b' }),
  ];
  bench.session.cwd = bench.folder;
  restoreToolSession(
    bench.session,
    outcomes.map(({ display }) => display),
  );
  expect(bench.session.cwd).toBe(bench.path('b'));
});

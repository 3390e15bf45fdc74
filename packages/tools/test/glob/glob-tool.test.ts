import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { globParts } from '../../src/glob/glob-parts.ts';
import { globTool } from '../../src/glob/glob-tool.ts';
import { textOf, type Workbench, workbench } from '../workbench.ts';

function plant(bench: Workbench, names: readonly string[], content = ''): void {
  names.forEach((name, index) => {
    mkdirSync(dirname(bench.path(name)), { recursive: true });
    writeFileSync(bench.path(name), name.endsWith('.gitignore') ? 'out/\n*.log\n!keep.log\n' : content);
    utimesSync(bench.path(name), 1_000 - index, 1_000 - index);
  });
}

const names = [
  '.gitignore',
  'a.ts',
  'src/b.ts',
  'src/deep/c.ts',
  'src/d.js',
  'x.log',
  'keep.log',
  'out/e.ts',
  '.github/f.yml',
  '.git/g.ts',
];

/** The same cases with ripgrep and, where there is none, with the own walk. */
const machines = [
  ['ripgrep', {}],
  ['the own walk', { withoutRipgrep: true }],
] as const;

function benchFor(options: { readonly withoutRipgrep?: boolean }): Workbench {
  if (options.withoutRipgrep !== true) return workbench();
  const real = workbench().machine;
  return workbench({
    machine: { spawn: (spawned) => real.spawn({ ...spawned, command: '/no/such/program' }) },
  });
}

describe.each(machines)('Glob with %s', (_name, options) => {
  it.each<[string, object, string]>([
    ['everywhere without a slash', { pattern: '*.ts' }, 'a.ts\nsrc/b.ts\nsrc/deep/c.ts'],
    ['from the folder with one', { pattern: 'src/*.ts' }, 'src/b.ts'],
    ['through all folders', { pattern: 'src/**/*.ts' }, 'src/b.ts\nsrc/deep/c.ts'],
    ['just here', { pattern: './*.ts' }, 'a.ts'],
    ['with braces', { pattern: '**/*.{js,yml}' }, 'src/d.js\n.github/f.yml'],
    ['in a folder', { pattern: '**', path: 'src/deep' }, 'src/deep/c.ts'],
    ['one name', { pattern: 'c.ts' }, 'src/deep/c.ts'],
    ['one path', { pattern: 'src/deep/c.ts' }, 'src/deep/c.ts'],
    ['what .gitignore takes back', { pattern: '*.log' }, 'keep.log'],
    [
      'all in order of time',
      { pattern: '**/*' },
      '.gitignore\na.ts\nsrc/b.ts\nsrc/deep/c.ts\nsrc/d.js\nkeep.log\n.github/f.yml',
    ],
    ['in an ignored folder when it is named', { pattern: 'out/*' }, 'out/e.ts'],
  ])('finds files %s', async (_case, input, wanted) => {
    const bench = benchFor(options);
    plant(bench, names);
    const outcome = await bench.call(globTool, input);
    expect(outcome.isError).toBeUndefined();
    expect(outcome.content).toBe(wanted);
  });

  it('takes an absolute pattern and one that climbs', async () => {
    const bench = benchFor(options);
    plant(bench, names);
    expect(textOf(await bench.call(globTool, { pattern: `${bench.folder}/src/*.js` }))).toBe('src/d.js');
    bench.session.cwd = bench.path('src');
    expect(textOf(await bench.call(globTool, { pattern: '../*.ts' }))).toBe(bench.path('a.ts'));
    expect(globTool.access({ pattern: '../../*.ts' }, bench.session)).toEqual({
      kind: 'read',
      path: dirname(bench.folder),
    });
  });

  it('shows the newest 100 and says how many there are', async () => {
    const bench = benchFor(options);
    plant(
      bench,
      Array.from({ length: 150 }, (_, n) => `f${n}`),
    );
    const lines = textOf(await bench.call(globTool, { pattern: 'f*' })).split('\n');
    expect(lines).toHaveLength(101);
    expect(lines[99]).toBe('f99');
    expect(lines[100]).toBe('[The newest 100 of 150 files are shown. Narrow the pattern or the path.]');
  });

  it('does not follow a link in a circle', async () => {
    const bench = benchFor(options);
    plant(bench, ['a/b.ts']);
    symlinkSync('..', bench.path('a/up'));
    expect(textOf(await bench.call(globTool, { pattern: '**/*.ts' }))).toBe('a/b.ts');
  });
});

describe('Glob', () => {
  it('says where it looked when nothing matches', async () => {
    const bench = workbench();
    expect(await bench.call(globTool, { pattern: '*.zig' })).toMatchObject({
      content: `No files match in ${bench.folder}.`,
    });
  });

  it.each([
    [{ pattern: '' }, 'pattern: must not be empty'],
    [{ pattern: '*', path: 'nowhere' }, 'does not exist'],
    [{ pattern: '*', path: 'file' }, 'is a file; path must be a directory'],
  ])('refuses %j', async (input, words) => {
    const bench = workbench();
    writeFileSync(bench.path('file'), '');
    const outcome = await bench.call(globTool, input);
    expect(outcome.isError).toBe(true);
    expect(outcome.content).toContain(words);
  });

  it('stops when the signal aborts', async () => {
    const outcome = await workbench().call(globTool, { pattern: '*' }, AbortSignal.abort());
    expect(outcome).toMatchObject({ isError: true, content: 'The search was stopped before it was done.' });
  });

  it.each([
    ['*.ts', '', '*.ts'],
    ['./*.ts', '', './*.ts'],
    ['src/*.ts', 'src', './*.ts'],
    ['src/a.ts', 'src', './a.ts'],
    ['src/**/a.ts', 'src', '**/a.ts'],
    ['a.ts', '', 'a.ts'],
    ['src/', 'src', '**'],
    ['/*.ts', '/', './*.ts'],
    ['../x/*', '../x', './*'],
    ['[a]/b', '', '[a]/b'],
  ])('cuts %s', (pattern, base, rest) => {
    expect(globParts(pattern)).toEqual({ base, rest });
  });
});

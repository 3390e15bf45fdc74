import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grepTool } from '../../src/grep/grep-tool.ts';
import { textOf, type Workbench, workbench } from '../workbench.ts';

/** Writes files, each a second newer than the one before. */
function plant(bench: Workbench, files: { readonly [name: string]: string }): void {
  Object.entries(files).forEach(([name, content], index) => {
    mkdirSync(dirname(bench.path(name)), { recursive: true });
    writeFileSync(bench.path(name), content);
    utimesSync(bench.path(name), 1_000 + index, 1_000 + index);
  });
}

const sample = {
  'src/a.ts': 'alpha\nbeta\ngamma\n',
  'src/b.js': 'Alpha\nbeta\n',
  'docs/c.md': 'beta\n  beta\ndelta\n',
};

describe('Grep', () => {
  it('lists files newest first by default', async () => {
    const bench = workbench();
    plant(bench, sample);
    expect(textOf(await bench.call(grepTool, { pattern: 'beta' }))).toBe('docs/c.md\nsrc/b.js\nsrc/a.ts');
  });

  it.each<[string, object, string]>([
    [
      'lines with numbers',
      { output_mode: 'content' },
      'docs/c.md:1:beta\ndocs/c.md:2:  beta\nsrc/a.ts:2:beta\nsrc/b.js:2:beta',
    ],
    [
      'lines without numbers',
      { output_mode: 'content', '-n': false, glob: '*.md' },
      'docs/c.md:beta\ndocs/c.md:  beta',
    ],
    [
      'counts and their sum',
      { output_mode: 'count' },
      'docs/c.md:2\nsrc/a.ts:1\nsrc/b.js:1\n[4 matching lines in 3 files]',
    ],
    [
      'lines around',
      { output_mode: 'content', pattern: 'gamma|delta', '-B': 1 },
      'docs/c.md-2-  beta\ndocs/c.md:3:delta\n--\nsrc/a.ts-2-beta\nsrc/a.ts:3:gamma',
    ],
    [
      'lines after',
      { output_mode: 'content', pattern: '^alpha', '-A': 1 },
      'src/a.ts:1:alpha\nsrc/a.ts-2-beta',
    ],
    [
      'lines on both sides',
      { output_mode: 'content', path: 'src/a.ts', '-C': 1 },
      'src/a.ts-1-alpha\nsrc/a.ts:2:beta\nsrc/a.ts-3-gamma',
    ],
    ['case ignored', { pattern: 'ALPHA', '-i': true }, 'src/b.js\nsrc/a.ts'],
    ['one type', { type: 'ts' }, 'src/a.ts'],
    ['one glob', { glob: '*.{js,md}' }, 'docs/c.md\nsrc/b.js'],
    ['a glob with folders', { glob: 'src/**' }, 'src/b.js\nsrc/a.ts'],
    ['one folder', { path: 'src' }, 'src/b.js\nsrc/a.ts'],
    ['one file', { path: 'src/a.ts', output_mode: 'content' }, 'src/a.ts:2:beta'],
    [
      'several lines',
      { pattern: 'alpha.beta', multiline: true, output_mode: 'content' },
      'src/a.ts:1:alpha\nsrc/a.ts:2:beta',
    ],
    ['look-around', { pattern: '(?<!  )beta$', output_mode: 'content', glob: '*.md' }, 'docs/c.md:1:beta'],
    ['nothing', { pattern: 'no such text' }, 'No matches found.'],
    ['blank options as none', { path: '', glob: '', type: '' }, 'docs/c.md\nsrc/b.js\nsrc/a.ts'],
  ])('finds %s', async (_name, input, wanted) => {
    const bench = workbench();
    plant(bench, sample);
    const outcome = await bench.call(grepTool, { pattern: 'beta', ...input });
    expect(outcome.isError).toBeUndefined();
    expect(outcome.content).toBe(wanted);
  });

  it('leaves out what .gitignore names, without a repository too, and .git; hidden files are searched', async () => {
    const bench = workbench();
    plant(bench, {
      '.gitignore': 'out/\n*.log\n',
      'out/a': 'x',
      'b.log': 'x',
      '.git/c': 'x',
      '.env': 'x',
      'd/.git/e': 'x',
      f: 'x',
    });
    expect(textOf(await bench.call(grepTool, { pattern: '^x' }))).toBe('f\n.env');
    expect(textOf(await bench.call(grepTool, { pattern: '^x', path: 'out' }))).toBe('out/a');
    expect(textOf(await bench.call(grepTool, { pattern: '^x', glob: '**' }))).not.toContain('.git/');
  });

  it('says how much it left out', async () => {
    const bench = workbench();
    plant(bench, { a: 'x\n'.repeat(500), b: 'x\n' });
    const content = textOf(await bench.call(grepTool, { pattern: 'x', output_mode: 'content' }));
    expect(content.split('\n')).toHaveLength(201);
    expect(content).toMatch(/\n\[Only the first 200 are shown, there are more\./);
    const files = textOf(await bench.call(grepTool, { pattern: 'x', head_limit: 1 }));
    expect(files).toMatch(/^b\n\[Only the first 1 are shown/);
    const all = textOf(await bench.call(grepTool, { pattern: 'x', output_mode: 'content', head_limit: 0 }));
    expect(all.split('\n')).toHaveLength(501);
  });

  it('cuts long lines and bounds the result', async () => {
    const bench = workbench();
    plant(bench, {
      a: `needle ${'y'.repeat(1_000_000)}\n`.repeat(3),
      'min.js': `${`needle${'z'.repeat(900)}\n`.repeat(900)}`,
    });
    const text = textOf(
      await bench.call(grepTool, { pattern: 'needle', output_mode: 'content', head_limit: 0 }),
    );
    expect(text.length).toBeLessThan(41_000);
    expect(text).toContain('[... omitted end of long line]');
    expect(text).toContain('there are more');
  });

  it.each(['--pre=touch pwned', '-f/etc/passwd', '--', '-e', '--files'])(
    'takes the pattern %s as a pattern',
    async (pattern) => {
      const bench = workbench();
      plant(bench, { a: `${pattern}\n`, b: 'other\n' });
      expect(textOf(await bench.call(grepTool, { pattern }))).toBe('a');
    },
  );

  it('takes no option from names of files, globs, types or a configuration file', async () => {
    const bench = workbench();
    plant(bench, { '--pre=x': 'beta\n', rc: '--invert-match\n' });
    const env = { ...bench.machine.env, RIPGREP_CONFIG_PATH: bench.path('rc') };
    const configured = workbench({ machine: { env } });
    configured.session.cwd = bench.folder;
    expect(textOf(await configured.call(grepTool, { pattern: 'beta' }))).toBe('--pre=x');
    expect(
      textOf(await bench.call(grepTool, { pattern: 'beta', path: '--pre=x', output_mode: 'content' })),
    ).toBe('--pre=x:1:beta');
    expect(textOf(await bench.call(grepTool, { pattern: 'beta', glob: '--invert-match' }))).toBe(
      'No matches found.',
    );
    expect(await bench.call(grepTool, { pattern: 'beta', type: 'js --pre=x' })).toMatchObject({
      isError: true,
    });
  });

  it.each<[string, object, string]>([
    ['a wrong expression', { pattern: 'a(b' }, 'ripgrep failed: '],
    ['an unknown type', { pattern: 'a', type: 'nosuchtype' }, 'nosuchtype'],
    ['a wrong glob', { pattern: 'a', glob: 'a[' }, 'ripgrep failed: '],
    ['a path that does not exist', { pattern: 'a', path: 'nowhere' }, 'does not exist'],
    ['too much context', { pattern: 'a', '-C': 5_000 }, '-C: '],
    ['an unknown mode', { pattern: 'a', output_mode: 'lines' }, 'output_mode: '],
  ])('reports %s in words', async (_name, input, words) => {
    const outcome = await workbench().call(grepTool, input);
    expect(outcome.isError).toBe(true);
    expect(outcome.content).toContain(words);
  });

  it('refuses a FIFO, and is not held up by one in a folder', async () => {
    const bench = workbench();
    plant(bench, { a: 'x' });
    execFileSync('mkfifo', [bench.path('fifo')]);
    symlinkSync('/dev/zero', bench.path('zero'));
    expect(textOf(await bench.call(grepTool, { pattern: 'x' }))).toBe('a');
    expect(await bench.call(grepTool, { pattern: 'x', path: 'fifo' })).toMatchObject({ isError: true });
  });

  it('stops when the signal aborts', async () => {
    const bench = workbench();
    const outcome = await bench.call(grepTool, { pattern: 'x' }, AbortSignal.abort());
    expect(outcome).toMatchObject({ isError: true, content: 'The search was stopped before it was done.' });
  });

  it('gives up when its time is over and says so', async () => {
    const clock = { now: () => 0, sleep: () => Promise.resolve() };
    const bench = workbench({ clock });
    const outcome = await bench.call(grepTool, { pattern: 'x' });
    expect(outcome).toMatchObject({ isError: true });
    expect(outcome.content).toContain('given up after 20 s');
  });

  it('says what is missing where there is no ripgrep', async () => {
    const real = workbench().machine;
    const machine = {
      spawn: (options: Parameters<typeof real.spawn>[0]) =>
        real.spawn({ ...options, command: '/no/such/program' }),
    };
    expect(textOf(await workbench({ machine }).call(grepTool, { pattern: 'x' }))).toContain(
      'Searching needs ripgrep',
    );
  });

  it('shows names in any script, and paths outside the current directory whole', async () => {
    const bench = workbench();
    plant(bench, { 'e\u0301 \u65e5\u672c.txt': 'x' });
    writeFileSync(`${bench.machine.home}/h`, 'x');
    expect(textOf(await bench.call(grepTool, { pattern: 'x' }))).toBe('e\u0301 \u65e5\u672c.txt');
    expect(textOf(await bench.call(grepTool, { pattern: 'x', path: bench.machine.home }))).toBe(
      `${bench.machine.home}/h`,
    );
  });
});

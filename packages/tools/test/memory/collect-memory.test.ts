import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectMemory } from '../../src/memory/collect-memory.ts';
import { type Workbench, workbench } from '../workbench.ts';

function plant(bench: Workbench, files: { readonly [path: string]: string | Buffer }): void {
  for (const [path, content] of Object.entries(files)) {
    const absolute = path.replace(/^~/, bench.machine.home).replace(/^\.\//, `${bench.folder}/`);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
  }
}

async function collect(bench: Workbench, cwd = bench.folder, roots: readonly string[] = []) {
  const memory = await collectMemory(bench.machine, { cwd, roots, home: bench.machine.home });
  return {
    sections: memory.sections.map(({ name, text }) => `${name}: ${text}`.replaceAll(bench.folder, 'WORK')),
    notices: memory.notices.map((notice) => notice.replaceAll(bench.folder, 'WORK')),
  };
}

describe('memory files', () => {
  it('are found from the person to the working directory, in this order', async () => {
    const bench = workbench();
    plant(bench, {
      '~/.leat/AGENTS.md': 'person, leat',
      '~/.claude/CLAUDE.md': 'person',
      '~/.claude/rules/b.md': 'rule',
      './AGENTS.md': 'repository agents',
      './CLAUDE.md': 'repository',
      './CLAUDE.local.md': 'local',
      './.claude/CLAUDE.md': 'hidden',
      './pkg/AGENTS.md': 'package',
      './pkg/.claude/rules/a.md': 'always',
      './pkg/.claude/rules/deep/t.md': '---\ntitle: x\n---\ndeep',
      './pkg/.claude/rules/z.md': '---\npaths: "*.ts"\n---\nsometimes',
      './pkg/sub/AGENTS.md': 'not yet',
    });
    expect(await collect(bench, bench.path('pkg'))).toEqual({
      sections: [
        '~/.leat/AGENTS.md: person, leat',
        '~/.claude/CLAUDE.md: person',
        '~/.claude/rules/b.md: rule',
        'WORK/AGENTS.md: repository agents',
        'WORK/CLAUDE.md: repository',
        'WORK/.claude/CLAUDE.md: hidden',
        'WORK/CLAUDE.local.md: local',
        'AGENTS.md: package',
        '.claude/rules/a.md: always',
        '.claude/rules/deep/t.md: deep',
      ],
      notices: [],
    });
  });

  it('are nothing where there are none, or only blank ones', async () => {
    const bench = workbench();
    plant(bench, { './AGENTS.md': ' \n<!-- nothing -->\n' });
    expect(await collect(bench)).toEqual({ sections: [], notices: [] });
  });

  it('bring their imports behind them, relative to the file that imports', async () => {
    const bench = workbench();
    plant(bench, {
      './AGENTS.md': 'top @docs/a.md',
      './docs/a.md': 'a @b.md',
      './docs/b.md': 'b @../AGENTS.md',
    });
    expect(await collect(bench)).toEqual({
      sections: ['AGENTS.md: top @docs/a.md', 'docs/a.md: a @b.md', 'docs/b.md: b @../AGENTS.md'],
      notices: [],
    });
  });

  it('are told once, whatever links to them or imports them', async () => {
    const bench = workbench();
    plant(bench, { './AGENTS.md': 'one' });
    symlinkSync('AGENTS.md', bench.path('CLAUDE.md'));
    plant(bench, { './CLAUDE.local.md': '@AGENTS.md' });
    expect((await collect(bench)).sections).toEqual(['AGENTS.md: one', 'CLAUDE.local.md: @AGENTS.md']);
  });

  it('import four files deep and not five', async () => {
    const bench = workbench();
    plant(bench, {
      './AGENTS.md': '@1.md',
      './1.md': '@2.md',
      './2.md': '@3.md',
      './3.md': '@4.md',
      './4.md': '@5.md',
      './5.md': 'deep',
    });
    const { sections, notices } = await collect(bench);
    expect(sections).toHaveLength(5);
    expect(notices).toEqual(['4.md imports 5.md, which was skipped: more than 4 imports deep.']);
  });

  it('import nothing from outside, by path or by link, unless it was added', async () => {
    const bench = workbench();
    plant(bench, { '~/secret.md': 'secret', './AGENTS.md': '@~/secret.md @link.md @../home/secret.md' });
    symlinkSync(`${bench.machine.home}/secret.md`, bench.path('link.md'));
    expect(await collect(bench)).toEqual({
      sections: ['AGENTS.md: @~/secret.md @link.md @../home/secret.md'],
      notices: ['~/secret.md', 'link.md', '../home/secret.md'].map(
        (path) => `AGENTS.md imports ${path}, which was skipped: it lies outside the working directories.`,
      ),
    });
    expect((await collect(bench, bench.folder, [bench.machine.home])).sections).toContain(
      '~/secret.md: secret',
    );
  });

  it('of a project do not lead outside by being links', async () => {
    const bench = workbench();
    plant(bench, { '~/secret.md': 'secret' });
    symlinkSync(`${bench.machine.home}/secret.md`, bench.path('CLAUDE.md'));
    const { sections, notices } = await collect(bench);
    expect(sections).toEqual([]);
    expect(notices[0]).toContain('CLAUDE.md was skipped: it leads to');
  });

  it('give a notice for a path that does not exist and none for a mention', async () => {
    const bench = workbench();
    plant(bench, { './AGENTS.md': '@missing.md @./gone @someone @types/node' });
    expect((await collect(bench)).notices).toEqual([
      'AGENTS.md imports missing.md, which does not exist.',
      'AGENTS.md imports ./gone, which does not exist.',
    ]);
  });

  it('that are FIFOs, binary or too large are skipped with a notice', async () => {
    const bench = workbench();
    execFileSync('mkfifo', [bench.path('AGENTS.md')]);
    plant(bench, { './CLAUDE.md': Buffer.from([1, 0, 2]), './CLAUDE.local.md': 'x'.repeat(5_000_000) });
    mkdirSync(bench.path('.claude/CLAUDE.md'), { recursive: true });
    expect(await collect(bench)).toEqual({
      sections: [],
      notices: [
        'AGENTS.md was skipped: it is not a regular file.',
        'CLAUDE.md was skipped: it is not text.',
        'CLAUDE.local.md was skipped: 5.0 MB is too large (at most 4.2 MB).',
      ],
    });
  });

  it('that are long are cut with a notice', async () => {
    const bench = workbench();
    plant(bench, { './AGENTS.md': 'x'.repeat(100_000) });
    const { sections, notices } = await collect(bench);
    expect(sections[0]).toHaveLength('AGENTS.md: '.length + 65_536);
    expect(notices).toEqual(['AGENTS.md was cut: 65,536 of 100,000 characters are told to the model.']);
  });

  it.each([
    ['a byte order mark', '\uFEFFone'],
    ['UTF-16', Buffer.from('\uFEFFone', 'utf16le')],
    ['CRLF', 'one\r\n'],
  ])('are read without %s', async (_name, content) => {
    const bench = workbench();
    plant(bench, { './AGENTS.md': content });
    expect((await collect(bench)).sections).toEqual(['AGENTS.md: one']);
  });
});

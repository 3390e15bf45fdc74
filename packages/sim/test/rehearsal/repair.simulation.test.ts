import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRehearsal } from '../../src/rehearsal/rehearsal.ts';
import { bashTool, drive, readTool, usualTools, type ToolResult } from './executor.ts';
import { PLANTS, snapshot, writeProject } from './projects.ts';

const ASK = 'a test fails here, find out why and fix it';
const runs = Number(process.env['LEAT_RUNS'] ?? 3);

function passes(folder: string, ...args: string[]): boolean {
  return (
    spawnSync(process.execPath, args, { cwd: folder, timeout: 60_000, env: { PATH: process.env['PATH'] } })
      .status === 0
  );
}

describe('the rehearsal repairs', () => {
  test.each(PLANTS.slice(0, Math.max(1, runs)))('$name in a small project', async (plant) => {
    const [folder, remove] = writeProject([plant]);
    try {
      const tests = readFileSync(join(folder, 'test.js'), 'utf8');
      const session = await drive(createRehearsal(), usualTools(folder), ASK, folder);
      expect(session.answer).toMatch(/^Fixed\./);
      expect(passes(folder, 'test.js')).toBe(true);
      expect(readFileSync(join(folder, 'test.js'), 'utf8')).toBe(tests);
    } finally {
      remove();
    }
  });

  test('with nothing but a shell of another name', async () => {
    const [folder, remove] = writeProject(PLANTS.slice(0, 1));
    try {
      const tools = [bashTool(folder, 'execute_command', 'cmd')];
      const session = await drive(createRehearsal(), tools, ASK, folder, { system: 'You have a shell.' });
      expect(session.answer).toMatch(/^Fixed\./);
      expect(passes(folder, 'test.js')).toBe(true);
    } finally {
      remove();
    }
  });

  test('the bundled sample, whose two bugs are found one after the other', async () => {
    const sample = new URL('../../../leat/demo', import.meta.url).pathname;
    expect(existsSync(sample)).toBe(true);
    const folder = mkdtempSync(join(tmpdir(), 'rehearsal-sample-'));
    try {
      cpSync(sample, folder, { recursive: true });
      expect(passes(folder, '--test')).toBe(false);
      const session = await drive(createRehearsal(), usualTools(folder), ASK, folder);
      expect(session.answer).toMatch(/^Fixed\./);
      expect(session.rounds).toBeGreaterThanOrEqual(15);
      expect(passes(folder, '--test')).toBe(true);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the rehearsal tells the truth', () => {
  const refusal: ToolResult = { text: 'Permission to use this tool was denied.', failed: true };

  test('when the shell is refused', async () => {
    const [folder, remove] = writeProject(PLANTS.slice(0, 1));
    try {
      const before = snapshot(folder);
      const intercept = (name: string): ToolResult | undefined => (name === 'Bash' ? refusal : undefined);
      const session = await drive(createRehearsal(), usualTools(folder), ASK, folder, { intercept });
      expect(session.answer).toMatch(/refused/);
      expect(session.calls.filter((call) => call.name === 'Bash')).toHaveLength(2);
      expect(snapshot(folder)).toEqual(before);
    } finally {
      remove();
    }
  });

  test('when edits are refused, without going round by the shell', async () => {
    const [folder, remove] = writeProject(PLANTS.slice(0, 1));
    try {
      const before = snapshot(folder);
      const intercept = (name: string): ToolResult | undefined => (name === 'Edit' ? refusal : undefined);
      const session = await drive(createRehearsal(), usualTools(folder), ASK, folder, { intercept });
      expect(session.answer).toMatch(/^Not fixed/);
      expect(session.answer).toMatch(/refused/);
      expect(snapshot(folder)).toEqual(before);
    } finally {
      remove();
    }
  });

  test('when no rule helps: the project is as it was', async () => {
    const impossible = {
      'test.js': "require('assert').strictEqual(require('./lib/list').sum([1]), 'a quince tree');\n",
    };
    const [folder, remove] = writeProject([], impossible);
    try {
      const before = snapshot(folder);
      const intercept = (_: string, input: { readonly [key: string]: unknown }): ToolResult | undefined =>
        /^const task = /m.test(String(input['command']))
          ? { text: '[tried 600 of 600]', failed: false }
          : undefined;
      const session = await drive(createRehearsal(), usualTools(folder), ASK, folder, { intercept });
      expect(session.answer).toMatch(/^Not fixed: `npm test` still fails\./);
      expect(snapshot(folder)).toEqual(before);
    } finally {
      remove();
    }
  });

  test('when no shell is offered', async () => {
    const [folder, remove] = writeProject(PLANTS.slice(0, 1));
    try {
      const session = await drive(createRehearsal(), [readTool(folder)], ASK, folder);
      expect(session.answer).toMatch(/no shell tool is offered/);
    } finally {
      remove();
    }
  });
});

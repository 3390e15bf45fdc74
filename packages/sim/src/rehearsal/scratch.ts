/**
 * Trying many edits in a scratch copy: a program for the shell tool copies the project to a temporary folder, makes
 * one edit at a time there, runs the test, and prints which edits help. The project itself is not touched; the edit
 * that helps is made afterwards with the edit tool and judged by the real tests.
 */
import type { Candidate } from './candidate.ts';
import { LIMITS } from './limits.ts';
import { nodeCommand } from './shell-words.ts';

const PROGRAM = String.raw`
// Tries one-line edits in a scratch copy of this folder and prints which of them help. Changes nothing in this folder.
const fs = require('node:fs'), os = require('node:os'), path = require('node:path');
const { spawn } = require('node:child_process');
const task = TASK;
const began = Date.now();
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'rehearsal-'));
const env = { ...process.env };
delete env.NODE_TEST_CONTEXT;
function copy(name) {
  const to = path.join(root, name);
  fs.cpSync('.', to, { recursive: true, filter: (from) => !/(^|[\\/])(node_modules|\.git)$/.test(from) });
  if (fs.existsSync('node_modules')) fs.symlinkSync(path.resolve('node_modules'), path.join(to, 'node_modules'), 'junction');
  return to;
}
function run(folder, timeout) {
  return new Promise((resolve) => {
    const child = spawn(task.command, { cwd: folder, shell: true, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '', cut = false;
    const take = (part) => { if (text.length < 4e6) text += part; };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const timer = setTimeout(() => { cut = true; try { process.kill(-child.pid, 'SIGKILL'); } catch (error) { child.kill('SIGKILL'); } }, timeout);
    child.on('close', (code) => { clearTimeout(timer); resolve({ code: cut ? -1 : code, text }); });
  });
}
function failing(text) {
  const told = /^(?:#|ℹ) fail (\d+)/m.exec(text) || /\b(\d+) (?:tests? |assertions? )?(?:failed|failing|failures?)\b/i.exec(text) || /\bfail(?:ed|ures?)?:? +(\d+)\b/i.exec(text);
  if (told) return Number(told[1]);
  const rows = text.match(/^\s*not ok \d/gm) || text.match(/^\s*(?:✗|✖|✘|×|FAIL\b)/gm);
  return rows ? rows.length : null;
}
function short(text) {
  const share = [...text.matchAll(/\b(\d+) (?:of|out of|\/) (\d+) (?:tests? |assertions? |specs? )?pass(?:ed|ing)?\b/gi)].at(-1);
  return share !== undefined && Number(share[1]) < Number(share[2]);
}
function reached(text) {
  const name = task.testFile.replace(/[.*+?^$(){}|[\]\\]/g, '\\$&');
  const place = task.testFile && new RegExp(name + ':(\\d+)').exec(text);
  return place ? Number(place[1]) : 0;
}
function verdict(result, base) {
  if (result.code === 0 && !short(result.text)) return 'passes';
  if (result.code === -1) return '';
  const now = failing(result.text), before = base.code === -1 ? null : failing(base.text);
  if (now !== null && before !== null) return now < before ? 'fewer ' + now : '';
  if (now !== null && base.code === -1) return 'fewer ' + now;
  const line = reached(result.text);
  return line > reached(base.text) ? 'later ' + line : '';
}
async function main() {
  const first = copy('0');
  const start = Date.now();
  const base = await run(first, task.hangs ? 2000 : task.trialMs * 2);
  const timeout = task.hangs || base.code === -1 ? Math.min(task.trialMs, 3000) : Math.min(task.trialMs, 1500 + 5 * (Date.now() - start));
  console.log('unchanged: exit ' + base.code + ', failing ' + failing(base.text));
  if (base.code === 0 && !short(base.text)) return console.log('[scratch differs]');
  let next = 0, won = Infinity;
  async function work(folder) {
    while (next < Math.min(task.edits.length, won) && Date.now() - began < task.budgetMs) {
      const index = next++;
      const [file, line, column, length, insert] = task.edits[index];
      const place = path.join(folder, task.files[file]);
      const text = fs.readFileSync(place, 'utf8');
      let at = 0;
      for (let count = 1; count < line; count++) at = text.indexOf('\n', at) + 1;
      fs.writeFileSync(place, text.slice(0, at + column) + insert + text.slice(at + column + length));
      const said = verdict(await run(folder, timeout), base);
      fs.writeFileSync(place, text);
      if (said) console.log('edit ' + index + ' ' + said);
      if (said === 'passes') won = Math.min(won, index);
    }
  }
  const workers = Math.max(1, Math.min(task.edits.length, os.cpus().length, 4));
  const folders = [first];
  for (let index = 1; index < workers; index++) folders.push(copy(String(index)));
  await Promise.all(folders.map(work));
  console.log('[tried ' + next + ' of ' + task.edits.length + ']');
}
main().catch((error) => console.log('[scratch failed: ' + error.message + ']')).finally(() => fs.rmSync(root, { recursive: true, force: true }));
`;

/** What the scratch copy showed. */
export interface ScratchReport {
  /** Edits of the batch that were tried, from its beginning. */
  readonly tried: number;
  /** Helpful edits by index in the batch, best first. */
  readonly helpful: readonly { readonly index: number; readonly passes: boolean }[];
  readonly usable: boolean;
}

/** What a scratch command needs to know. */
export interface ScratchTask {
  readonly command: string;
  readonly testFile: string;
  readonly hangs: boolean;
  readonly batch: readonly Candidate[];
  readonly textOf: (path: string) => string;
}

/** The command that tries a batch in a scratch copy. */
export function scratchCommand(task: ScratchTask): string {
  const files = [...new Set(task.batch.map((candidate) => candidate.path))];
  const edits = task.batch.map((candidate) => {
    const text = task.textOf(candidate.path);
    const lineStart = text.lastIndexOf('\n', candidate.start - 1) + 1;
    let line = 1;
    for (let at = 0; at < lineStart; at += 1) if (text[at] === '\n') line += 1;
    return [
      files.indexOf(candidate.path),
      line,
      candidate.start - lineStart,
      candidate.end - candidate.start,
      candidate.insert,
    ];
  });
  const { command, testFile, hangs } = task;
  const told = {
    command,
    testFile,
    hangs,
    trialMs: LIMITS.trialMsMax,
    budgetMs: LIMITS.scratchMs,
    files,
    edits,
  };
  return nodeCommand(PROGRAM.replace('TASK', () => JSON.stringify(told)));
}

/** Reads what the scratch program printed. */
export function scratchReportOf(text: string): ScratchReport {
  const tried = /\[tried (\d+) of \d+\]/.exec(text);
  const found = [...text.matchAll(/^edit (\d+) (passes|fewer (\d+)|later (\d+))$/gm)].map((match) => ({
    index: Number(match[1]),
    passes: match[2] === 'passes',
    order:
      match[2] === 'passes' ? -1 : match[3] !== undefined ? Number(match[3]) : 100_000 - Number(match[4]),
  }));
  const helpful = found.toSorted((a, b) => a.order - b.order || a.index - b.index);
  return { tried: Number(tried?.[1] ?? 0), helpful, usable: tried !== null };
}

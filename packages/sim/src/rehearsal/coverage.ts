/** Which lines a test ran, by Node's own coverage: a program for the shell tool, and the reading of what it prints. */
import type { Executed } from './ranking.ts';
import { nodeCommand } from './shell-words.ts';

const PROGRAM = String.raw`
// Runs a command under Node's coverage and prints which lines of which files ran. Changes nothing in the project.
const fs = require('node:fs'), os = require('node:os'), path = require('node:path');
const { fileURLToPath } = require('node:url');
const { spawnSync } = require('node:child_process');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rehearsal-'));
const env = { ...process.env, NODE_V8_COVERAGE: folder };
delete env.NODE_TEST_CONTEXT;
const run = spawnSync(process.argv[2], { shell: true, env, timeout: Number(process.argv[3]), encoding: 'utf8', maxBuffer: 1e8 });
const files = new Map();
for (const name of fs.readdirSync(folder)) {
  let report;
  try { report = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')); } catch (error) { console.log('skipped ' + name); continue; }
  for (const script of report.result) {
    if (!script.url.startsWith('file:')) continue;
    const file = path.relative(process.cwd(), fileURLToPath(script.url));
    if (file.startsWith('..') || /node_modules/.test(file) || !fs.existsSync(file)) continue;
    const text = fs.readFileSync(file, 'utf8');
    const counts = new Uint8Array(text.length);
    for (const each of script.functions) for (const range of each.ranges)
      counts.fill(range.count > 0 ? 1 : 0, range.startOffset, range.endOffset);
    const lines = files.get(file) || new Set();
    let line = 1;
    for (let at = 0; at < text.length; at++) {
      if (text[at] === '\n') line++;
      else if (counts[at] && text[at] !== ' ' && text[at] !== '}' && text[at] !== ')' && text[at] !== ';') lines.add(line);
    }
    files.set(file, lines);
  }
}
for (const [file, lines] of files) {
  const spans = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = spans[spans.length - 1];
    if (last && last[1] === line - 1) last[1] = line;
    else spans.push([line, line]);
  }
  console.log('ran ' + file + ': ' + spans.map(([a, b]) => (a === b ? a : a + '-' + b)).join(' '));
}
fs.rmSync(folder, { recursive: true, force: true });
console.log('[status ' + run.status + ']');
`;

/** The command that shows which lines `command` runs. */
export function coverageCommand(command: string, timeoutMs: number): string {
  return nodeCommand(PROGRAM, command, String(timeoutMs));
}

/** Reads what the program printed; undefined where it shows nothing. */
export function executedOf(text: string): Executed | undefined {
  const found = new Map<string, Set<number>>();
  for (const match of text.matchAll(/^ran (.+?): ([\d -]*)$/gm)) {
    const lines = new Set<number>();
    for (const span of (match[2] ?? '').split(' ')) {
      if (span === '') continue;
      const [from = '', to = from] = span.split('-');
      for (let line = Number(from); line <= Number(to); line += 1) lines.add(line);
    }
    if (match[1]) found.set(match[1], lines);
  }
  return found.size > 0 ? found : undefined;
}

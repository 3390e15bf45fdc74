/**
 * A session file must never run as a shell script: what people and models wrote is in it, backticks included (RELIABILITY D9).
 * This finds session files where a shell would execute them. It is a guard against accidents, not against intent: the sandbox is the wall.
 */
import { isAbsolute, join, normalize, resolve } from 'node:path';
import type { Machine } from '@leat/engine';
import { nestedShellsMax } from '../limits.ts';

/** Programs that run the file named behind their options, or what they get on standard input. */
const interpreters = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'source', '.', 'eval']);
/** Programs that run the command that follows. */
const wrappers = new Set([
  'sudo',
  'env',
  'exec',
  'command',
  'builtin',
  'time',
  'nohup',
  'nice',
  'setsid',
  'xargs',
  'timeout',
  'stdbuf',
]);

interface Word {
  readonly text: string;
  readonly operator: boolean;
}

/** Words for a refusal, or null where the command is none of these. */
export function refuseSessionFile(command: string, cwd: string, machine: Machine): string | null {
  const home = machine.env['LEAT_HOME'] ?? join(machine.home, '.leat');
  const root = join(resolve(home), 'projects');
  const isSession = (word: string) => isSessionPath(word, cwd, root, machine);
  const hit = sessionFileRun(command, isSession, 0);
  if (hit === undefined) return null;
  return `Refused: ${hit} is a leat session file, and this command would execute it as a script. What people and models wrote is in it, so that could do anything. Read it with \`leat view\`, or as text.`;
}

/** The session file that a command would execute, also inside the text that it gives to another shell. */
function sessionFileRun(
  command: string,
  isSession: (word: string) => boolean,
  depth: number,
): string | undefined {
  const words = wordsOf(command);
  const executed = executedWords(words);
  const hit = executed.find(isSession) ?? pipedIntoShell(words, isSession);
  if (hit !== undefined || depth >= nestedShellsMax) return hit;
  for (const word of executed) {
    const inner = /\s/.test(word) ? sessionFileRun(word, isSession, depth + 1) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function isSessionPath(word: string, cwd: string, root: string, machine: Machine): boolean {
  const expanded = word
    .replace(/^~(?=\/|$)/, machine.home)
    .replace(/\$\{?HOME\}?/g, machine.home)
    .replace(/\$\{?LEAT_HOME\}?/g, join(root, '..'));
  const path = normalize(isAbsolute(expanded) ? expanded : join(cwd, expanded));
  return (
    path.startsWith(`${root}/`) && (path.endsWith('.jsonl') || /[*?[]/.test(path) || /\/blobs\//.test(path))
  );
}

/** Every word that a shell would run: in command position, behind a wrapper, or named to an interpreter. */
function executedWords(words: readonly Word[]): readonly string[] {
  const executed: string[] = [];
  let place: 'command' | 'script' | 'argument' = 'command';
  for (const { text, operator } of words) {
    if (operator) {
      if (text === '<') place = place === 'script' ? 'script' : 'argument';
      else if (text !== '>') place = 'command';
      continue;
    }
    if (place === 'argument') continue;
    if (place === 'command' && /^[A-Za-z_]\w*=/.test(text)) continue;
    if (place === 'command' && /^(then|do|else|elif|if|while|until|!|\{)$/.test(text)) continue;
    if (text.startsWith('-') || /^\d+[smhd]?$/.test(text)) continue;
    executed.push(text);
    const name = text.split('/').at(-1) ?? text;
    if (interpreters.has(name)) place = 'script';
    else if (!wrappers.has(name)) place = 'argument';
  }
  return executed;
}

/** A session file that is read in a pipeline whose later part is a shell. */
function pipedIntoShell(words: readonly Word[], isSession: (word: string) => boolean): string | undefined {
  let seen: string | undefined;
  let afterPipe = false;
  for (const { text, operator } of words) {
    if (operator) {
      afterPipe = text === '|';
      if (text === ';' || text === '&') seen = undefined;
      continue;
    }
    if (afterPipe && wrappers.has(text)) continue;
    if (afterPipe && seen !== undefined && interpreters.has(text.split('/').at(-1) ?? text)) return seen;
    if (isSession(text)) seen = text;
    afterPipe = false;
  }
  return undefined;
}

/** A rough lexer: words without their quotes, and the operators between them. Substitutions begin a command. */
function wordsOf(command: string): readonly Word[] {
  const words: Word[] = [];
  let text = '';
  let quote = '';
  const flush = () => {
    if (text !== '') words.push({ text, operator: false });
    text = '';
  };
  for (let at = 0; at < command.length; at++) {
    const char = command.charAt(at);
    if (char === '\\' && quote !== "'") {
      if (command.charAt(at + 1) !== '\n') text += command.charAt(at + 1);
      at++;
    } else if (quote !== '' && char === quote) quote = '';
    else if (quote === '' && (char === "'" || char === '"')) quote = char;
    else if (quote !== "'" && (char === '`' || command.startsWith('$(', at))) {
      flush();
      words.push({ text: ';', operator: true });
      if (char === '$') at++;
    } else if (quote !== '') text += char;
    else if (/\s/.test(char)) {
      flush();
      if (char === '\n') words.push({ text: ';', operator: true });
    } else if (';&|()<>'.includes(char)) {
      flush();
      const pair = command.charAt(at + 1) === char ? 1 : 0;
      words.push({
        text: char === '(' || char === ')' || pair === 1 ? (char === '<' || char === '>' ? '>' : ';') : char,
        operator: true,
      });
      at += pair;
    } else text += char;
  }
  flush();
  return words;
}

/** What a job knows of the project: paths, texts as far as they were read, its own edits. And the steps to learn more. */
import type { Candidate } from './candidate.ts';
import { LIMITS } from './limits.ts';
import { nodeCommand, shellCommandOf } from './shell-words.ts';
import type { Action, ActionKind, Job, Observation } from './step.ts';
import { fileTextOf, pathsOf, printedFolder } from './tool-text.ts';
import type { Toolbox } from './toolbox.ts';

/** An edit that stands in the project. */
export interface MadeEdit {
  readonly candidate: Candidate;
  readonly oldText: string;
  readonly newText: string;
  /** The line before and after, for the report. */
  readonly before: string;
  readonly after: string;
}

const DOING: Readonly<Record<ActionKind, string>> = {
  list: 'listing files',
  read: 'reading files',
  search: 'searching files',
  edit: 'editing files',
  shell: 'running shell commands',
};

export class Workspace {
  paths: readonly string[] = [];
  folder: string | undefined;
  readonly texts = new Map<string, string>();
  /** Once a call was refused: half a sentence that says so, and which permission is missing. */
  refusal: string | undefined;
  calls = 0;

  constructor(readonly toolbox: Toolbox) {
    this.folder = toolbox.folder;
  }

  /** Takes a step; one that was cut by a crash is repeated. */
  *take(say: string, action: Action): Job<Observation> {
    let seen: Observation = yield { say, action };
    this.calls += 1;
    for (let again = 0; seen.cut && action.kind !== 'edit' && again < LIMITS.repeatsMax; again += 1) {
      seen = yield { say: 'That call was cut. I make it again.', action };
      this.calls += 1;
    }
    if (seen.refused) this.refusal = this.refusalOf(action);
    return seen;
  }

  /** The words that came with a refusal are meant for a model; a person needs the permission's name. */
  private refusalOf({ kind }: Action): string {
    const by = this.toolbox.has(kind) ? kind : 'shell';
    const doing = DOING[by];
    return this.toolbox.has(by)
      ? `the call was refused; it needs the permission for ${doing}`
      : `no tool for ${DOING[kind]} is offered`;
  }

  /** Runs a shell command. */
  *shell(say: string, command: string, purpose: string, timeoutMs?: number): Job<Observation> {
    const action = { kind: 'shell', command, purpose } as const;
    return yield* this.take(say, timeoutMs === undefined ? action : { ...action, timeoutMs });
  }

  /** Lists the project's files. */
  *list(say: string): Job<void> {
    const shell: Action = {
      kind: 'shell',
      command: shellCommandOf({ kind: 'list' }),
      purpose: 'List the files of the project',
    };
    if (this.toolbox.has('list') && this.folder !== undefined) {
      const seen = yield* this.take(say, { kind: 'list' });
      this.paths = seen.failed ? [] : pathsOf(seen.text, this.folder);
      const enough =
        this.paths.length > 0 && this.paths.length < 100 && !/truncated|node_modules/i.test(seen.text);
      if (enough || !this.toolbox.has('shell')) return;
    }
    const seen = yield* this.take(
      this.paths.length > 0 ? 'The listing may be cut; I list by the shell.' : say,
      shell,
    );
    if (seen.failed) return;
    this.folder ??= printedFolder(seen.text);
    const found = pathsOf(seen.text, this.folder);
    if (found.length > 0) this.paths = found;
  }

  /** Reads a file whole, in pages where it must; undefined where it can't be had. */
  *read(path: string, say: string): Job<string | undefined> {
    const known = this.texts.get(path);
    if (known !== undefined) return known;
    const lines = new Map<number, string>();
    const viaShell = !this.toolbox.has('read');
    for (let page = 0; page < LIMITS.pagesMax; page += 1) {
      const from = lines.size + 1;
      const paged = page > 0 || viaShell;
      const action: Action = paged
        ? { kind: 'read', path, fromLine: from, lines: LIMITS.pageLines }
        : { kind: 'read', path };
      const seen = yield* this.take(page === 0 ? say : `I read on at line ${from}.`, action);
      if (seen.failed && page > 0) break;
      if (seen.failed && (seen.refused || viaShell || !/large|exceed|limit|token|long/i.test(seen.text)))
        return undefined;
      const got = fileTextOf(seen.failed ? '' : seen.text, from);
      if (!seen.failed) for (const [number, text] of got.lines) lines.set(number, text);
      const more = seen.failed || got.notice || (viaShell && got.lines.size >= LIMITS.pageLines);
      if (!more || (page > 0 && got.lines.size === 0)) break;
    }
    if (lines.size === 0) return undefined;
    const text = Array.from({ length: lines.size }, (_, index) => lines.get(index + 1) ?? '').join('\n');
    this.texts.set(path, text);
    return text;
  }

  /** Makes an edit with the edit tool, else by the shell. Undefined where it could not be made. */
  *edit(candidate: Candidate, say: string): Job<MadeEdit | undefined> {
    const text = this.texts.get(candidate.path) ?? '';
    const change = quotedChange(text, candidate);
    if (!change) return undefined;
    const done = yield* this.change(candidate.path, change.oldText, change.newText, say);
    if (!done) return undefined;
    this.texts.set(
      candidate.path,
      text.slice(0, candidate.start) + candidate.insert + text.slice(candidate.end),
    );
    return { candidate, ...change };
  }

  /** Takes an edit back. */
  *undo(edit: MadeEdit, say: string): Job<boolean> {
    const { path } = edit.candidate;
    const done = yield* this.change(path, edit.newText, edit.oldText, say);
    const text = this.texts.get(path) ?? '';
    const at = text.indexOf(edit.newText);
    if (done && at >= 0)
      this.texts.set(path, text.slice(0, at) + edit.oldText + text.slice(at + edit.newText.length));
    return done;
  }

  private *change(path: string, oldText: string, newText: string, say: string): Job<boolean> {
    const action = { kind: 'edit', path, oldText, newText } as const;
    let seen = yield* this.take(say, action);
    if (seen.cut)
      seen = yield* this.shell(
        'That edit was cut. I look which text stands there.',
        presenceCommand(path, newText),
        'See whether the edit was made',
        10_000,
      );
    if (/\[present\]/.test(seen.text)) return true;
    if (!seen.failed && !/\[absent\]|not changed/.test(seen.text)) return true;
    if (seen.refused || !this.toolbox.has('shell') || !this.toolbox.has('edit')) return false;
    const again = yield* this.shell(
      'The edit tool did not take it. I make the same change by the shell.',
      shellCommandOf(action),
      'Change one line',
      10_000,
    );
    return !again.failed && /changed /.test(again.text) && !/not changed/.test(again.text);
  }
}

function presenceCommand(path: string, text: string): string {
  const told = JSON.stringify({ path, text });
  return nodeCommand(
    `const want = ${told};\nconst text = require('node:fs').readFileSync(want.path, 'utf8').replace(/\\r\\n/g, '\\n');\nconsole.log(text.includes(want.text) ? '[present]' : '[absent]');`,
  );
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function occursOnce(text: string, part: string): boolean {
  const at = text.indexOf(part);
  return part !== '' && at >= 0 && !text.includes(part, at + 1);
}

/** The text to quote for an edit: whole lines, with neighbours until old and new text are unique. */
export function quotedChange(text: string, candidate: Candidate): Omit<MadeEdit, 'candidate'> | undefined {
  let from = lineStart(text, candidate.start);
  let to = lineEnd(text, candidate.end);
  const edited = text.slice(0, candidate.start) + candidate.insert + text.slice(candidate.end);
  const grow = candidate.insert.length - (candidate.end - candidate.start);
  const before = text.slice(from, to).trim();
  const after = edited.slice(from, to + grow).trim();
  for (let more = 0; more <= LIMITS.quoteLinesMax; more += 1) {
    const oldText = text.slice(from, to);
    const newText = edited.slice(from, to + grow);
    if (occursOnce(text, oldText) && occursOnce(edited, newText)) return { oldText, newText, before, after };
    if (from > 0 && (more % 2 === 0 || to === text.length)) from = lineStart(text, from - 1);
    else if (to < text.length) to = lineEnd(text, to + 1);
  }
  return undefined;
}

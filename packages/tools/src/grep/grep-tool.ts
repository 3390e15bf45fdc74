/** Grep: contents of files by regular expression, with ripgrep. */
import type { Tool, ToolContext, ToolOutcome } from '@leat/engine';
import { newestFirst } from '../file/newest-first.ts';
import { foundPath, type SearchBase, searchBase } from '../file/search-base.ts';
import { grepEntriesDefault, grepEntriesMax, patternCharsMax, searchTimeoutMs } from '../limits.ts';
import { absolutePath, shownPath } from '../path/absolute-path.ts';
import { deadline } from '../process/deadline.ts';
import { noRipgrepWords, ripgrepCommand } from '../process/ripgrep.ts';
import { type ChildEnd, childEnv, runChild } from '../process/run-child.ts';
import { counted } from '../text/size-words.ts';
import { defineTool, notEmpty, notLonger } from '../tool/define-tool.ts';
import { failed, fileErrorWords } from '../tool/outcome.ts';
import { grepArguments } from './grep-arguments.ts';
import { type GrepInput, grepDefinition } from './grep-definition.ts';
import { type GrepMode, GrepOutput } from './grep-output.ts';

/** The Grep tool. Its display is `{ type: 'search', mode, found, more }`. */
export const grepTool: Tool<GrepInput> = defineTool({
  definition: grepDefinition,
  checks: {
    pattern: (text) => notEmpty(text) ?? notLonger(patternCharsMax)(text),
    glob: notLonger(patternCharsMax),
    type: (text) =>
      /^[A-Za-z0-9_+-]*$/.test(text) ? null : 'is a short name such as js, py or rust; for patterns use glob',
  },
  readOnly: true,
  compactable: true,
  maxResultChars: null,
  concurrencySafe: () => true,
  repeat: () => 'read',
  access: (input, session) => ({ kind: 'read', path: absolutePath(input.path ?? '', session.cwd) }),
  title(input) {
    const where = input.path === undefined || input.path === '' ? '' : ` in ${input.path}`;
    const which = input.glob ?? input.type;
    return `Grep ${input.pattern}${where}${which === undefined ? '' : ` (${which})`}`;
  },
  async run(input, context) {
    try {
      const base = await searchBase(input.path, context);
      if (!base.ok) return failed(base.message);
      const command = await ripgrepCommand(context.machine);
      if (command === null) return failed(noRipgrepWords);
      return await search(command, base, input, context);
    } catch (error) {
      return failed(fileErrorWords(absolutePath(input.path ?? '', context.session.cwd), error));
    }
  },
});

async function search(
  command: string,
  base: SearchBase & { readonly ok: true },
  input: GrepInput,
  context: ToolContext,
): Promise<ToolOutcome> {
  const mode = input.output_mode ?? 'files_with_matches';
  const asked = input.head_limit ?? grepEntriesDefault;
  const limit = asked === 0 ? grepEntriesMax : asked;
  const shown = (printed: string) => shownPath(foundPath(base, printed), context.session.cwd);
  // Files are sorted by time afterwards, so more of them are gathered than are shown.
  const gathered = mode === 'files_with_matches' ? grepEntriesMax : limit;
  const output = new GrepOutput(mode, gathered, input['-n'] !== false, shown);
  const time = deadline(context.clock, searchTimeoutMs, context.signal);
  try {
    const end = await runChild(
      context.machine,
      {
        command,
        args: grepArguments(input, base.target),
        cwd: base.directory,
        env: childEnv(context.machine, { RIPGREP_CONFIG_PATH: null }),
      },
      time.signal,
      (text) => output.take(text),
    );
    if (context.signal.aborted) return failed('The search was stopped before it was done.');
    const failure = failureOf(end, output, time.expired);
    if (failure !== null) return failed(failure);
    const notes = notesOf(end, time.expired);
    if (mode !== 'files_with_matches') return render(mode, output, output.entries, output.more, limit, notes);
    const paths = output.entries.map((printed) => foundPath(base, printed));
    const sorted = await newestFirst(context.machine.files, paths, time.signal);
    const entries = sorted.slice(0, limit).map((path) => shownPath(path, context.session.cwd));
    return render(mode, output, entries, output.more || sorted.length > limit, limit, notes);
  } finally {
    time.end();
  }
}

/** Words where the search failed and found nothing: exit code 2 with matches is a success with complaints. */
function failureOf(end: ChildEnd, output: GrepOutput, expired: boolean): string | null {
  if (end.error !== null) return `ripgrep could not be started: ${end.error.message}`;
  if (output.entries.length > 0) return null;
  if (expired)
    return `The search was given up after ${searchTimeoutMs / 1000} s without a match. Narrow it with path, glob or type.`;
  if (end.stopped || end.code === 0 || end.code === 1) return null;
  return `ripgrep failed: ${end.complaint.trim() || `exit code ${String(end.code)}`}`;
}

function notesOf(end: ChildEnd, expired: boolean): readonly string[] {
  if (expired)
    return [`[Incomplete: given up after ${searchTimeoutMs / 1000} s. Narrow it with path, glob or type.]`];
  const complaint = end.complaint.trim().split('\n', 1)[0] ?? '';
  return end.code === 2 && complaint !== '' ? [`[Some files could not be searched: ${complaint}]`] : [];
}

function render(
  mode: GrepMode,
  output: GrepOutput,
  entries: readonly string[],
  more: boolean,
  limit: number,
  notes: readonly string[],
): ToolOutcome {
  const display = { type: 'search', mode, found: entries.length, more };
  if (entries.length === 0) return { content: ['No matches found.', ...notes].join('\n'), display };
  const lines = [...entries];
  if (mode === 'count')
    lines.push(`[${counted(output.total, 'matching line')} in ${counted(entries.length, 'file')}]`);
  if (more)
    lines.push(
      `[Only the first ${entries.length < limit ? entries.length : limit} are shown, there are more. Narrow the search, or raise head_limit.]`,
    );
  return { content: [...lines, ...notes].join('\n'), display };
}

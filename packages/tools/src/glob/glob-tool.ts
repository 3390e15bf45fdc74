/** Glob: files by name pattern, newest first. */
import { join } from 'node:path';
import type { Tool, ToolContext, ToolOutcome } from '@leat/engine';
import { newestFirst } from '../file/newest-first.ts';
import { searchBase } from '../file/search-base.ts';
import { globMatchesMax, globResultsMax, patternCharsMax, searchTimeoutMs } from '../limits.ts';
import { absolutePath, shownPath } from '../path/absolute-path.ts';
import { deadline } from '../process/deadline.ts';
import { grouped } from '../text/size-words.ts';
import { defineTool, notEmpty, notLonger } from '../tool/define-tool.ts';
import { failed, fileErrorWords } from '../tool/outcome.ts';
import { listFiles } from './file-list.ts';
import { type GlobInput, globDefinition } from './glob-definition.ts';
import { globParts } from './glob-parts.ts';

/** The Glob tool. Its display is `{ type: 'search', mode: 'glob', found, more }`. */
export const globTool: Tool<GlobInput> = defineTool({
  definition: globDefinition,
  checks: { pattern: (text) => notEmpty(text) ?? notLonger(patternCharsMax)(text) },
  readOnly: true,
  compactable: true,
  maxResultChars: null,
  concurrencySafe: () => true,
  repeat: () => 'read',
  access: (input, session) => ({ kind: 'read', path: startOf(input, session.cwd) }),
  title: (input) =>
    `Glob ${input.pattern}${input.path === undefined || input.path === '' ? '' : ` in ${input.path}`}`,
  async run(input, context) {
    const start = startOf(input, context.session.cwd);
    try {
      const base = await searchBase(start, context);
      if (!base.ok) return failed(base.message);
      if (base.isFile) return failed(`${start} is a file; path must be a directory.`);
      return await list(base.directory, globParts(input.pattern).rest, context);
    } catch (error) {
      return failed(fileErrorWords(start, error));
    }
  },
});

/** The directory that the search really begins in: the fixed beginning of the pattern belongs to it. */
function startOf(input: GlobInput, cwd: string): string {
  return absolutePath(globParts(input.pattern).base, absolutePath(input.path ?? '', cwd));
}

async function list(directory: string, pattern: string, context: ToolContext): Promise<ToolOutcome> {
  const { default: picomatch } = await import('picomatch');
  const matches = picomatch(pattern, { dot: true, matchBase: !pattern.includes('/') });
  const paths: string[] = [];
  let found = 0;
  const time = deadline(context.clock, searchTimeoutMs, context.signal);
  try {
    const end = await listFiles(context.machine, directory, time.signal, (path) => {
      if (!matches(path)) return;
      found++;
      if (paths.length < globMatchesMax) paths.push(join(directory, path));
    });
    if (context.signal.aborted) return failed('The search was stopped before it was done.');
    const sorted = await newestFirst(context.machine.files, paths, time.signal);
    const notes: string[] = [];
    if (found > globResultsMax)
      notes.push(
        `[The newest ${globResultsMax} of ${grouped(found)} files are shown. Narrow the pattern or the path.]`,
      );
    if (time.expired)
      notes.push(`[Incomplete: given up after ${searchTimeoutMs / 1000} s. Narrow the pattern or the path.]`);
    if (end.complaint !== null) notes.push(`[Not everything could be listed: ${end.complaint}]`);
    const shown = sorted.slice(0, globResultsMax).map((path) => shownPath(path, context.session.cwd));
    const display = { type: 'search', mode: 'glob', found, more: found > globResultsMax };
    const lines = shown.length === 0 ? [`No files match in ${directory}.`] : shown;
    return { content: [...lines, ...notes].join('\n'), display };
  } finally {
    time.end();
  }
}

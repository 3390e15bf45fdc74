/** Read: lines of a text file with their numbers. Never blocks on what is not a file, never holds a huge one. */
import type { FileInfo, Tool, ToolContext, ToolOutcome } from '@leat/engine';
import { knownFile } from '../file/file-knowledge.ts';
import { notFoundWords } from '../file/not-found.ts';
import { type FileText, knowledgeOf, loadText, refuseContent, refuseKind } from '../file/file-text.ts';
import { readLinesDefault, scanBytesMax, sniffBytes, wholeFileBytesMax } from '../limits.ts';
import { absolutePath } from '../path/absolute-path.ts';
import { findPath } from '../path/found-path.ts';
import { bomEncoding } from '../text/encoding.ts';
import { counted, grouped, sizeWords } from '../text/size-words.ts';
import { defineTool, notEmpty } from '../tool/define-tool.ts';
import { failed, fileErrorWords } from '../tool/outcome.ts';
import { windowOfLargeFile } from './large-file.ts';
import { type ReadInput, readDefinition } from './read-definition.ts';
import { type LineRange, type TextWindow, windowOfText } from './text-window.ts';

/** The Read tool. Its display is `{ type: 'read', path, first, last, total, known }`. */
export const readTool: Tool<ReadInput> = defineTool({
  definition: readDefinition,
  checks: { file_path: notEmpty },
  readOnly: true,
  compactable: true,
  maxResultChars: null,
  concurrencySafe: () => true,
  repeat: () => 'read',
  access: (input, session) => ({ kind: 'read', path: absolutePath(input.file_path, session.cwd) }),
  title(input) {
    if (input.offset === undefined && input.limit === undefined) return `Read ${input.file_path}`;
    const first = Math.max(1, input.offset ?? 1);
    const last = input.limit === undefined ? '' : String(first + input.limit - 1);
    return `Read ${input.file_path} (${first}-${last})`;
  },
  async run(input, context) {
    const path = absolutePath(input.file_path, context.session.cwd);
    try {
      return await readPath(path, input, context);
    } catch (error) {
      if (context.signal.aborted) return failed('The read was stopped before it was done.');
      return failed(fileErrorWords(path, error));
    }
  },
});

async function readPath(path: string, input: ReadInput, context: ToolContext): Promise<ToolOutcome> {
  const { files } = context.machine;
  const found = await findPath(files, path);
  if (found === null) return failed(await notFoundWords(path, context));
  const refusal = refuseKind(found.path, found.info);
  if (refusal !== null) return failed(refusal);
  const range = { first: Math.max(1, input.offset ?? 1), count: input.limit ?? readLinesDefault };
  const note = found.rescued ? [`[The file's name on disk is ${found.path}]`] : [];
  if (found.info.size > wholeFileBytesMax) return readLarge(found.path, found.info, range, note, context);
  const loaded = await loadText(files, found.path, found.info);
  if (!loaded.ok) return failed(loaded.message);
  return readWhole(found.path, loaded.file, range, note, context);
}

async function readWhole(
  path: string,
  file: FileText,
  range: LineRange,
  notes: readonly string[],
  context: ToolContext,
): Promise<ToolOutcome> {
  const window = windowOfText(file.text, range);
  const whole = range.first === 1 && window.last === window.total;
  const { files: known } = context.session;
  const key = await context.machine.files.realpath(path);
  known.set(key, knowledgeOf(file, whole, known.get(key)));
  const encodingNote = {
    'utf-8': [],
    'latin-1': ['[Not valid UTF-8; shown as Latin-1]'],
    'utf-16le': ['[Encoding: UTF-16 little endian]'],
    'utf-16be': ['[Encoding: UTF-16 big endian]'],
  }[file.encoding];
  if (window.total === 0) {
    const content = [...notes, 'The file exists and is empty (0 lines).'].join('\n');
    return { content, display: { ...display(path, range, window), known: knownFile(context.session, key) } };
  }
  const outcome = render(path, range, window, file.info.size, [...notes, ...encodingNote]);
  if (outcome.isError === true) return outcome;
  return { ...outcome, display: { ...display(path, range, window), known: knownFile(context.session, key) } };
}

async function readLarge(
  path: string,
  info: FileInfo,
  range: LineRange,
  notes: readonly string[],
  context: ToolContext,
): Promise<ToolOutcome> {
  const { files } = context.machine;
  const sample = await files.readFile(path, { maxBytes: sniffBytes });
  const unsuitable = refuseContent(path, sample, info.size);
  if (unsuitable !== null) return failed(unsuitable);
  const marked = bomEncoding(sample);
  if (marked === 'utf-16le' || marked === 'utf-16be')
    return failed(
      `${path} is UTF-16 and ${sizeWords(info.size)}: too large to be read here. Convert a part with iconv in Bash.`,
    );
  const start = marked === 'utf-8' ? 3 : 0;
  const window = await windowOfLargeFile(files, path, start, range, context.signal);
  if (window.gaveUp)
    return failed(
      `Line ${grouped(range.first)} lies beyond the first ${sizeWords(scanBytesMax)} of ${path}. Use Grep, or sed in Bash.`,
    );
  const encodingNote = window.latin1 ? ['[Not valid UTF-8; shown as Latin-1]'] : [];
  return render(path, range, window, info.size, [...notes, ...encodingNote]);
}

function render(
  path: string,
  range: LineRange,
  window: TextWindow,
  size: number,
  notes: readonly string[],
): ToolOutcome {
  const { total } = window;
  if (window.shown.length === 0) {
    const has = total === null ? 'fewer lines' : `only ${counted(total, 'line')}`;
    return failed(`${path} has ${has}; line ${grouped(range.first)} lies behind its end.`);
  }
  const lines = [...notes, ...window.shown];
  const whole = range.first === 1 && window.last === total;
  if (!whole) {
    const of = total === null ? 'of more' : `of ${grouped(total)}`;
    const more = window.last === total ? '' : ` Go on with offset ${window.last + 1}.`;
    lines.push(`[Lines ${range.first}-${window.last} ${of}; the file has ${sizeWords(size)}.${more}]`);
  }
  return { content: lines.join('\n'), display: display(path, range, window) };
}

function display(path: string, range: LineRange, window: TextWindow): object {
  return { type: 'read', path, first: range.first, last: window.last, total: window.total };
}

/** Write: a whole file, atomically. What the new content leaves open (encoding, mark, line ends, mode) stays as it was. */
import type { FileInfo, Tool, ToolContext, ToolOutcome } from '@leat/engine';
import { diffDisplay } from '../edit/diff-display.ts';
import { withFileLock } from '../file/file-lock.ts';
import { currentTarget, putFile, writeTarget } from '../file/file-target.ts';
import { type FileText, loadText } from '../file/file-text.ts';
import { absolutePath, notHome } from '../path/absolute-path.ts';
import { encodeText } from '../text/encoding.ts';
import { lineEndsOf, toCrlf } from '../text/line-ends.ts';
import { linesOf } from '../text/numbered-lines.ts';
import { counted } from '../text/size-words.ts';
import { defineTool, notEmpty } from '../tool/define-tool.ts';
import { failed, fileErrorWords } from '../tool/outcome.ts';
import { type WriteInput, writeDefinition } from './write-definition.ts';

/**
 * The Write tool. Idempotent: where the file already has just this content the call succeeds without a write, and where it
 * has another that this session has not seen it is refused, so a repeat after a crash never destroys anything.
 */
export const writeTool: Tool<WriteInput> = defineTool({
  definition: writeDefinition,
  checks: { file_path: (path) => notEmpty(path) ?? notHome(path) },
  readOnly: false,
  compactable: true,
  maxResultChars: null,
  concurrencySafe: () => false,
  repeat: () => 'idempotent',
  access: (input, session) => ({ kind: 'write', path: absolutePath(input.file_path, session.cwd) }),
  title: (input) => `Write ${input.file_path}`,
  async run(input, context) {
    const path = absolutePath(input.file_path, context.session.cwd);
    try {
      const target = await writeTarget(context.machine.files, path);
      if (!target.ok) return failed(target.message);
      return await withFileLock(target.path, async () =>
        writeTo(await currentTarget(context.machine.files, target.path), input, context),
      );
    } catch (error) {
      return failed(fileErrorWords(path, error));
    }
  },
});

async function writeTo(
  target: { readonly path: string; readonly info: FileInfo | null },
  input: WriteInput,
  context: ToolContext,
): Promise<ToolOutcome> {
  if (context.signal.aborted) return failed('The call was stopped; nothing was written.');
  const { path, info } = target;
  const given = input.content.startsWith('\uFEFF') ? input.content.slice(1) : input.content;
  const bomGiven = given !== input.content;
  if (info === null) {
    const encoded = encodeText(given, 'utf-8', bomGiven);
    if ('missing' in encoded) return failed(`${path}: the content can't be encoded.`); // UTF-8 lacks nothing
    const known = await putFile(context, target, encoded.bytes, true);
    const lines = counted(linesOf(given).length, 'line');
    return { content: `Created ${path} (${lines}).`, display: await diffDisplay(path, '', given, known) };
  }
  const loaded = await loadText(context.machine.files, path, info);
  if (!loaded.ok) return failed(loaded.message);
  return replaceFile(target, loaded.file, given, bomGiven, context);
}

async function replaceFile(
  target: { readonly path: string; readonly info: FileInfo | null },
  before: FileText,
  given: string,
  bomGiven: boolean,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { path } = target;
  const text = lineEndsOf(before.text) === 'crlf' && lineEndsOf(given) === 'lf' ? toCrlf(given) : given;
  let encoded = encodeText(text, before.encoding, before.bom || bomGiven);
  let note = '';
  if ('missing' in encoded) {
    note = ` It was Latin-1 and is UTF-8 now, because Latin-1 has no ${encoded.missing}.`;
    encoded = encodeText(text, 'utf-8', bomGiven);
  }
  if ('missing' in encoded) return failed(`${path}: the content can't be encoded.`);
  const seen = context.session.files.get(path);
  if (text === before.text && note === '' && (before.bom || !bomGiven)) {
    await putKnown(context, path, before);
    return { content: `${path} already has exactly this content; nothing was written.` };
  }
  if (seen === undefined)
    return failed(`${path} exists and has not been read in this session. Read it first, then write it.`);
  if (seen.hash !== before.hash)
    return failed(`${path} has changed on disk since it was read. Read it again before you overwrite it.`);
  if (!seen.whole)
    return failed(
      `Only a part of ${path} has been read; overwriting it would lose the rest unseen. Read the whole file (set limit), or use Edit.`,
    );
  const known = await putFile(context, target, encoded.bytes, true);
  const lines = counted(linesOf(text).length, 'line');
  return {
    content: `Replaced ${path} (${lines}).${note}`,
    display: await diffDisplay(path, before.text, text, known),
  };
}

async function putKnown(context: ToolContext, path: string, file: FileText): Promise<void> {
  const { mtimeMs, size } = file.info;
  context.session.files.set(path, { mtimeMs, size, hash: file.hash, whole: true });
}

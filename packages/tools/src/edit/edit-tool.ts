/** Edit: exact replacement in a file that was read and has not changed since. Only the bytes of the edit change. */
import type { FileInfo, Tool, ToolContext, ToolOutcome } from '@leat/engine';
import { withFileLock } from '../file/file-lock.ts';
import { currentTarget, putFile, writeTarget } from '../file/file-target.ts';
import { type FileText, loadText } from '../file/file-text.ts';
import { notFoundWords } from '../file/not-found.ts';
import { placesListedMax } from '../limits.ts';
import { absolutePath } from '../path/absolute-path.ts';
import { encodeText } from '../text/encoding.ts';
import { linesOf } from '../text/numbered-lines.ts';
import { counted } from '../text/size-words.ts';
import { defineTool, notEmpty } from '../tool/define-tool.ts';
import { failed, fileErrorWords } from '../tool/outcome.ts';
import { diffDisplay } from './diff-display.ts';
import { type EditInput, editDefinition } from './edit-definition.ts';
import { explainNotFound } from './nearest-place.ts';
import { type Place, placesOf, replacePlaces } from './replacement.ts';
import { linesOfPlaces, snippetOf } from './snippet.ts';

interface Target {
  readonly path: string;
  readonly info: FileInfo | null;
}

/** The Edit tool. An effect: a repeat could change the file a second time. Its display is a `DiffDisplay`. */
export const editTool: Tool<EditInput> = defineTool({
  definition: editDefinition,
  checks: { file_path: notEmpty },
  readOnly: false,
  compactable: true,
  maxResultChars: null,
  concurrencySafe: () => false,
  repeat: () => 'effect',
  access: (input, session) => ({ kind: 'write', path: absolutePath(input.file_path, session.cwd) }),
  title: (input) => `Edit ${input.file_path}`,
  async run(input, context) {
    const path = absolutePath(input.file_path, context.session.cwd);
    try {
      const target = await writeTarget(context.machine.files, path);
      if (!target.ok) return failed(target.message);
      if (target.info === null && input.old_string !== '') return failed(await notFoundWords(path, context));
      return await withFileLock(target.path, async () =>
        editTarget(await currentTarget(context.machine.files, target.path), input, context),
      );
    } catch (error) {
      return failed(fileErrorWords(path, error));
    }
  },
});

async function editTarget(target: Target, input: EditInput, context: ToolContext): Promise<ToolOutcome> {
  if (context.signal.aborted) return failed('The call was stopped; nothing was changed.');
  const { path, info } = target;
  if (info === null && input.old_string !== '')
    return failed(`${path} was removed meanwhile; nothing was changed.`);
  if (info === null) return createFile(target, input.new_string, context);
  if (input.old_string === '')
    return failed(
      `${path} exists already; an empty old_string only creates new files. Give the text to replace, or use Write.`,
    );
  if (input.old_string.replaceAll('\r\n', '\n') === input.new_string.replaceAll('\r\n', '\n'))
    return failed(
      'old_string and new_string are the same (line ends apart, which Edit always keeps); nothing was changed.',
    );
  const known = context.session.files.get(path);
  if (known === undefined)
    return failed(`${path} has not been read in this session. Read it first, then edit it.`);
  const loaded = await loadText(context.machine.files, path, info);
  if (!loaded.ok) return failed(loaded.message);
  if (loaded.file.hash !== known.hash)
    return failed(
      `${path} has changed on disk since it was read. Read it again, then edit what is there now.`,
    );
  return editText(target, loaded.file, input, context);
}

async function createFile(target: Target, content: string, context: ToolContext): Promise<ToolOutcome> {
  const text = content.startsWith('\uFEFF') ? content.slice(1) : content;
  const encoded = encodeText(text, 'utf-8', text !== content);
  if ('missing' in encoded) return failed(`${target.path}: the content can't be encoded.`); // UTF-8 lacks nothing
  const known = await putFile(context, target, encoded.bytes, true);
  const lines = counted(linesOf(text).length, 'line');
  return {
    content: `Created ${target.path} (${lines}).`,
    display: await diffDisplay(target.path, '', text, known),
  };
}

async function editText(
  target: Target,
  file: FileText,
  input: EditInput,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { path } = target;
  const wanted = input.old_string.startsWith('\uFEFF') ? input.old_string.slice(1) : input.old_string;
  const places = placesOf(file.text, wanted);
  if (places.length === 0) return failed(explainNotFound(path, file.text, wanted));
  if (places.length > 1 && input.replace_all !== true) return failed(explainMany(path, file.text, places));
  const made = replacePlaces(file.text, places, withoutMark(input.new_string));
  const encoded = encodeText(made.text, file.encoding, file.bom);
  if ('missing' in encoded)
    return failed(
      `${path} is encoded in Latin-1, which has no ${encoded.missing}; nothing was changed. Leave the character out, or convert the file to UTF-8 first.`,
    );
  const now = await context.machine.files.stat(path);
  if (now.mtimeMs !== file.info.mtimeMs || now.size !== file.info.size)
    return failed(`${path} changed on disk while it was being edited; nothing was written. Read it again.`);
  const whole = context.session.files.get(path)?.whole ?? false;
  const known = await putFile(context, target, encoded.bytes, whole);
  const times = places.length === 1 ? '' : ` in ${places.length} places`;
  const rest = made.text === '' ? 'It is empty now.' : snippetOf(made.text, made.places);
  const display = await diffDisplay(path, file.text, made.text, known);
  return { content: `Edited ${path}${times}:\n${rest}`, display };
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function explainMany(path: string, text: string, places: readonly Place[]): string {
  const lines = linesOfPlaces(text, places);
  const listed = lines.slice(0, placesListedMax).join(', ');
  const more = lines.length > placesListedMax ? ', …' : '';
  return `old_string occurs ${places.length} times in ${path} (lines ${listed}${more}). Add neighbouring lines to make it unique, or set replace_all.`;
}

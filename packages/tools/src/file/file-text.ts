/** A whole file as text, with what is needed to write it back as it was. */
import { createHash } from 'node:crypto';
import type { FileInfo, FileKnowledge, FileSystem } from '@leat/engine';
import { sniffBytes, wholeFileBytesMax } from '../limits.ts';
import { contentKind } from '../text/content-kind.ts';
import { type DecodedText, decodeText } from '../text/encoding.ts';
import { sizeWords } from '../text/size-words.ts';

/** A file held in memory: its decoded text, its hash and the facts of the disk at that time. */
export interface FileText extends DecodedText {
  readonly info: FileInfo;
  readonly hash: string;
}

/** A file or the words that say why it is not to be had as text. */
export type LoadedText =
  | { readonly ok: true; readonly file: FileText }
  | { readonly ok: false; readonly message: string };

/** SHA-256 of a file's bytes, hexadecimal. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Reads and decodes a file of at most `wholeFileBytesMax` bytes. */
export async function loadText(files: FileSystem, path: string, info: FileInfo): Promise<LoadedText> {
  const refusal = refuseKind(path, info);
  if (refusal !== null) return { ok: false, message: refusal };
  const tooLarge = `${path} is larger than ${sizeWords(wholeFileBytesMax)}: too large to be edited or overwritten here. Use Bash (sed, awk, a script).`;
  if (info.size > wholeFileBytesMax) return { ok: false, message: tooLarge };
  const bytes = await files.readFile(path, { maxBytes: wholeFileBytesMax + 1 });
  if (bytes.length > wholeFileBytesMax) return { ok: false, message: tooLarge };
  const unsuitable = refuseContent(path, bytes.subarray(0, sniffBytes), info.size);
  if (unsuitable !== null) return { ok: false, message: unsuitable };
  const decoded = decodeText(bytes);
  if (decoded === null)
    return {
      ok: false,
      message: `${path} begins like UTF-16 but has an odd number of bytes; it can't be read as text.`,
    };
  return { ok: true, file: { ...decoded, info, hash: contentHash(bytes) } };
}

/** Words for what is not a regular file, else null. */
export function refuseKind(path: string, info: FileInfo): string | null {
  switch (info.kind) {
    case 'file':
      return null;
    case 'directory':
      return `${path} is a directory. List it with Glob (pattern "*", path the directory) or with ls in Bash.`;
    case 'link':
      return `${path} is a link that leads to no regular file.`;
    case 'other':
      return `${path} is not a regular file (a pipe, socket or device); reading it could block for ever, so it was not opened.`;
  }
}

/** Words for content that is not text, else null. `sample` is the beginning of the file. */
export function refuseContent(path: string, sample: Uint8Array, size: number): string | null {
  const found = contentKind(sample);
  switch (found.kind) {
    case 'text':
      return null;
    case 'image':
      return `${path} is an image (${found.format}, ${sizeWords(size)}). Images can't be shown yet; a program run with Bash can tell its measures.`;
    case 'pdf':
      return `${path} is a PDF (${sizeWords(size)}). PDF pages can't be shown yet; if pdftotext is installed, use it with Bash.`;
    case 'binary':
      return `${path} is a binary file (${sizeWords(size)}) and was not read. Look at it with Bash if you must, for instance with \`file\` or \`xxd | head\`.`;
  }
}

/** What the session shall remember of a file that was seen as `file`. A file seen whole once stays so while its content does. */
export function knowledgeOf(
  file: { readonly info: FileInfo; readonly hash: string },
  whole: boolean,
  before: FileKnowledge | undefined,
): FileKnowledge {
  const { mtimeMs, size } = file.info;
  return { mtimeMs, size, hash: file.hash, whole: whole || (before?.hash === file.hash && before.whole) };
}

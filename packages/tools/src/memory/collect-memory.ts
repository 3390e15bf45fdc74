/**
 * Memory files (SPEC 9.1): read once at the start, told at index 0 of the messages, frozen there until the next reset.
 *
 *     place ─ real path, size, kind ─→ text without comments ─→ section ─→ its imports, each a section of its own (4 hops)
 *
 * What a project's file imports must lie in the working directory or an added one; what it links to, beside it or there too.
 */
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { FileInfo, Machine } from '@leat/engine';
import {
  memoryFileBytesMax,
  memoryFileCharsMax,
  memoryFilesMax,
  memoryImportHopsMax,
  memoryTotalCharsMax,
} from '../limits.ts';
import { isInside, shownPath } from '../path/absolute-path.ts';
import { statOrNull } from '../path/found-path.ts';
import { decodeText } from '../text/encoding.ts';
import { cutText } from '../text/numbered-lines.ts';
import { grouped, sizeWords } from '../text/size-words.ts';
import { type MemoryPlace, memoryPlaces } from './memory-places.ts';
import { memoryText } from './memory-text.ts';

/** One source: its name for the heading, its text, its path on disk. */
export interface MemorySection {
  readonly name: string;
  readonly text: string;
  readonly path: string;
}

/** What was found, and what the person should know of what was left out. */
export interface Memory {
  readonly sections: readonly MemorySection[];
  readonly notices: readonly string[];
}

/** Where to look. `roots` are the directories added to the working directory; `leatHome` is `~/.leat` unless it was moved. */
export interface MemoryOptions {
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly home: string;
  readonly leatHome?: string;
}

interface Collection {
  readonly machine: Machine;
  readonly options: MemoryOptions;
  /** Real paths of the directories that imports may come from. */
  readonly allowed: readonly string[];
  readonly sections: MemorySection[];
  readonly notices: string[];
  readonly seen: Set<string>;
  chars: number;
}

/** Collects the memory files of a session. Never rejects for a file that can't be read: that is a notice. */
export async function collectMemory(machine: Machine, options: MemoryOptions): Promise<Memory> {
  const { cwd, home, roots } = options;
  const leatHome = options.leatHome ?? machine.env['LEAT_HOME'] ?? join(home, '.leat');
  const collection: Collection = {
    machine,
    options,
    allowed: await realPaths(machine, [cwd, ...roots]),
    sections: [],
    notices: [],
    seen: new Set(),
    chars: 0,
  };
  for (const place of await memoryPlaces(machine, resolve(cwd), home, leatHome))
    await addPlace(collection, place);
  return { sections: collection.sections, notices: collection.notices };
}

async function addPlace(collection: Collection, place: MemoryPlace): Promise<void> {
  const found = await lookAt(collection, place.path);
  if (found === null) return;
  const beside = await realPaths(collection.machine, [dirname(place.path)]);
  const near = [...collection.allowed, ...beside].some((directory) => isInside(found.real, directory));
  if (!place.own && !near) {
    notice(collection, place.path, `was skipped: it leads to ${found.real}, outside the working directories`);
    return;
  }
  await addFile(collection, place.path, found, 0, place.rule);
}

interface Found {
  readonly real: string;
  readonly info: FileInfo;
}

async function lookAt(collection: Collection, path: string): Promise<Found | null> {
  const { files } = collection.machine;
  try {
    const info = await statOrNull(files, path);
    if (info === null || info.kind === 'directory') return null;
    return { real: await files.realpath(path), info };
  } catch (error) {
    notice(collection, path, `can't be looked at: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

async function addFile(
  collection: Collection,
  path: string,
  found: Found,
  hops: number,
  rule: boolean,
): Promise<void> {
  if (collection.seen.has(found.real)) return;
  collection.seen.add(found.real);
  if (collection.seen.size > memoryFilesMax) {
    if (collection.seen.size === memoryFilesMax + 1)
      collection.notices.push(`Only the first ${memoryFilesMax} memory files were read.`);
    return;
  }
  const source = await readSource(collection, path, found);
  if (source === null || (rule && /^---\n(?:.*\n)*?paths:/.test(source))) return;
  const { text, imports } = memoryText(rule ? source.replace(/^---\n(?:.*\n)*?---\n/, '') : source);
  if (text !== '') addSection(collection, path, text);
  for (const written of imports) await addImport(collection, path, written, hops + 1);
}

async function readSource(collection: Collection, path: string, found: Found): Promise<string | null> {
  if (found.info.kind !== 'file') {
    notice(collection, path, 'was skipped: it is not a regular file');
    return null;
  }
  if (found.info.size > memoryFileBytesMax) {
    notice(
      collection,
      path,
      `was skipped: ${sizeWords(found.info.size)} is too large (at most ${sizeWords(memoryFileBytesMax)})`,
    );
    return null;
  }
  try {
    const bytes = await collection.machine.files.readFile(path, { maxBytes: memoryFileBytesMax });
    const decoded = bytes.includes(0) && bytes[0] !== 0xff && bytes[0] !== 0xfe ? null : decodeText(bytes);
    if (decoded === null) notice(collection, path, 'was skipped: it is not text');
    return decoded?.text.replaceAll('\r\n', '\n') ?? null;
  } catch (error) {
    notice(collection, path, `can't be read: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

function addSection(collection: Collection, path: string, text: string): void {
  const room = Math.min(memoryFileCharsMax, memoryTotalCharsMax - collection.chars);
  if (room <= 0) {
    notice(
      collection,
      path,
      `was left out: the memory files have more than ${grouped(memoryTotalCharsMax)} characters together`,
    );
    return;
  }
  const cut = cutText(text, room);
  if (cut.length < text.length)
    notice(
      collection,
      path,
      `was cut: ${grouped(cut.length)} of ${grouped(text.length)} characters are told to the model`,
    );
  collection.chars += cut.length;
  collection.sections.push({ name: nameOf(path, collection.options), text: cut, path });
}

async function addImport(collection: Collection, from: string, written: string, hops: number): Promise<void> {
  const { home } = collection.options;
  const path = written.startsWith('~/')
    ? join(home, written.slice(2))
    : isAbsolute(written)
      ? written
      : join(dirname(from), written);
  const found = await lookAt(collection, path);
  if (found === null) {
    if (looksLikePath(written)) notice(collection, from, `imports ${written}, which does not exist`);
    return;
  }
  if (collection.seen.has(found.real)) return;
  if (!collection.allowed.some((directory) => isInside(found.real, directory))) {
    notice(
      collection,
      from,
      `imports ${written}, which was skipped: it lies outside the working directories`,
    );
    return;
  }
  if (hops > memoryImportHopsMax) {
    notice(
      collection,
      from,
      `imports ${written}, which was skipped: more than ${memoryImportHopsMax} imports deep`,
    );
    return;
  }
  await addFile(collection, path, found, hops, false);
}

/** A mention of a person or a package is no import that failed. */
function looksLikePath(written: string): boolean {
  return /^(?:\.{1,2}\/|~\/|\/)/.test(written) || /\.(?:md|markdown|mdc|txt)$/i.test(written);
}

function nameOf(path: string, options: MemoryOptions): string {
  const short = shownPath(path, options.cwd);
  if (short !== path) return short;
  return path.startsWith(`${options.home}/`) ? `~${path.slice(options.home.length)}` : path;
}

function notice(collection: Collection, path: string, words: string): void {
  collection.notices.push(`${nameOf(path, collection.options)} ${words}.`);
}

async function realPaths(machine: Machine, paths: readonly string[]): Promise<readonly string[]> {
  return Promise.all(paths.map((path) => machine.files.realpath(path).catch(() => path))); // what does not exist holds nothing
}

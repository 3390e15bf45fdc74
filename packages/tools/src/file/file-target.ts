/** Where a write goes: links resolved, so that what is replaced is the file and not the link to it; dangling links refused. */
import { dirname } from 'node:path';
import type { FileInfo, FileSystem, ToolContext } from '@leat/engine';
import { findPath, statOrNull } from '../path/found-path.ts';
import { type KnownFile, knownFile } from './file-knowledge.ts';
import { contentHash, knowledgeOf, refuseKind } from './file-text.ts';
import { danglingTarget } from './not-found.ts';

/** `info` is null for a file that does not exist yet. */
export type WriteTarget =
  | { readonly ok: true; readonly path: string; readonly info: FileInfo | null; readonly rescued: boolean }
  | { readonly ok: false; readonly message: string };

/** Resolves the path of a write. */
export async function writeTarget(files: FileSystem, path: string): Promise<WriteTarget> {
  const found = await findPath(files, path);
  if (found === null) {
    if (await danglingTarget(files, path))
      return {
        ok: false,
        message: `${path} is a link whose target does not exist; nothing was written through it. Name the real path.`,
      };
    return { ok: true, path, info: null, rescued: false };
  }
  const refusal = refuseKind(found.path, found.info);
  if (refusal !== null) return { ok: false, message: refusal };
  return { ok: true, path: await files.realpath(found.path), info: found.info, rescued: found.rescued };
}

/** A target looked at again, for whoever waited for its lock meanwhile. */
export async function currentTarget(
  files: FileSystem,
  path: string,
): Promise<{ readonly path: string; readonly info: FileInfo | null }> {
  return { path, info: await statOrNull(files, path) };
}

/** Writes, and notes what the session now knows of the file. Parents are made for a new file. */
export async function putFile(
  context: ToolContext,
  target: { readonly path: string; readonly info: FileInfo | null },
  bytes: Uint8Array,
  whole: boolean,
): Promise<KnownFile | null> {
  const { files } = context.machine;
  if (target.info === null) await files.mkdir(dirname(target.path));
  await files.writeFile(target.path, bytes);
  const key = await files.realpath(target.path);
  const info = await files.stat(key);
  context.session.files.set(key, knowledgeOf({ info, hash: contentHash(bytes) }, whole, undefined));
  return knownFile(context.session, key);
}

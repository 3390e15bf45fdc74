/** Where a search begins: a directory to stand in and what to look at from there. */
import { basename, dirname, join } from 'node:path';
import type { ToolContext } from '@leat/engine';
import { absolutePath } from '../path/absolute-path.ts';
import { findPath } from '../path/found-path.ts';
import { notFoundWords } from './not-found.ts';
import { refuseKind } from './file-text.ts';

/** `target` begins with `./`, so that no name can be taken for an option. */
export type SearchBase =
  | { readonly ok: true; readonly directory: string; readonly target: string; readonly isFile: boolean }
  | { readonly ok: false; readonly message: string };

/** Resolves the `path` of a search; the current directory where it is missing or blank. */
export async function searchBase(path: string | undefined, context: ToolContext): Promise<SearchBase> {
  const absolute = absolutePath(path ?? '', context.session.cwd);
  const found = await findPath(context.machine.files, absolute);
  if (found === null) return { ok: false, message: await notFoundWords(absolute, context) };
  if (found.info.kind === 'directory')
    return { ok: true, directory: found.path, target: './', isFile: false };
  const refusal = refuseKind(found.path, found.info);
  if (refusal !== null) return { ok: false, message: refusal };
  return { ok: true, directory: dirname(found.path), target: `./${basename(found.path)}`, isFile: true };
}

/** A path as ripgrep printed it, made absolute. */
export function foundPath(base: { readonly directory: string }, printed: string): string {
  return join(base.directory, printed);
}

/** The words for a path that leads nowhere: the current directory, near names, the deepest directory that exists. */
import { dirname } from 'node:path';
import type { FileSystem, ToolContext } from '@leat/engine';
import { existingAncestor, nearPaths, statOrNull } from '../path/found-path.ts';

/** Words that help to find the file that was meant. */
export async function notFoundWords(path: string, context: ToolContext): Promise<string> {
  const { files, home } = context.machine;
  const { cwd } = context.session;
  const linked = await danglingTarget(files, path);
  if (linked) return `${path} is a link whose target does not exist.`;
  if (path.startsWith(`${cwd}/~/`)) return `\`~\` is not expanded in paths; the home directory is ${home}.`;
  const near = await nearPaths(files, path);
  const here = `The current directory is ${cwd}.`;
  if (near.length > 0) return `${path} does not exist. Did you mean ${near.join(' or ')}? ${here}`;
  const parent = dirname(path);
  if ((await statOrNull(files, parent)) !== null) return `${path} does not exist. ${here}`;
  const ancestor = await existingAncestor(files, path);
  return `${path} does not exist, nor does its directory; the deepest that exists is ${ancestor}. ${here}`;
}

/** Whether the last component is a link that leads nowhere. */
export async function danglingTarget(files: FileSystem, path: string): Promise<boolean> {
  try {
    if ((await files.lstat(path)).kind !== 'link') return false;
  } catch {
    return false; // nothing at the path at all, so no link either
  }
  return (await statOrNull(files, path)) === null;
}

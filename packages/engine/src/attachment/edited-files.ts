/** Tells the model of files that changed on disk since it read or wrote them: what it saw is no longer what is there. */
import { createHash } from 'node:crypto';
import { asReminder } from '@leat/kernel';
import { systemCode } from '../errors.ts';
import type { FileSystem } from '../host/host.ts';
import { WATCHED_FILE_BYTES_MAX, WATCHED_FILES_MAX, WATCHED_FILES_NAMED_MAX } from '../query/limits.ts';
import type { FileKnowledge, ToolSession } from '../tool/tool.ts';
import type { Collector } from './collector.ts';

interface Change {
  readonly path: string;
  readonly what: 'changed' | 'removed';
  /** Told once for each state of the file. */
  readonly state: string;
}

const changeOf = async (files: FileSystem, path: string, known: FileKnowledge): Promise<Change | null> => {
  try {
    const { kind, mtimeMs, size } = await files.stat(path);
    if (kind !== 'file' || (mtimeMs === known.mtimeMs && size === known.size)) return null;
    const state = `${mtimeMs} ${size}`;
    if (size > WATCHED_FILE_BYTES_MAX) return { path, what: 'changed', state };
    // A touched file with the same content has not changed.
    const bytes = await files.readFile(path, { maxBytes: WATCHED_FILE_BYTES_MAX });
    const hash = createHash('sha256').update(bytes).digest('hex');
    return hash === known.hash ? null : { path, what: 'changed', state: hash };
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? { path, what: 'removed', state: 'removed' } : null;
  }
};

const sentence = (changes: readonly Change[]): string => {
  const named = changes.slice(0, WATCHED_FILES_NAMED_MAX);
  const more = changes.length - named.length;
  const lines = named.map(({ path, what }) => `- ${path}${what === 'removed' ? ' (removed)' : ''}`);
  const rest = more > 0 ? [`- and ${more} more`] : [];
  return [
    'These files are different on disk from what you last saw of them, changed by a command, the person or another program. Read one again before you rely on it or edit it.',
    ...lines,
    ...rest,
  ].join('\n');
};

/** Remembers what it told, so that each change is told once. */
export const editedFiles = (files: FileSystem, session: ToolSession): Collector => {
  const told = new Map<string, string>();
  return {
    subtype: 'edited_files',
    async collect() {
      const watched = [...session.files].slice(-WATCHED_FILES_MAX);
      const all = await Promise.all(watched.map(([path, known]) => changeOf(files, path, known)));
      const changes = all.filter((change) => change !== null && told.get(change.path) !== change.state);
      const fresh = changes.flatMap((change) => (change === null ? [] : [change]));
      if (fresh.length === 0) return null;
      for (const { path, state } of fresh) told.set(path, state);
      return {
        data: { files: fresh.map(({ path, what }) => ({ path, what })) },
        words: [{ type: 'text', text: asReminder(sentence(fresh)) }],
      };
    },
  };
};

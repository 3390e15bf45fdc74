/**
 * N8 merge neighbouring user messages again (N6 and N7 may have taken what stood between); a fixed user text between the
 * answers of two rounds, which are never merged (but after `pause_turn`); a fixed answer where a system message of an
 * earlier request would otherwise touch a user's (API-CONTRACT B47).
 */
import { BETWEEN_ANSWERS, NO_ANSWER_ASKED } from '../fixed-texts.ts';
import { type Draft, type Entry, type Setting, fixedEntry, withEntries } from '../draft.ts';
import { mergeUsers } from './n04-merge-users.ts';

export function alternate(draft: Draft, { carry }: Setting): Draft {
  const entries: Entry[] = [];
  let last: Pick<Entry, 'role' | 'paused'> | null =
    carry.lastRole === null ? null : { role: carry.lastRole, paused: carry.paused };
  const push = (entry: Entry) => {
    entries.push(entry);
    last = entry;
  };
  for (const entry of mergeUsers(draft).entries) {
    const before = last as Pick<Entry, 'role' | 'paused'> | null; // assigned in push, which narrowing can't see
    const own = entries.at(-1);
    if (before?.role === 'assistant' && entry.role === 'assistant') {
      if (before.paused && own !== undefined) {
        entries[entries.length - 1] = {
          ...own,
          paused: entry.paused,
          blocks: [...own.blocks, ...entry.blocks],
        };
        last = entry;
        continue;
      }
      if (!before.paused) push(fixedEntry('user', BETWEEN_ANSWERS, 'alternate'));
    }
    if (before?.role === 'system' && entry.role === 'user') {
      push(fixedEntry('assistant', NO_ANSWER_ASKED, 'alternate'));
    }
    push(entry);
  }
  return withEntries(draft, entries);
}

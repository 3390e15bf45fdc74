/**
 * N7 blank text goes (API-CONTRACT B8, C13, C14); a message left empty goes. Trailing white space is trimmed only where
 * the record's own stop reason is `pause_turn`, for that answer goes out as the last message (C12).
 */
import type { ContentBlock } from '../../timeline/block.ts';
import { isText } from '../../timeline/block.ts';
import { isBlankText, withoutEndSpace } from '../../timeline/white-space.ts';
import { type Draft, type Entry, mapEntries } from '../draft.ts';

export function dropBlank(draft: Draft): Draft {
  return mapEntries(draft, (entry) => {
    const blocks = entry.blocks.filter(({ block }) => !isBlank(block));
    const kept = blocks.length === entry.blocks.length ? entry : { ...entry, blocks };
    return kept.paused ? trimmedEnd(kept) : kept;
  });
}

/** Text without a letter, or no text at all where there should be one. */
export function isBlank(block: ContentBlock): boolean {
  if (block.type !== 'text') return false;
  return !isText(block) || isBlankText(block.text);
}

function trimmedEnd(entry: Entry): Entry {
  const last = entry.blocks.at(-1);
  if (last === undefined || !isText(last.block)) return entry;
  const text = withoutEndSpace(last.block.text);
  if (text === last.block.text) return entry;
  return { ...entry, blocks: [...entry.blocks.slice(0, -1), { ...last, block: { ...last.block, text } }] };
}

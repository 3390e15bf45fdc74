/**
 * N10 reminders (SPEC 9.1). Where the model takes `role: system` inside the conversation they go that way, behind the
 * user's blocks of their stretch. Elsewhere they become the last text of the last tool result of the same user message,
 * never beside `tool_reference` blocks: text right behind those makes the model end its turn. With no result they stay.
 */
import type { ContentBlock, ToolResultBlock } from '../../timeline/block.ts';
import { isText, isToolResult } from '../../timeline/block.ts';
import { isReminder } from '../fixed-texts.ts';
import { innerBlocks } from '../block-text.ts';
import { type Draft, type DraftBlock, type Entry, type Setting, withEntries } from '../draft.ts';

export function reminders(draft: Draft, { profile, carry }: Setting): Draft {
  const entries = draft.entries.flatMap((entry, index): readonly Entry[] => {
    const own = entry.role === 'user' ? entry.blocks.filter(isReminderBlock) : [];
    if (own.length === 0) return [entry];
    const rest = entry.blocks.filter((part) => !own.includes(part));
    if (profile.systemMessages) {
      const followsUser = rest.length > 0 || (index === 0 && carry.lastRole === 'user');
      if (!followsUser || draft.entries[index + 1]?.role === 'system') return [entry];
      const system: Entry = { ...entry, role: 'system', blocks: own };
      return rest.length > 0 ? [{ ...entry, blocks: rest }, system] : [system];
    }
    return [{ ...entry, blocks: insideTheLastResult(rest, own) ?? entry.blocks }];
  });
  return withEntries(draft, entries);
}

const isReminderBlock = ({ block, human }: DraftBlock): boolean =>
  !human && isText(block) && isReminder(block.text);

/** The blocks with the reminders as the last texts of the last result that can take them; null where none can. */
function insideTheLastResult(
  blocks: readonly DraftBlock[],
  own: readonly DraftBlock[],
): readonly DraftBlock[] | null {
  const at = blocks.findLastIndex(({ block }) => isToolResult(block) && !hasReferences(block));
  const part = blocks[at];
  if (part === undefined || !isToolResult(part.block)) return null;
  const content: readonly ContentBlock[] = [
    ...innerBlocks(part.block.content),
    ...own.map(({ block }) => block),
  ];
  return blocks.with(at, { ...part, block: { ...part.block, content } });
}

const hasReferences = (result: ToolResultBlock): boolean =>
  innerBlocks(result.content).some((block) => block.type === 'tool_reference');

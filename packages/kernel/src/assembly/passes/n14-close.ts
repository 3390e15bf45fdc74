/**
 * N14 close the segment: the first message is a user's, roles alternate, nothing is empty, every call has its result also
 * after N12 and N13 took something, and the last message is one that the API answers: a user's (or a system message
 * behind it), or an answer that stopped at `pause_turn` with a server tool still open. If nothing is left at all, one
 * user message stands alone. The last message of a sealed segment from which an edit took something may be any.
 */
import { CONTINUATION, CONVERSATION_BEGINS } from '../fixed-texts.ts';
import { type Draft, type Entry, type Setting, fixedEntry, mapEntries, withEntries } from '../draft.ts';
import { endedByWords } from './n06-thinking.ts';
import { dropBlank } from './n07-blank.ts';
import { alternate } from './n08-alternate.ts';
import { pair } from './n09-pair.ts';

export function close(draft: Draft, setting: Setting): Draft {
  const clean = mapEntries(dropBlank(draft), withoutOpenEnd);
  const tidy = pair(alternate(begun(systemsInPlace(clean, setting), setting), setting), setting);
  const last = tidy.entries.at(-1) ?? null;
  const lastRole = last?.role ?? setting.carry.lastRole;
  const isWaiting = last === null ? setting.carry.paused : isPausedTail(last, setting);
  if (!setting.isSent) return tidy;
  const needsUser = lastRole === null || (lastRole === 'assistant' && !isWaiting);
  return needsUser ? withEntries(tidy, [...tidy.entries, fixedEntry('user', CONTINUATION, 'close')]) : tidy;
}

/** N12 may have taken the last words behind a thought. */
const withoutOpenEnd = (entry: Entry): Entry =>
  entry.role === 'assistant' ? { ...entry, blocks: endedByWords(entry.blocks) } : entry;

/** A system message stands behind a user's and before an answer or the end (B47); where it can't, it is a user's text. */
function systemsInPlace(draft: Draft, { carry }: Setting): Draft {
  const entries = draft.entries.map((entry, index, all): Entry => {
    if (entry.role !== 'system') return entry;
    const before = index === 0 ? carry.lastRole : all[index - 1]?.role;
    const after = all[index + 1]?.role ?? 'assistant';
    return before === 'user' && after === 'assistant' ? entry : { ...entry, role: 'user' };
  });
  return withEntries(draft, entries);
}

/** A conversation that would begin with an answer gets a user's words before it (API-CONTRACT B3). */
function begun(draft: Draft, { carry }: Setting): Draft {
  const [first] = draft.entries;
  if (carry.lastRole !== null || first === undefined || first.role === 'user') return draft;
  return withEntries(draft, [fixedEntry('user', CONVERSATION_BEGINS, 'close'), ...draft.entries]);
}

/** Whether an answer may be the last message: only where the server itself has to go on with it. */
function isPausedTail(entry: Entry, { profile }: Setting): boolean {
  const type = entry.blocks.at(-1)?.block.type ?? '';
  return (
    entry.paused &&
    profile.serverTools.some((tool) => type === 'server_tool_use' || type === `${tool}_tool_result`)
  );
}

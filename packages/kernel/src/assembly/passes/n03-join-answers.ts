/**
 * N3 join what one answer was: by our round wherever its parts stand in the segment; by message id (imports) only inside
 * a run of assistant messages and tool results. Tool results that lay between move behind. This comes before anything is
 * paired or inserted: a repair in the middle would split the message and move its thinking.
 */
import { isToolResult } from '../../timeline/block.ts';
import { type Draft, type Entry, withEntries } from '../draft.ts';

export function joinAnswers(draft: Draft): Draft {
  const joined: Entry[] = [];
  const ofRounds = new Map<string, number>();
  const ofMessageIds = new Map<string, number>(); // forgotten at the end of a run
  for (const entry of draft.entries) {
    const { answer } = entry;
    if (entry.role === 'user' && !isResultEntry(entry)) ofMessageIds.clear();
    const placeOf = answer?.startsWith('id:') === true ? ofMessageIds : ofRounds;
    const place = answer === null ? undefined : placeOf.get(answer);
    const first = place === undefined ? undefined : joined[place];
    if (place !== undefined && first !== undefined) {
      joined[place] = {
        ...first,
        paused: entry.paused,
        prefixHash: first.prefixHash ?? entry.prefixHash,
        blocks: [...first.blocks, ...entry.blocks],
      };
      continue;
    }
    if (answer !== null) placeOf.set(answer, joined.length);
    joined.push(entry);
  }
  return withEntries(draft, joined);
}

const isResultEntry = (entry: Entry): boolean => entry.blocks.some(({ block }) => isToolResult(block));

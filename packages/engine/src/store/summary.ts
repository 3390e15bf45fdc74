/** A session in one row of a list: a fold over its records, so that the side index can go on where it stopped. */
import { isText, type TimelineRecord } from '@leat/kernel';
import { STORE_LIMITS } from './limits.ts';

export interface SummaryFacts {
  readonly title: string | null;
  readonly firstPrompt: string | null;
  /** Milliseconds since the epoch; null where no record says when it was made. */
  readonly updatedAt: number | null;
  readonly records: number;
}

const NO_FACTS: SummaryFacts = { title: null, firstPrompt: null, updatedAt: null, records: 0 };

/** The facts with one more record. */
function withRecord(facts: SummaryFacts, record: TimelineRecord): SummaryFacts {
  const time = Date.parse(record.timestamp);
  // An import writes the epoch itself where the transcript gave no time.
  const isKnown = time > 0;
  const title =
    record.type === 'control' && record.control.kind === 'title'
      ? shortened(record.control.title)
      : facts.title;
  return {
    title,
    firstPrompt: facts.firstPrompt ?? promptOf(record),
    updatedAt: isKnown ? Math.max(time, facts.updatedAt ?? time) : facts.updatedAt,
    records: facts.records + 1,
  };
}

function promptOf(record: TimelineRecord): string | null {
  if (record.type !== 'user' || record.origin.kind !== 'human') return null;
  const words = record.content.find(isText)?.text.trim();
  return words === undefined || words === '' ? null : shortened(words);
}

/** Cut to what a list shows, never inside a character. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  if (line.length <= STORE_LIMITS.listedTextUnitsMax) return line;
  return `${line.slice(0, STORE_LIMITS.listedTextUnitsMax - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The facts of records, added to those of what came before. */
export function factsOf(records: readonly TimelineRecord[], before: SummaryFacts = NO_FACTS): SummaryFacts {
  let facts = before;
  for (const record of records) facts = withRecord(facts, record);
  return facts;
}

/** The names nearest to one that doesn't exist, for the words of an unknown call. */

const NAMES_SHOWN_MAX = 3;
const NAME_CHARS_MAX = 128;

/** Insertions, deletions and replacements from one word to the other, without regard to case. */
const distance = (from: string, to: string): number => {
  const a = from.toLowerCase().slice(0, NAME_CHARS_MAX);
  const b = to.toLowerCase().slice(0, NAME_CHARS_MAX);
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

/** Up to three names, nearest first. */
export const nearestNames = (name: string, known: readonly string[]): readonly string[] =>
  known
    .map((candidate) => ({ candidate, far: distance(name, candidate) }))
    .toSorted((a, b) => a.far - b.far || a.candidate.localeCompare(b.candidate))
    .slice(0, NAMES_SHOWN_MAX)
    .map(({ candidate }) => candidate);

/** What the model is told of a call to a tool that doesn't exist. */
export const unknownToolWords = (name: string, known: readonly string[]): string =>
  `There is no tool named ${JSON.stringify(name.slice(0, NAME_CHARS_MAX))}. ${
    known.length === 0
      ? 'No tools are available.'
      : `The nearest names are: ${nearestNames(name, known).join(', ')}.`
  }`;

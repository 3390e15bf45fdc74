/** The text at index 0 of the messages (SPEC 9.1): memory files and the date, for the model only. */
import type { MemorySection } from './collect-memory.ts';

const opening =
  'Context for this session, put here by leat and not typed by the person. It may or may not matter to what is asked: use what applies, and do not answer it or mention it for its own sake. Instructions of the project and the person in it hold unless the person says otherwise.';

/** One `# name` section for each source and one for the date (YYYY-MM-DD), wrapped. Null when there is nothing to tell. */
export function userContext(sections: readonly MemorySection[], date: string | null): string | null {
  const parts = sections.map(({ name, text }) => `# ${name}\n${harmless(text)}`);
  if (date !== null && date !== '') parts.push(`# Today's date\n${date}`);
  if (parts.length === 0) return null;
  return `<system-reminder>\n${opening}\n\n${parts.join('\n\n')}\n</system-reminder>`;
}

/** Only leat may open or close a reminder: the marker in a file's text becomes visible text. */
function harmless(text: string): string {
  return text.replace(/<(?=\/?system-reminder)/gi, '&lt;');
}

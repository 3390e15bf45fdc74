/** The head of a new session (SPEC 9.1): who leat is, rules, environment; tools; memory files and the date at index 0. */
import type { AnyTool, Machine } from '@leat/engine';
import type { Head } from '@leat/kernel';
import { collectMemory, environmentSegment, systemSegments, userContext } from '@leat/tools';

export interface HeadSources {
  readonly machine: Machine;
  readonly cwd: string;
  /** Further folders whose memory files may be imported. */
  readonly roots: readonly string[];
  readonly leatHome: string;
  readonly model: string;
  readonly tools: readonly AnyTool[];
  readonly appendSystemPrompt: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly notice: (text: string) => void;
}

export async function buildHead(sources: HeadSources): Promise<Head> {
  const { machine, cwd, roots, leatHome, model, tools } = sources;
  const [memory, environment] = await Promise.all([
    collectMemory(machine, { cwd, roots, home: machine.home, leatHome }),
    environmentSegment(machine, { cwd, model }),
  ]);
  for (const notice of memory.notices) sources.notice(notice);
  const added = sources.appendSystemPrompt === null ? [] : [sources.appendSystemPrompt];
  return {
    system: [...systemSegments(), ...added, environment],
    tools: tools.map((tool) => tool.definition),
    context: userContext(memory.sections, localDate(sources.now)),
  };
}

/** Today where the person is, as YYYY-MM-DD. */
export function localDate(now: number): string {
  const date = new Date(now);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

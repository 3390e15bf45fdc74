/**
 * The rehearsal: a rule engine that plays the model of a coding agent. It sees a request and answers it, keeps nothing
 * between requests, and claims no intelligence.
 *
 *     request → entries of the conversation → wish (prompt.ts) → job (repair, small jobs) → run over the calls made so
 *     far (replay.ts) → the next call, or the final answer
 */
import type { Answer, Behaviour, Block, MessagesRequest } from '../types.ts';
import { entriesOf, folderOf, preambleOf, type Entry, type PastCall } from './conversation.ts';
import { commitWordsOf } from './commit-words.ts';
import { digestOf, titleOf } from './digest.ts';
import { wishOf, type Wish } from './prompt.ts';
import { repair } from './repair.ts';
import { standingOf, type Standing } from './replay.ts';
import { aboutJob, listJob, readJob, searchJob, testJob } from './small-jobs.ts';
import type { Job } from './step.ts';
import { toolboxOf, type Toolbox } from './toolbox.ts';
import { Workspace } from './workspace.ts';

export interface RehearsalOptions {
  /** Decides between equally likely edits; the same seed and request give the same answer. Default 1. */
  readonly seed?: number;
}

interface Assignment {
  readonly wish: Wish;
  readonly prompt: string;
  readonly calls: readonly PastCall[];
}

const CAN =
  'I am a rehearsal: rules, not a model. I can find and fix a failing test in a small JavaScript project, run tests, list, read and search files, say what a project is, and put a diff into a commit message.';

/** What is being worked on: the last wish, and the calls since it was first uttered without an answer in between. */
function assignmentOf(entries: readonly Entry[]): Assignment {
  let wish: Wish = { kind: 'unknown' };
  let prompt = '';
  let start = 0;
  let rested = true;
  entries.forEach((entry, at) => {
    if (entry.kind === 'rest') rested = true;
    if (entry.kind !== 'human') return;
    const next = wishOf(entry.text);
    const before = entries[at - 1];
    const besideAnother = before?.kind === 'human' && next.kind === 'unknown' && wish.kind !== 'unknown';
    const goesOn =
      next.kind === 'go on' ||
      besideAnother ||
      (!rested && (next.kind === wish.kind || next.kind === 'unknown'));
    if (goesOn && prompt !== '') return;
    wish = next;
    prompt = entry.text;
    start = at;
    rested = false;
  });
  const calls = entries.slice(start).flatMap((entry) => (entry.kind === 'call' ? [entry.call] : []));
  return { wish, prompt, calls };
}

/** A job without steps. */
function* saying(text: string): Job<string> {
  yield* [];
  return text;
}

function jobOf(
  { wish, prompt }: Assignment,
  toolbox: Toolbox,
  entries: readonly Entry[],
  seed: number,
): Job<string> {
  const workspace = new Workspace(toolbox);
  const anyTool = (['list', 'read', 'search', 'shell'] as const).some((kind) => toolbox.has(kind));
  switch (wish.kind) {
    case 'title':
      return saying(titleOf(entries, prompt));
    case 'digest':
      return saying(digestOf(entries, prompt));
    case 'commit':
      return saying(commitWordsOf(prompt));
    case 'greet':
      return saying(wish.words);
    case 'go on':
    case 'unknown':
      return saying(prompt === '' ? CAN : `I have no rule for this request. ${CAN}`);
  }
  if (!anyTool) return saying(`No tool is offered that I could use for this. ${CAN}`);
  switch (wish.kind) {
    case 'repair':
      return repair({ workspace, prompt, seed, spent: { batches: 0 } });
    case 'test':
      return testJob(workspace, prompt);
    case 'list':
      return listJob(workspace);
    case 'read':
      return readJob(workspace, wish.path);
    case 'search':
      return searchJob(workspace, wish.pattern);
    case 'about':
      return aboutJob(workspace);
  }
}

function answerOf(standing: Standing): Answer {
  if (standing.kind === 'answer')
    return { content: [{ type: 'text', text: standing.text }], stopReason: 'end_turn' };
  const content: Block[] = [
    { type: 'text', text: standing.say },
    { type: 'tool_use', name: standing.call.name, input: standing.call.input },
  ];
  return { content, stopReason: 'tool_use' };
}

/**
 * Makes the rehearsal. Each answer is one text block, followed by at most one tool call; the server adds the call's
 * id. It never edits tests, and it says when it did not succeed.
 */
export function createRehearsal(options: RehearsalOptions = {}): Behaviour {
  const seed = options.seed ?? 1;
  return {
    name: 'rehearsal',
    answer(request: MessagesRequest): Answer {
      const entries = entriesOf(request);
      const assignment = assignmentOf(entries);
      const toolbox = toolboxOf(request, folderOf(preambleOf(request)));
      return answerOf(standingOf(() => jobOf(assignment, toolbox, entries, seed), toolbox, assignment.calls));
    },
  };
}

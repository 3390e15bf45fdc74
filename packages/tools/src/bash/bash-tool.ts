/** Bash: a command in a shell whose directory lasts, in a process group of its own, bounded in time and output. */
import type { Tool, ToolContext, ToolOutcome } from '@leat/engine';
import { bashTimeoutDefaultMs, commandBytesMax, progressEveryMs, progressTailChars } from '../limits.ts';
import { existingAncestor, statOrNull } from '../path/found-path.ts';
import { deadline } from '../process/deadline.ts';
import type { HeadTail } from '../process/head-tail.ts';
import { cutText } from '../text/numbered-lines.ts';
import { defineTool } from '../tool/define-tool.ts';
import { failed } from '../tool/outcome.ts';
import { type BashInput, bashDefinition } from './bash-definition.ts';
import { type CommandEnd, runCommand } from './command-run.ts';
import { refuseSessionFile } from './session-file-guard.ts';
import { readCwd, shellRun } from './shell-script.ts';

/** The Bash tool. Its display is `{ type: 'command', exitCode, signal, timedOut, cwd }`, its progress `{ tail, chars }`. */
export const bashTool: Tool<BashInput> = defineTool({
  definition: bashDefinition,
  checks: {
    command(text) {
      if (text.trim() === '') return 'must not be empty';
      if (text.includes('\0')) return 'must not contain a zero byte';
      return Buffer.byteLength(text) > commandBytesMax
        ? `is too long (at most ${commandBytesMax} bytes); write a script with Write and run that`
        : null;
    },
  },
  readOnly: false,
  compactable: true,
  maxResultChars: null,
  concurrencySafe: () => false,
  repeat: () => 'effect',
  access: (input) => ({ kind: 'shell', command: input.command }),
  title: (input) => `Bash ${cutText(input.command.replace(/\s+/g, ' ').trim(), 200)}`,
  run: runBash,
});

async function runBash(input: BashInput, context: ToolContext): Promise<ToolOutcome> {
  const { machine, session, clock } = context;
  if (context.signal.aborted) return failed('The command was stopped before it started.');
  const refusal = refuseSessionFile(input.command, session.cwd, machine);
  if (refusal !== null) return failed(refusal);
  const notes: string[] = [];
  await leaveVanished(context, notes);
  const timeoutMs = input.timeout ?? bashTimeoutDefaultMs;
  const time = deadline(clock, timeoutMs, context.signal);
  const { options, cwdFile } = shellRun(machine, input.command, session.cwd);
  try {
    const end = await runCommand(machine, clock, options, time.signal, progressOf(context));
    const cwd = await readCwd(machine, cwdFile);
    if (end.error !== null) return failed(`bash could not be started: ${end.error.message}`);
    if (cwd !== null && cwd !== session.cwd) {
      session.cwd = cwd;
      notes.push(`[The current directory is now ${cwd}]`);
    }
    return await outcomeOf(end, time.expired ? timeoutMs : null, notes, context);
  } finally {
    time.end();
  }
}

/** A directory that was removed meanwhile is left for the nearest one above it that exists. */
async function leaveVanished(context: ToolContext, notes: string[]): Promise<void> {
  const { session, machine } = context;
  const info = await statOrNull(machine.files, session.cwd);
  if (info !== null && info.kind === 'directory') return;
  const gone = session.cwd;
  session.cwd = await existingAncestor(machine.files, gone);
  notes.push(`[${gone} does not exist any more; the command ran in ${session.cwd}]`);
}

/** Tells the tail of the output, not more often than `progressEveryMs`. */
function progressOf(context: ToolContext): (output: HeadTail) => void {
  let last = -Infinity;
  return (output) => {
    const now = context.clock.now();
    if (now - last < progressEveryMs) return;
    last = now;
    context.progress({ tail: output.tail(progressTailChars), chars: output.length });
  };
}

async function outcomeOf(
  end: CommandEnd,
  timedOutMs: number | null,
  notes: readonly string[],
  context: ToolContext,
): Promise<ToolOutcome> {
  const output = (await boundedText(end.output, context)).replace(/^\n+/, '').trimEnd();
  const ending = endingOf(end, timedOutMs);
  const held = end.held
    ? [
        '[A process that the command left in the background still holds its output; what it writes from now on is not shown.]',
      ]
    : [];
  const parts = [output, ...held, ...notes, ...(ending === null ? [] : [ending])].filter(
    (part) => part !== '',
  );
  const content = parts.length === 0 ? 'The command succeeded without output.' : parts.join('\n');
  const display = {
    type: 'command',
    exitCode: end.code,
    signal: end.signal,
    timedOut: timedOutMs !== null,
    cwd: context.session.cwd,
  };
  return ending === null ? { content, display } : { content, display, isError: true };
}

/** Words for every end but success. */
function endingOf(end: CommandEnd, timedOutMs: number | null): string | null {
  if (timedOutMs !== null && end.killed)
    return `[Stopped: not done after ${timedOutMs / 1000} s (the timeout). The command and its children were killed; its effects up to then remain.]`;
  if (end.killed)
    return '[Stopped before it was done. The command and its children were killed; its effects up to then remain.]';
  if (end.signal !== null) return `[Killed by signal ${end.signal}]`;
  if (end.code === 0) return null;
  return `[Exit code ${String(end.code)}]`;
}

/** Head and tail of a long output; the whole goes to a blob where it was kept. */
async function boundedText(output: HeadTail, context: ToolContext): Promise<string> {
  if (!output.cut) return output.text();
  return output.text(await keepWhole(output.whole, context));
}

/** Where the rest of a long output is. A disk that fails must not cost the part that is shown. */
async function keepWhole(whole: string | null, context: ToolContext): Promise<string> {
  if (whole === null) return '; the whole was too long to be kept, redirect it to a file and read that';
  try {
    const hash = await context.blobs.put(whole);
    const path = (await context.blobs.path?.(hash)) ?? null;
    return path === null
      ? '; the whole was kept with the session, narrow the command to see another part'
      : `; the whole stands in ${path}: read parts of it with a line range, or search it`;
  } catch (error) {
    return `; the whole could not be kept: ${error instanceof Error ? error.message : String(error)}`;
  }
}

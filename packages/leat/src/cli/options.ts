/** The command line: `leat -p …` and the subcommands, parsed once at the edge into plain data. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { PERMISSION_MODES, splitRules, type PermissionMode } from '@leat/engine';

const OUTPUT_FORMATS = ['text', 'json', 'stream-json'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

export interface PrintOptions {
  readonly prompt: string | null;
  readonly outputFormat: OutputFormat;
  readonly continueLast: boolean;
  readonly resume: string | null;
  readonly forkSession: boolean;
  readonly sessionId: string | null;
  readonly model: string | null;
  readonly maxTurns: number | null;
  readonly maxBudgetUsd: number | null;
  readonly allowedTools: readonly string[];
  readonly disallowedTools: readonly string[];
  readonly permissionMode: PermissionMode | null;
  readonly appendSystemPrompt: string | null;
  readonly addDir: readonly string[];
  readonly includePartialMessages: boolean;
  readonly verbose: boolean;
}

export type ParsedCommand =
  | { readonly kind: 'print'; readonly options: PrintOptions }
  | { readonly kind: 'sessions'; readonly json: boolean; readonly all: boolean }
  | { readonly kind: 'import'; readonly file: string; readonly cwd: string | null }
  | { readonly kind: 'view'; readonly session: string; readonly as: ViewKind; readonly json: boolean }
  | { readonly kind: 'fsck'; readonly session: string; readonly json: boolean }
  | { readonly kind: 'demo' }
  /** Help or version was printed, or the words were wrong: nothing is left to do. */
  | { readonly kind: 'done'; readonly exitCode: number };

const VIEW_KINDS = ['person', 'model', 'transcript', 'request'] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];

interface Output {
  out(text: string): void;
  err(text: string): void;
}

/** Parses the words behind `leat`. Wrong words are told on `err`, with exit code 2. */
export function parseCommandLine(argv: readonly string[], version: string, output: Output): ParsedCommand {
  let parsed: ParsedCommand = { kind: 'done', exitCode: 0 };
  const program = buildProgram(version, (command) => (parsed = command));
  for (const each of [program, ...program.commands]) {
    each
      .configureOutput({
        writeOut: output.out,
        writeErr: output.err,
        outputError: (text) => output.err(usageError(text, each === program ? '' : ` ${each.name()}`)),
      })
      .exitOverride();
  }
  try {
    program.parse([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { kind: 'done', exitCode: error.exitCode === 0 ? 0 : 2 };
  }
  return parsed;
}

/** A parser's complaint as one line that says where to look. */
const usageError = (text: string, command: string): string =>
  `leat: ${text
    .trim()
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')} (leat${command} --help lists what can be said)\n`;

function buildProgram(version: string, choose: (command: ParsedCommand) => void): Command {
  const program = new Command('leat')
    .description('A coding agent for the terminal that keeps a session alive, cheap, honest and inspectable.')
    .version(version, '-V, --version')
    .usage('-p [prompt] [options]  |  leat <command>')
    .argument('[prompt]', 'what to do; from stdin where it is absent');
  addPrintOptions(program);
  program.action((prompt: string | undefined, flags: PrintFlags) => {
    if (prompt !== undefined && isLikeCommand(prompt, flags)) {
      program.error(
        `there is no command ${JSON.stringify(prompt)} (to ask it of the model: leat -p ${JSON.stringify(prompt)})`,
      );
    }
    if (flags.print || flags.continue || flags.resume !== undefined || prompt !== undefined) {
      choose({ kind: 'print', options: printOptionsOf(prompt, flags) });
    } else {
      program.outputHelp({ error: true });
      choose({ kind: 'done', exitCode: 2 });
    }
  });
  addCommands(program, choose);
  return program;
}

/** One word without `-p` is sooner a mistyped command than a prompt, and a prompt costs money. */
const isLikeCommand = (prompt: string, flags: PrintFlags): boolean =>
  !flags.print && !flags.continue && flags.resume === undefined && /^[a-z]+$/i.test(prompt.trim());

function addPrintOptions(program: Command): void {
  program
    .option('-p, --print', 'do the job, print the answer, and exit')
    .addOption(
      new Option('--output-format <format>', 'what stdout carries').choices(OUTPUT_FORMATS).default('text'),
    )
    .option('-c, --continue', 'go on with the newest session of this folder')
    .addOption(
      new Option('-r, --resume <session>', 'go on with a session').argParser(words).conflicts('continue'),
    )
    .option('--fork-session', 'with --continue or --resume: as a new session; the old one stays as it is')
    .option('--session-id <uuid>', 'the id of the new session')
    .option('--model <model>', 'the model to ask', modelName)
    .option('--max-turns <n>', 'stop after this many requests', positiveInteger)
    .option(
      '--max-budget-usd <amount>',
      'stop before a request once this much has been spent',
      positiveNumber,
    )
    .option(
      '--allowed-tools, --allowedTools <rules...>',
      'tools that may run unasked, e.g. "Bash" "Edit(src/**)"',
    )
    .option('--disallowed-tools, --disallowedTools <rules...>', 'tools that may not run')
    .addOption(new Option('--permission-mode <mode>', 'how permissions are judged').choices(PERMISSION_MODES))
    .option('--dangerously-skip-permissions', 'the same as --permission-mode bypassPermissions')
    .option('--append-system-prompt <text>', 'words to add to the system prompt')
    .option('--add-dir <folders...>', 'more folders that files may be read and written in')
    .option('--include-partial-messages', 'with stream-json: the raw events as they come')
    .option('--verbose', 'tell on stderr what happens');
}

interface PrintFlags {
  readonly print?: boolean;
  readonly outputFormat: OutputFormat;
  readonly continue?: boolean;
  readonly resume?: string;
  readonly forkSession?: boolean;
  readonly sessionId?: string;
  readonly model?: string;
  readonly maxTurns?: number;
  readonly maxBudgetUsd?: number;
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly permissionMode?: PermissionMode;
  readonly dangerouslySkipPermissions?: boolean;
  readonly appendSystemPrompt?: string;
  readonly addDir?: readonly string[];
  readonly includePartialMessages?: boolean;
  readonly verbose?: boolean;
}

function printOptionsOf(prompt: string | undefined, flags: PrintFlags): PrintOptions {
  return {
    prompt: prompt ?? null,
    outputFormat: flags.outputFormat,
    continueLast: flags.continue ?? false,
    resume: flags.resume ?? null,
    forkSession: flags.forkSession ?? false,
    sessionId: flags.sessionId ?? null,
    model: flags.model ?? null,
    maxTurns: flags.maxTurns ?? null,
    maxBudgetUsd: flags.maxBudgetUsd ?? null,
    allowedTools: (flags.allowedTools ?? []).flatMap(splitRules),
    disallowedTools: (flags.disallowedTools ?? []).flatMap(splitRules),
    permissionMode: flags.dangerouslySkipPermissions ? 'bypassPermissions' : (flags.permissionMode ?? null),
    appendSystemPrompt: flags.appendSystemPrompt ?? null,
    addDir: flags.addDir ?? [],
    includePartialMessages: flags.includePartialMessages ?? false,
    verbose: flags.verbose ?? false,
  };
}

function addCommands(program: Command, choose: (command: ParsedCommand) => void): void {
  program
    .command('sessions')
    .description('list the sessions of this folder')
    .option('--all', 'of every folder')
    .option('--json', 'as JSON')
    .action((flags: { all?: boolean; json?: boolean }) =>
      choose({ kind: 'sessions', all: flags.all ?? false, json: flags.json ?? false }),
    );
  program
    .command('import <file>')
    .description("import another agent's transcript; prints the new session's id")
    .option('--cwd <folder>', 'the folder it belongs to where the transcript names none (default: this one)')
    .action((file: string, flags: { cwd?: string }) =>
      choose({ kind: 'import', file, cwd: flags.cwd ?? null }),
    );
  program
    .command('view')
    .argument('<session>', 'its id, or the beginning of one', words)
    .description('show a session as one of its readers sees it')
    .addOption(new Option('--as <view>', 'whose view').choices(VIEW_KINDS).default('person'))
    .option('--json', 'as JSON')
    .action((session: string, flags: { as: ViewKind; json?: boolean }) =>
      choose({ kind: 'view', session, as: flags.as, json: flags.json ?? false }),
    );
  program
    .command('fsck')
    .argument('<session>', 'its id, or the beginning of one', words)
    .description("check a session's file, line by line")
    .option('--json', 'as JSON')
    .action((session: string, flags: { json?: boolean }) =>
      choose({ kind: 'fsck', session, json: flags.json ?? false }),
    );
  program
    .command('demo')
    .description('watch a real job being done in a sample project, with no key and no network')
    .action(() => choose({ kind: 'demo' }));
  program.command('sim').description('run the Messages API simulator (see leat sim --help)');
}

function words(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It takes an id, or the beginning of one.');
  return text.trim();
}

function modelName(text: string): string {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new InvalidArgumentError('It takes the name of a model.');
  return text;
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError('It takes a whole number from 1.');
  return value;
}

function positiveNumber(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('It takes a number above 0.');
  return value;
}

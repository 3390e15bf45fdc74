/**
 * Print mode: one turn, its answer on stdout, and an exit code.
 *
 *     words + stdin → session (new · continue · resume · fork) → QueryEngine → turn → printer
 */
import { resolve } from 'node:path';
import { localHost, type QueryEngine, type Turn, type TurnSummary } from '@leat/engine';
import { pricesAt, profileOf } from '@leat/kernel';
import { builtInTools } from '@leat/tools';
import { CommandError } from '../cli/command-error.ts';
import { exitCodeOf, EXIT_USAGE } from '../cli/exit-code.ts';
import { leatHome } from '../cli/home.ts';
import type { Io } from '../cli/io.ts';
import type { PrintOptions } from '../cli/options.ts';
import { watchSignals } from '../cli/signals.ts';
import { type Endpoint, endpointSettings, openEndpoint } from '../session/endpoint.ts';
import { createEngine } from '../session/engine.ts';
import { chooseModel, windowOf } from '../session/model.ts';
import { type OpenSession, openSession } from '../session/open-session.ts';
import { offeredTools, permissionsOf } from '../session/permissions.ts';
import { JsonPrinter } from './json-printer.ts';
import type { Printer, SessionFacts } from './printer.ts';
import { tellNotices } from './read-notices.ts';
import { readPrompt } from './stdin.ts';
import { StreamJsonPrinter } from './stream-json-printer.ts';
import { TextPrinter } from './text-printer.ts';

export async function print(options: PrintOptions, io: Io, version: string): Promise<number> {
  if (options.includePartialMessages && options.outputFormat !== 'stream-json') {
    throw new CommandError('--include-partial-messages needs --output-format stream-json', EXIT_USAGE);
  }
  const goesOn = options.continueLast || options.resume !== null;
  const prompt = await readPrompt(options.prompt, io);
  if (prompt === null && !goesOn) {
    throw new CommandError(
      'no prompt: give it as an argument or on stdin, e.g. leat -p "what is this?"' +
        (options.allowedTools.length + options.disallowedTools.length + options.addDir.length > 0
          ? ' (in front of options that take a list, or behind --)'
          : ''),
      EXIT_USAGE,
    );
  }
  const home = leatHome(io);
  const cwd = resolve(io.cwd);
  const permissions = permissionsOf(options, io, home, cwd);
  const settings = endpointSettings(io);
  const windowTokens = windowOf(io.env['LEAT_AUTO_COMPACT_WINDOW']);
  const host = localHost({ home, version });
  const session = await openSession(
    {
      continueLast: options.continueLast,
      resume: options.resume,
      fork: options.forkSession,
      sessionId: options.sessionId,
    },
    host,
    cwd,
    version,
  );
  tellNotices(session.notices, session.log.session, io);
  const endpoint = await openEndpoint(settings, io);
  try {
    return await runTurn({
      options,
      io,
      version,
      prompt,
      home,
      cwd,
      permissions,
      windowTokens,
      session,
      endpoint,
    });
  } finally {
    await session.log.close();
    await endpoint.close();
  }
}

interface Run {
  readonly options: PrintOptions;
  readonly io: Io;
  readonly version: string;
  /** Null: go on with a turn that was cut. */
  readonly prompt: string | null;
  readonly home: string;
  readonly cwd: string;
  readonly permissions: ReturnType<typeof permissionsOf>;
  /** Tokens that the window is taken to hold; null: the model's own. */
  readonly windowTokens: number | null;
  readonly session: OpenSession;
  readonly endpoint: Endpoint;
}

async function runTurn(run: Run): Promise<number> {
  const { options, io, session } = run;
  const notice = (text: string): void => io.err(`leat: ${text}\n`);
  const choice = chooseModel(options.model, io.env['ANTHROPIC_MODEL'], session.records);
  if (choice.notice !== null) notice(choice.notice);
  requirePrice(options, choice.model);

  const engine = await engineOf(run, choice.model, notice);
  if (run.prompt === null && !engine.isCut) {
    throw new CommandError('nothing was cut: there is no turn to go on with; give a prompt', EXIT_USAGE);
  }
  const printer = printerOf(run, choice.model);
  printer.start();
  const turn = run.prompt === null ? engine.continueTurn() : engine.submitMessage(run.prompt);
  return followTurn(turn, printer);
}

function engineOf(run: Run, model: string, notice: (text: string) => void): Promise<QueryEngine> {
  const { options, cwd, session, permissions } = run;
  return createEngine({
    session,
    provider: run.endpoint.provider,
    model,
    windowTokens: run.windowTokens,
    cwd,
    leatHome: run.home,
    permissions,
    appendSystemPrompt: options.appendSystemPrompt,
    limits: {
      ...(options.maxTurns === null ? {} : { maxTurns: options.maxTurns }),
      ...(options.maxBudgetUsd === null ? {} : { maxBudgetUsd: options.maxBudgetUsd }),
    },
    rawEvents: options.includePartialMessages,
    version: run.version,
    notice,
  });
}

/** A budget needs a bill, and a bill needs prices. */
function requirePrice(options: PrintOptions, model: string): void {
  if (options.maxBudgetUsd === null || pricesAt(profileOf(model), 0) !== null) return;
  throw new CommandError(
    `--max-budget-usd needs a known price, and that of ${model} is not known`,
    EXIT_USAGE,
  );
}

function printerOf(run: Run, model: string): Printer {
  const { options, io } = run;
  const profile = profileOf(model, run.windowTokens === null ? {} : { windowTokens: run.windowTokens });
  const facts: SessionFacts = {
    session: run.session.log.session,
    cwd: run.cwd,
    model,
    permissionMode: run.permissions.mode,
    tools: offeredTools(builtInTools(), run.permissions.rules).map((tool) => tool.definition.name),
    apiKeySource: run.endpoint.apiKeySource,
    version: run.version,
    contextWindow: profile.windowTokens,
    maxOutputTokens: profile.outputTokensMax,
  };
  switch (options.outputFormat) {
    case 'text':
      return new TextPrinter(io, options.verbose);
    case 'json':
      return new JsonPrinter(io, facts, options.verbose);
    case 'stream-json':
      return new StreamJsonPrinter(io, facts, options.verbose);
  }
}

async function followTurn(turn: Turn, printer: Printer): Promise<number> {
  const signals = watchSignals((byPerson) => turn.abort(byPerson ? 'user-cancel' : 'shutdown'));
  try {
    let summary: TurnSummary | null = null;
    for await (const event of turn.events) {
      if (event.type === 'turn_finished') summary = event.summary;
      else printer.event(event);
    }
    const terminal = await turn.done;
    if (summary !== null) printer.finish(summary);
    return exitCodeOf(terminal, signals.code);
  } finally {
    signals.release();
  }
}

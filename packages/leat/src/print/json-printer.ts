/** `--output-format json`: one result object on stdout. */
import type { QueryEvent, TurnSummary } from '@leat/engine';
import type { Io } from '../cli/io.ts';
import type { Printer, SessionFacts } from './printer.ts';
import { ProgressLines } from './progress-lines.ts';
import { resultMessage } from './result-message.ts';

export class JsonPrinter implements Printer {
  readonly #io: Io;
  readonly #facts: SessionFacts;
  readonly #progress: ProgressLines;

  constructor(io: Io, facts: SessionFacts, verbose: boolean) {
    this.#io = io;
    this.#facts = facts;
    this.#progress = new ProgressLines((line) => io.err(`${line}\n`), verbose);
  }

  start(): void {
    // The one object comes at the end.
  }

  event(event: QueryEvent): void {
    this.#progress.event(event);
  }

  finish(summary: TurnSummary): void {
    this.#io.out(`${JSON.stringify(resultMessage(summary, this.#facts))}\n`);
  }
}

/** `--output-format text`: the last answer on stdout, what went wrong on stderr. */
import { explainTerminal, type QueryEvent, type TurnSummary } from '@leat/engine';
import type { Io } from '../cli/io.ts';
import { ProgressLines } from './progress-lines.ts';
import type { Printer } from './printer.ts';

export class TextPrinter implements Printer {
  readonly #io: Io;
  readonly #progress: ProgressLines;

  constructor(io: Io, verbose: boolean) {
    this.#io = io;
    this.#progress = new ProgressLines((line) => io.err(`${line}\n`), verbose);
  }

  start(): void {
    // The answer is all that stdout carries.
  }

  event(event: QueryEvent): void {
    this.#progress.event(event);
  }

  finish(summary: TurnSummary): void {
    if (summary.text !== '') this.#io.out(summary.text.endsWith('\n') ? summary.text : `${summary.text}\n`);
    if (summary.terminal.reason !== 'completed') this.#io.err(`leat: ${explainTerminal(summary.terminal)}\n`);
  }
}

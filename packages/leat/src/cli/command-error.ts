/** A command that can't be carried out, said in one sentence: printed on stderr, no stack. */
import { EXIT_ERROR } from './exit-code.ts';

export class CommandError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number = EXIT_ERROR) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

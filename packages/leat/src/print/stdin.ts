/** What was piped in: the prompt itself, or material that stands before it. */
import { fstatSync } from 'node:fs';
import { CommandError } from '../cli/command-error.ts';
import { EXIT_USAGE } from '../cli/exit-code.ts';
import type { Io } from '../cli/io.ts';

/** Bytes of stdin that are taken (API-CONTRACT J17). */
const STDIN_BYTES_MAX = 10 * 1024 * 1024;
/**
 * Milliseconds to wait for the first byte when a prompt was given as well: a parent that left its pipe open and idle must
 * not hang us.
 */
const STDIN_FIRST_BYTE_MS = 1_500;

/** The prompt to send: the argument, stdin, or both (what was piped first, then the words). Null where there is neither. */
export async function readPrompt(argument: string | null, io: Io): Promise<string | null> {
  const piped = (await readPiped(argument !== null, io)).trim();
  const words = argument?.trim() ?? '';
  const prompt = [piped, words].filter((part) => part !== '').join('\n\n');
  return prompt === '' ? null : prompt;
}

async function readPiped(mayBeIdle: boolean, io: Io): Promise<string> {
  if (io.stdin.isTTY === true || isNull()) return '';
  const chunks: Buffer[] = [];
  let bytes = 0;
  const read = (async () => {
    for await (const chunk of io.stdin) {
      const buffer = Buffer.from(chunk); // a string or a buffer, as the stream was set
      bytes += buffer.length;
      if (bytes > STDIN_BYTES_MAX) {
        throw new CommandError(`stdin holds more than ${STDIN_BYTES_MAX / 1024 / 1024} MB`, EXIT_USAGE);
      }
      chunks.push(buffer);
    }
    return 'ended' as const;
  })();
  if (mayBeIdle) {
    const first = await Promise.race([read, idleFor(STDIN_FIRST_BYTE_MS, () => bytes > 0)]);
    if (first === 'idle') {
      io.err('leat: stdin stays open and silent; going on without it\n');
      closeIdle(io.stdin);
      read.catch((error: unknown) => io.err(`leat: stdin: ${String(error)}\n`));
      return '';
    }
  }
  await read;
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

/** /dev/null and a closed stdin bring nothing: no need to wait for their end. */
function isNull(): boolean {
  try {
    return fstatSync(0).isCharacterDevice();
  } catch {
    return true; // closed: nothing can be read
  }
}

function idleFor(ms: number, arrived: () => boolean): Promise<'idle' | 'busy'> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(arrived() ? 'busy' : 'idle'), ms).unref();
  });
}

function closeIdle(stdin: Io['stdin']): void {
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  stdin.pause();
}

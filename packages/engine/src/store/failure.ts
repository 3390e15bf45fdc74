/** What a failed operation of the disk means, as a coded error. */
import { LeatError, type LeatErrorCode, systemCode } from '../errors.ts';

const CODES: { readonly [system: string]: LeatErrorCode } = {
  ENOSPC: 'LEAT_STORE_FULL',
  EDQUOT: 'LEAT_STORE_FULL',
  EFBIG: 'LEAT_STORE_FULL',
  EROFS: 'LEAT_STORE_READ_ONLY',
  EACCES: 'LEAT_STORE_DENIED',
  EPERM: 'LEAT_STORE_DENIED',
  EMFILE: 'LEAT_STORE_BUSY',
  ENFILE: 'LEAT_STORE_BUSY',
};

const WORDS: { readonly [code: string]: string } = {
  LEAT_STORE_FULL: 'no space is left for the session',
  LEAT_STORE_READ_ONLY: 'the folder of the session is read-only',
  LEAT_STORE_DENIED: 'the folder of the session may not be written',
  LEAT_STORE_BUSY: 'too many files are open',
};

/** Leat errors pass through. */
export function storeFailure(error: unknown, doing: string): LeatError {
  if (error instanceof LeatError) return error;
  const system = systemCode(error);
  const code = CODES[system] ?? 'LEAT_STORE_IO';
  const words = WORDS[code] ?? 'the disk reported an error';
  return new LeatError(code, `${words} (${system === '' ? String(error) : system} while ${doing})`, error);
}

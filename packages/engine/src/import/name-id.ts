/** Ids from names: the same transcript gives the same ids wherever it is imported. */
import { createHash } from 'node:crypto';
import { asUuid, type Uuid } from '@leat/kernel';

/** RFC 4122 form (version 8, "by own rule") from a SHA-256 of the parts. */
export function nameId(...parts: readonly string[]): Uuid {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const variant = '89ab'[Number.parseInt(hash[16] ?? '0', 16) % 4] ?? '8';
  return asUuid(
    `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`,
  );
}

/** The digest that the kernel takes as an argument: SHA-256, hexadecimal. */
import { createHash } from 'node:crypto';
import type { Digest } from '@leat/kernel';

export const sha256: Digest = (text) => createHash('sha256').update(text, 'utf8').digest('hex');

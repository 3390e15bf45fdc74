import { createHash } from 'node:crypto';

/** The digest that tests hand to the kernel. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

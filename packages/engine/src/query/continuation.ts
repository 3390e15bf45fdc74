/** The fixed message that asks the model to go on, where a request is due and nobody spoke (SPEC 7). */
import { CONTINUATION, type UserRecord } from '@leat/kernel';
import type { Fresh } from './chain.ts';

export const continuationRecord = (): Fresh<UserRecord> => ({
  type: 'user',
  origin: { kind: 'continuation' },
  audience: 'model',
  content: [{ type: 'text', text: CONTINUATION }],
});

/** The shape of a breakpoint (D4), shared by everything that may carry one. */

import type { Field } from './shape.ts';
import { anything, nullable, object, oneOf, tagged } from './shape.ts';

const ephemeral = object('D4', {
  type: { shape: anything },
  ttl: { shape: oneOf('D4', ['5m', '1h']) },
  // Known from other clients' requests, never accepted here (C114).
  scope: { shape: anything, beta: [], absentRule: 'C114' },
});

/** `cache_control?: {type: 'ephemeral', ttl?} | null`. */
export const cacheControl: Field = { shape: nullable(tagged('D4', { ephemeral: { shape: ephemeral } })) };

/** The field where it may not stand: `Extra inputs are not permitted`, by the rule given. */
export const noCacheControl = (rule: string): Field => ({ shape: anything, beta: [], absentRule: rule });

/**
 * Fields and blocks that exist under their beta and that the simulator does not act on yet. Saying so beats
 * accepting what would then be ignored.
 */

import type { Rejection } from '../types.ts';
import { refuseOurWords } from './rejection.ts';
import type { Rule } from './rule.ts';
import { rule } from './rule.ts';
import type { Subject } from './subject.ts';

const FIELDS: readonly [id: string, field: string][] = [
  ['E1', 'context_management'],
  ['E7', 'compaction'],
  ['E13', 'thread'],
  ['F13', 'fallbacks'],
  ['F13', 'fallback_credit_token'],
];

const notYet = (id: string, what: string) => refuseOurWords(id, `${what} is not simulated yet.`);

/** A field that is there and not simulated. */
function fieldsAreSimulated(s: Subject): Rejection | null {
  const found = FIELDS.find(([, field]) => s.body[field] !== undefined && s.body[field] !== null);
  return found === undefined ? null : notYet(...found);
}

/** Compaction blocks (E6). */
function compactionIsSimulated(s: Subject): Rejection | null {
  const found = s.blocks.find((block) => block.type === 'compaction');
  return found === undefined ? null : notYet('E6', `${found.path}: a compaction block`);
}

/** Tools added and removed in mid-conversation (B50). */
function toolChangesAreSimulated(s: Subject): Rejection | null {
  const found = s.blocks.find((block) => block.type === 'tool_addition' || block.type === 'tool_removal');
  return found === undefined ? null : notYet('B50', `${found.path}: a ${found.type} block`);
}

export const laterRules: readonly Rule[] = [
  rule('E1 E7 E13 F13', fieldsAreSimulated),
  rule('E6', compactionIsSimulated),
  rule('B50', toolChangesAreSimulated),
];

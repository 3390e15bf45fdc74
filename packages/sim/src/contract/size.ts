/** Whether the request fits the model's window (A34). Asked last: the count is of a request that is otherwise well. */

import type { MessagesRequest, Rejection } from '../types.ts';
import { refuse } from './rejection.ts';
import { rule } from './rule.ts';
import type { Subject } from './subject.ts';

/** Input tokens; `null` where nobody counts. */
function inputTokens(s: Subject): number | null {
  // Every rule before this one has accepted the body: it is a request.
  return s.context.countTokens?.(s.body as unknown as MessagesRequest) ?? null;
}

/** C61: the input fits. */
function inputFits(s: Subject): Rejection | null {
  const tokens = inputTokens(s);
  if (tokens === null || s.model === null || tokens <= s.model.contextTokens) return null;
  return refuse('C61', `prompt is too long: ${tokens} tokens > ${s.model.contextTokens} maximum`);
}

/** C62: on models before 4.5, with what is to be said too. */
function outputFits(s: Subject): Rejection | null {
  const max = s.body['max_tokens'];
  if (s.model?.overflow !== 'refused' || typeof max !== 'number') return null;
  const tokens = inputTokens(s);
  if (tokens === null || tokens + max <= s.model.contextTokens) return null;
  return refuse(
    'C62',
    `input length and \`max_tokens\` exceed context limit: ${tokens} + ${max} > ${s.model.contextTokens}, decrease input length or \`max_tokens\` and try again`,
  );
}

export const sizeRules = [rule('C61 A34', inputFits), rule('C62 A34', outputFits)];

/** `temperature`, `top_p`, `top_k` (A9, A.3): gone with the new version, frozen on new models, narrow with thinking. */

import type { Rejection } from '../types.ts';
import { THINKING_TOP_P_MIN } from './limits.ts';
import { refuse } from './rejection.ts';
import { rule } from './rule.ts';
import type { Subject } from './subject.ts';

const NAMES = ['temperature', 'top_p', 'top_k'];

/** The one value that changes nothing; `top_k` has none. */
const DEFAULTS: Readonly<Record<string, unknown>> = { temperature: 1, top_p: 1 };

/** C9: under version 2026-10-21 they do not exist. Stands before the shapes, since any value will do. */
function samplingIsGone(s: Subject): Rejection | null {
  if (s.context.apiVersion !== '2026-10-21') return null;
  const name = NAMES.find((each) => s.body[each] !== undefined);
  return name === undefined ? null : refuse('C9', `${name}: Extra inputs are not permitted`);
}

/** C20: models from 4.7 on take the default only. */
function samplingIsDefault(s: Subject): Rejection | null {
  if (s.model?.sampling !== 'none') return null;
  const name = NAMES.find((each) => s.body[each] !== undefined && s.body[each] !== DEFAULTS[each]);
  return name === undefined ? null : refuse('C20', `\`${name}\` is deprecated for this model.`);
}

/** C21: one of the two. */
function samplingIsSingle(s: Subject): Rejection | null {
  if (s.body['temperature'] === undefined || s.body['top_p'] === undefined) return null;
  return refuse(
    'C21',
    '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
  );
}

/** C22: a thinking model has temperature 1. The words differ with the kind of thinking. */
function thinkingTemperatureIsOne(s: Subject): Rejection | null {
  const { temperature } = s.body;
  if (!s.thinks || temperature === undefined || temperature === 1) return null;
  const when =
    s.thinkingType === 'enabled' ? 'thinking is enabled' : 'thinking is enabled or in adaptive mode';
  return refuse(
    'C22',
    `\`temperature\` may only be set to 1 when ${when}. Please consult our documentation at https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking#important-considerations-when-using-extended-thinking`,
  );
}

/** C23: a thinking model has nearly all of `top_p`. */
function thinkingTopPIsHigh(s: Subject): Rejection | null {
  const topP = s.body['top_p'];
  if (!s.thinks || typeof topP !== 'number' || topP >= THINKING_TOP_P_MIN) return null;
  return refuse(
    'C23',
    '`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled or in adaptive mode',
  );
}

export const versionRules = [rule('C9 A9', samplingIsGone)];

export const samplingRules = [
  rule('C20', samplingIsDefault),
  rule('C21', samplingIsSingle),
  rule('C22', thinkingTemperatureIsOne),
  rule('C23', thinkingTopPIsHigh),
];

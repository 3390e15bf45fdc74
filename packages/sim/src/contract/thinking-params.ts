/** `thinking`, `output_config.effort`, and what they allow beside them (A.5–A.7). */

import type { Effort, ThinkingKind } from '../models/index.ts';
import { EFFORTS } from '../models/index.ts';
import type { Rejection } from '../types.ts';
import { BETA } from './betas.ts';
import { isJson } from './json.ts';
import { THINKING_BUDGET_TOKENS_MIN } from './limits.ts';
import { refuse, refuseOurWords } from './rejection.ts';
import { rule } from './rule.ts';
import { isDirectiveOnly } from './subject.ts';
import type { Subject } from './subject.ts';

/** The effort asked for, else the model's default. */
function effortOf(s: Subject): string | null {
  const config = s.body['output_config'];
  const asked = isJson(config) ? config['effort'] : undefined;
  return typeof asked === 'string' ? asked : (s.model?.effortDefault ?? null);
}

/** Whether the model's list holds a kind; `true` where there is nothing to judge. */
function takes(s: Subject, kind: ThinkingKind): boolean {
  return s.model === null || s.thinkingType !== kind || s.model.thinkingKinds.includes(kind);
}

/** C47: adaptive thinking came with 4.6. */
function adaptiveIsSupported(s: Subject): Rejection | null {
  return takes(s, 'adaptive') ? null : refuse('C47', 'adaptive thinking is not supported on this model');
}

/** C48: manual thinking went with 4.7. */
function enabledIsSupported(s: Subject): Rejection | null {
  if (takes(s, 'enabled')) return null;
  return refuse(
    'C48',
    '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
  );
}

/** C48, C50: some models always think; one of them can be quiet between tools. */
function disabledIsSupported(s: Subject): Rejection | null {
  if (takes(s, 'disabled')) return null;
  if (s.model?.thinkingKinds.includes('between_tools') === true) {
    return refuse(
      'C50',
      '"thinking.type.disabled" is not supported for this model. To turn thinking off on this model, send "thinking": {"type": "between_tools"} instead of {"type": "disabled"}. The model does not think before responding. The short updates it writes between tool calls come back as thinking blocks.',
    );
  }
  return refuse(
    'C48',
    '"thinking.type.disabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
  );
}

/** C48: quiet between tools is for one model. */
function betweenToolsIsSupported(s: Subject): Rejection | null {
  return takes(s, 'between_tools')
    ? null
    : refuse('C48', '"thinking.type.between_tools" is not supported for this model.');
}

/** C46: a thinking budget of at least 1024 tokens. */
function budgetIsLarge(s: Subject): Rejection | null {
  const budget = budgetOf(s);
  if (budget === null || budget >= THINKING_BUDGET_TOKENS_MIN) return null;
  return refuse(
    'C46',
    `thinking.enabled.budget_tokens: Input should be greater than or equal to ${THINKING_BUDGET_TOKENS_MIN}`,
  );
}

/** C45: the budget is part of `max_tokens`, unless thinking is interleaved. */
function budgetIsInsideMaxTokens(s: Subject): Rejection | null {
  const budget = budgetOf(s);
  const max = s.body['max_tokens'];
  if (budget === null || typeof max !== 'number' || max > budget) return null;
  if (BETA.interleaved.some((beta) => s.betas.has(beta))) return null;
  return refuse(
    'C45',
    '`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size',
  );
}

function budgetOf(s: Subject): number | null {
  const { thinking } = s.body;
  const budget = isJson(thinking) && s.thinkingType === 'enabled' ? thinking['budget_tokens'] : null;
  return typeof budget === 'number' ? budget : null;
}

/** C59c: older models have no effort. */
function effortExists(s: Subject): Rejection | null {
  const config = s.body['output_config'];
  if (s.model === null || s.model.efforts.length > 0) return null;
  if (!isJson(config) || config['effort'] === undefined || config['effort'] === null) return null;
  return refuse('C59c', 'This model does not support the effort parameter.');
}

/** A29: and not every model has every level. */
function effortLevelExists(s: Subject): Rejection | null {
  const effort = effortOf(s);
  const efforts: readonly string[] = s.model?.efforts ?? [];
  if (effort === null || efforts.length === 0 || efforts.includes(effort)) return null;
  return refuseOurWords('A29', `output_config.effort '${effort}' is not supported on this model.`);
}

/** Whether thinking is off, as far as the request says: not at all, or between tools only. */
function isQuiet(s: Subject): boolean {
  return s.thinkingType === 'disabled' || s.thinkingType === 'between_tools';
}

/** C49: without thinking some models go up to `high` only. */
function quietEffortIsLow(s: Subject): Rejection | null {
  const max = s.model?.quietEffortMax ?? null;
  const effort = effortOf(s);
  if (max === null || effort === null || !isQuiet(s) || rank(effort) <= rank(max)) return null;
  if (s.thinkingType === 'between_tools') {
    return refuseOurWords(
      'A26',
      `output_config.effort '${effort}' is not supported with thinking between tools only.`,
    );
  }
  return refuse(
    'C49',
    `output_config.effort '${effort}' is not supported when thinking is disabled on this model. Use effort '${max}' or below, or enable thinking.`,
  );
}

/** C49b: and there a message may not change it. */
function quietEffortIsConstant(s: Subject): Rejection | null {
  const before = effortOf(s);
  if ((s.model?.quietEffortMax ?? null) === null || s.thinkingType !== 'disabled' || before === null)
    return null;
  for (const message of s.messages) {
    const config = message.json['output_config'];
    const effort =
      isJson(config) && (isDirectiveOnly(message) || message.role === 'system') ? config['effort'] : null;
    if (typeof effort !== 'string' || effort === before) continue;
    return refuse(
      'C49b',
      `messages.${message.index}: output_config.effort '${effort}' differs from the '${before}' in effect before it; effort cannot change when thinking is disabled on this model. Use effort '${before}', or enable thinking.`,
    );
  }
  return null;
}

const rank = (effort: string) => EFFORTS.indexOf(effort as Effort); // an unknown word ranks below all

/** Whether `tool_choice` forces a tool. */
function forcesTool(s: Subject): boolean {
  const choice = s.body['tool_choice'];
  return isJson(choice) && (choice['type'] === 'any' || choice['type'] === 'tool');
}

/** C44: the newest models cannot be forced. */
function toolIsNotForced(s: Subject): Rejection | null {
  if (s.model?.refusesForcedTool !== true || !forcesTool(s)) return null;
  return refuse('C44', 'tool_choice: type "tool" and "any" are not supported for this model.');
}

/** C43: manual thinking and forcing exclude each other. */
function forcingIsThoughtless(s: Subject): Rejection | null {
  if (s.thinkingType !== 'enabled' || !forcesTool(s)) return null;
  return refuse('C43', 'Thinking may not be enabled when tool_choice forces tool use.');
}

export const thinkingParamRules = [
  rule('C47 A26', adaptiveIsSupported),
  rule('C48 A26', enabledIsSupported),
  rule('C48 C50 A26', disabledIsSupported),
  rule('C48 A26', betweenToolsIsSupported),
  rule('C46 A25', budgetIsLarge),
  rule('C45 A25', budgetIsInsideMaxTokens),
  rule('C59c A29', effortExists),
  rule('A29', effortLevelExists),
  rule('C49 A26', quietEffortIsLow),
  rule('C49b A26', quietEffortIsConstant),
  rule('C44 A22', toolIsNotForced),
  rule('C43 A22', forcingIsThoughtless),
];

/**
 * Everything of the body that may vary, behind `messages` (SPEC 9.4, 9.6): model, limits, thinking, effort, and the betas
 * that go with them. A field and its beta header travel together; a beta once sent is sent on (latch).
 */
import {
  MAX_TOKENS_DEFAULT,
  MAX_TOKENS_MIN,
  THINKING_BUDGET_TOKENS_MIN,
  USER_ID_CHARS_MAX,
} from '../limits.ts';
import type { Effort, Profile } from '../model/profile.ts';
import { wellFormed } from '../assembly/clean-json.ts';
import type { RequestSettings } from '../assembly/types.ts';
import { type Wire, blockAt, blockCount } from './wire.ts';

/** The variable part of a request. */
export interface Params {
  readonly maxTokens: number;
  /** Fields in their fixed order; undefined ones are left out. */
  readonly fields: { readonly [name: string]: unknown };
  /** `anthropic-beta` values in stable order, latched ones included. */
  readonly betas: readonly string[];
  /** Betas that this request sends for the first time on this profile. */
  readonly fresh: readonly string[];
}

/** Latches of betas are named so. */
export const BETA_LATCH = 'beta:';
const INTERLEAVED_BETA = 'interleaved-thinking-2025-05-14';

/** The parameters of a request with this many input tokens. */
export function paramsOf(wire: Wire, settings: RequestSettings, inputTokens: number): Params {
  const { profile } = wire;
  const maxTokens = maxTokensOf(profile, settings, inputTokens);
  const effort = effortOf(profile, settings);
  const thinking = thinkingField(wire, settings, maxTokens);
  const needed = thinking?.type === 'enabled' && wire.head.tools.size > 0 ? [INTERLEAVED_BETA] : [];
  const latched = [...wire.latches].flatMap(([name, value]) =>
    name.startsWith(BETA_LATCH) && value === true ? [name.slice(BETA_LATCH.length)] : [],
  );
  const userId = wellFormed(settings.userId ?? '').slice(0, USER_ID_CHARS_MAX);
  return {
    maxTokens,
    fields: {
      model: profile.model,
      max_tokens: maxTokens,
      stream: settings.stream ? true : undefined,
      thinking,
      output_config: effort === null ? undefined : { effort },
      metadata: userId === '' ? undefined : { user_id: userId },
    },
    betas: [...new Set([...latched, ...needed])].toSorted(),
    fresh: needed.filter((beta) => !latched.includes(beta)),
  };
}

/** min(model's maximum, what is asked for, what the window leaves). */
function maxTokensOf(profile: Profile, settings: RequestSettings, inputTokens: number): number {
  const asked = Math.max(MAX_TOKENS_MIN, Math.floor(settings.maxTokens ?? MAX_TOKENS_DEFAULT));
  const left = Math.max(MAX_TOKENS_MIN, profile.windowTokens - inputTokens);
  return Math.min(profile.outputTokensMax, asked, left);
}

type Thinking = { readonly type: string; readonly budget_tokens?: number };

/** API-CONTRACT A26: nothing where the model thinks by itself, adaptive where it has to be asked. */
function thinkingField(wire: Wire, settings: RequestSettings, maxTokens: number): Thinking | undefined {
  const { kinds, onByDefault } = wire.profile.thinking;
  const wanted = settings.thinking ?? 'default';
  if (wanted === 'off') {
    if (!onByDefault) return undefined;
    if (kinds.includes('disabled')) return { type: 'disabled' };
    return kinds.includes('between_tools') ? { type: 'between_tools' } : undefined;
  }
  if (kinds.includes('adaptive')) return onByDefault ? undefined : { type: 'adaptive' };
  if (wanted === 'default' || !kinds.includes('enabled') || isLoopWithoutThinking(wire)) return undefined;
  const budget = Math.min(
    Math.max(THINKING_BUDGET_TOKENS_MIN, Math.floor(wanted.budgetTokens)),
    maxTokens - 1,
  );
  return budget >= THINKING_BUDGET_TOKENS_MIN ? { type: 'enabled', budget_tokens: budget } : undefined;
}

/** With manual thinking the answer of a running tool loop must begin with thinking (B28, C59); else it stays off. */
function isLoopWithoutThinking(wire: Wire): boolean {
  let at = blockCount(wire) - 1;
  const message = blockAt(wire, at)?.message;
  while (at >= 0 && blockAt(wire, at)?.message === message) at--;
  const answer = blockAt(wire, at);
  if (answer?.role !== 'assistant' || blockAt(wire, at + 1)?.type !== 'tool_result') return false;
  while (blockAt(wire, at - 1)?.message === answer.message && at > 0) at--;
  const first = blockAt(wire, at)?.type;
  return first !== 'thinking' && first !== 'redacted_thinking';
}

const effortOrder: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max'];

/** The effort to send: null where it is the default (the same as leaving it out, A29) or not known to the model. */
function effortOf(profile: Profile, settings: RequestSettings): Effort | null {
  const { effort } = settings;
  if (effort === undefined || profile.efforts.length === 0) return null;
  const quiet = settings.thinking === 'off' ? profile.thinking.quietEffortMax : null;
  const most = effortOrder.indexOf(quiet ?? 'max');
  const allowed = profile.efforts.filter((level) => effortOrder.indexOf(level) <= most);
  const fitting = allowed.filter((level) => effortOrder.indexOf(level) <= effortOrder.indexOf(effort));
  const chosen = fitting.at(-1) ?? allowed[0] ?? null;
  return chosen === profile.effortDefault ? null : chosen;
}

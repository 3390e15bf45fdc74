/** Why a request could not reuse the prefix of an earlier one (API-CONTRACT D15), told where the request asks. */

import { REMEMBERED_ANSWERS_MAX } from '../server/limits.ts';
import type { Json } from '../types.ts';
import type { Rendered } from './render.ts';

/** What is remembered of a request under the id of its answer. */
interface Remembered {
  readonly key: string;
  readonly model: string;
  readonly fast: boolean;
  readonly tools: string;
  readonly system: string;
  /** Hash and tokens up to the last breakpoint. */
  readonly end: string;
  readonly tokens: number;
}

/** A request as the diagnosis sees it. */
export interface Diagnosed {
  readonly key: string;
  readonly model: string;
  readonly fast: boolean;
  readonly rendered: Rendered;
  /** Tokens that the request read from the cache. */
  readonly read: number;
}

/** Remembers answered requests, and compares later ones with them. */
export interface Diagnosis {
  /** `null` when the prefix was reused; else the `cache_miss_reason`. */
  reason(previousMessageId: string, request: Diagnosed): Json | null;
  remember(messageId: string, request: Diagnosed): void;
  clear(): void;
}

/** A diagnosis without memories. */
export function createDiagnosis(): Diagnosis {
  const known = new Map<string, Remembered>();

  const reason = (previousMessageId: string, request: Diagnosed): Json | null => {
    const before = known.get(previousMessageId);
    if (before === undefined || before.key !== request.key) return { type: 'previous_message_not_found' };
    const { rendered } = request;
    const missed = { cache_missed_input_tokens: Math.max(0, before.tokens - request.read) };
    if (before.model !== request.model || before.fast !== request.fast)
      return { type: 'model_changed', ...missed };
    if (before.tools !== rendered.toolsHash) return { type: 'tools_changed', ...missed };
    if (before.system !== rendered.systemHash) return { type: 'system_changed', ...missed };
    if (rendered.positions.some((position) => position.hash === before.end)) return null;
    return { type: 'messages_changed', ...missed };
  };

  const remember = (messageId: string, request: Diagnosed) => {
    const { rendered, key, model, fast } = request;
    const end =
      rendered.positions.findLast((position) => position.mark !== null) ?? rendered.positions.at(-1);
    if (end === undefined) return;
    known.set(messageId, {
      key,
      model,
      fast,
      tools: rendered.toolsHash,
      system: rendered.systemHash,
      end: end.hash,
      tokens: end.tokens,
    });
    const oldest = known.keys().next();
    if (known.size > REMEMBERED_ANSWERS_MAX && oldest.done !== true) known.delete(oldest.value);
  };

  return { reason, remember, clear: () => known.clear() };
}

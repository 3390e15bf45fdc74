/**
 * What the simulator knows of a model: the facts by which the contract judges a request to it and by which
 * the other stations count, cache and bill.
 */

import type { Price } from '../types.ts';

/** A value of `thinking.type` (API-CONTRACT A24). */
export type ThinkingKind = 'enabled' | 'adaptive' | 'disabled' | 'between_tools';

/** A value of `output_config.effort`, weakest first in `EFFORTS` (A29). */
export type Effort = 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** All effort levels, weakest first. */
export const EFFORTS: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max'];

/** A price that holds for prompts of up to `promptTokensMax` tokens (`null`: no upper end). */
interface PriceTier {
  readonly promptTokensMax: number | null;
  readonly price: Price;
}

/** One row of the model table. Every number is from API-CONTRACT A.9 unless its line says otherwise. */
export interface Model {
  /** The undated id, e.g. `claude-opus-5-5`. */
  readonly id: string;
  /** Dated ids that mean the same model (A33). */
  readonly aliases: readonly string[];
  readonly displayName: string;
  /** Context window, in tokens. */
  readonly contextTokens: number;
  /** Most output tokens of one answer: the upper end of `max_tokens` (C8). */
  readonly outputTokensMax: number;
  /** US dollars per million tokens, smallest tier first; empty where no price is published. */
  readonly prices: readonly PriceTier[];
  /** Input and output price with `speed: fast` (A32); `null` where there is no fast mode. */
  readonly fastPrice: { readonly input: number; readonly output: number } | null;
  /** Shortest prefix that is cached, in tokens (D8). */
  readonly cacheableTokensMin: number;
  /** `new` counts about 30 % more tokens than `old` for the same text (I2). */
  readonly tokenizer: 'old' | 'new';
  /** The values of `thinking.type` that the model accepts (A26). */
  readonly thinkingKinds: readonly ThinkingKind[];
  /** Whether the model thinks when `thinking` is left out (A26). */
  readonly thinksByDefault: boolean;
  /** Highest effort at which thinking may be off or between tools only (A26, C49); `null`: no bound. */
  readonly quietEffortMax: Effort | null;
  /** How thinking text comes back when `display` is left out (A27). */
  readonly thinkingDisplay: 'summarized' | 'omitted';
  /** Effort levels that the model takes; empty where the parameter does not exist (A29). */
  readonly efforts: readonly Effort[];
  readonly effortDefault: Effort | null;
  /** Signatures of thinking are bound to everything before them (B32). */
  readonly boundThinking: boolean;
  /** The server leaves out thinking of earlier turns (B31). */
  readonly stripsEarlierThinking: boolean;
  /** A conversation may end with an assistant message (B6). */
  readonly prefill: boolean;
  /** `role: system` inside `messages` (B46). */
  readonly systemMessages: boolean;
  /** Images and PDF pages per request (B38, B40). */
  readonly mediaMax: number;
  /** `speed: fast` is served, silently served at standard speed, or refused (A32). */
  readonly fast: 'served' | 'ignored' | 'refused';
  /** `tool_choice` of `any` and `tool` is refused (A22). */
  readonly refusesForcedTool: boolean;
  /** `one`: temperature or top_p, not both; `none`: nothing but the defaults (A.3). */
  readonly sampling: 'one' | 'none';
  /** What happens when input plus `max_tokens` pass the window (A34). */
  readonly overflow: 'stops' | 'refused';
  /** Tool types that the model does not take (A16, C37). */
  readonly refusedToolTypes: readonly string[];
}

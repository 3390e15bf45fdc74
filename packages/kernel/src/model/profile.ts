/**
 * What leat must know of a model behind a provider (SPEC 17): one profile decides everything that differs, and nothing
 * else asks which provider it talks to. Numbers and switches come from API-CONTRACT A.6, A.9, B, D and I.
 */
import type { TokenPrices } from '../timeline/record.ts';

/** A value of `thinking.type` (API-CONTRACT A24). */
export type ThinkingKind = 'enabled' | 'adaptive' | 'disabled' | 'between_tools';

/** A value of `output_config.effort` (A29). */
export type Effort = 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** Lifetime class of a cache entry (D4). */
export type CacheTtl = '5m' | '1h';

/** Prices that hold for prompts of up to `promptTokensMax` tokens; null = no upper end. */
export interface PriceTier {
  readonly promptTokensMax: number | null;
  readonly prices: TokenPrices;
}

/** Which vocabulary a model reads with: `new` counts about 30 % more tokens for the same text (I2). */
export type TokenizerFamily = 'old' | 'new';

/** One model behind one provider. */
export interface Profile {
  /** Stands in `request` records and latches; one wire belongs to one profile. */
  readonly name: string;
  /** The model id that goes into the body. */
  readonly model: string;
  /** Whether the table knows this model; false = conservative assumptions, to be said to the person. */
  readonly known: boolean;
  /** `anthropic-version` that the provider is to send. */
  readonly apiVersion: ApiVersion;
  /** Context window, in tokens. */
  readonly windowTokens: number;
  /** Upper end of `max_tokens`. */
  readonly outputTokensMax: number;
  /** US dollars per million tokens, smallest tier first; empty where no price is known. */
  readonly prices: readonly PriceTier[];
  /** Shortest prefix that is cached, in tokens (D8). */
  readonly cacheableTokensMin: number;
  /** Lifetimes that the endpoint offers; empty = it has no cache and gets no `cache_control`. */
  readonly cacheTtls: readonly CacheTtl[];
  /** Positions that a breakpoint looks back over (D5). */
  readonly cacheLookBack: number;
  readonly tokenizer: TokenizerFamily;
  readonly thinking: {
    readonly kinds: readonly ThinkingKind[];
    /** Whether the model thinks when `thinking` is left out. */
    readonly onByDefault: boolean;
    /** Signatures are bound to everything before them (B32); unknown = bound. */
    readonly bound: boolean;
    /** The endpoint checks signatures: an unsigned block must not be sent. */
    readonly signed: boolean;
    /** The server leaves thinking of earlier turns out of the prompt (B31). */
    readonly earlierStripped: boolean;
    /** Highest effort at which thinking may be off (A26); null = no bound. */
    readonly quietEffortMax: Effort | null;
  };
  /** Effort levels; empty where the parameter does not exist. */
  readonly efforts: readonly Effort[];
  readonly effortDefault: Effort | null;
  readonly images: boolean;
  readonly documents: boolean;
  /** Images and PDF pages per request (B38, B40). */
  readonly mediaMax: number;
  /** Bytes of base64 text per image (B36, the stricter reading). */
  readonly imageBytesMax: number;
  /** Neighbouring messages of one role must be merged before sending; leat always does. */
  readonly alternation: 'strict' | 'merged';
  /** A conversation may end with an assistant message (B6). */
  readonly prefill: boolean;
  /** `role: system` inside `messages` (B46). */
  readonly systemMessages: boolean;
  /** Deferred tools and `tool_reference` blocks (A17). */
  readonly deferredTools: boolean;
  /** Server tools whose blocks may be replayed: leat declares none yet, so their blocks become words. */
  readonly serverTools: readonly string[];
  /** Bytes of a whole body (A4). */
  readonly bodyBytesMax: number;
  /** A counting endpoint exists. */
  readonly counting: boolean;
  /** `input + max_tokens > window` is refused, not cut (A34). */
  readonly overflowRefused: boolean;
  /** Tokens that the API adds for tool use (I7), an upper figure. */
  readonly toolOverheadTokens: number;
}

/** Versions of the Messages API that leat can speak (A8). */
export type ApiVersion = '2026-10-21' | '2023-06-01';

/** What the caller may say about the endpoint behind a model. */
export interface ProfileOptions {
  /** Default `2026-10-21`. leat sends nothing that the two versions treat differently (A9). */
  readonly apiVersion?: ApiVersion;
  /** Window that settings or the server state, in tokens; for a known model it can only shrink it. */
  readonly windowTokens?: number;
  /** Largest `max_tokens` that settings or the server state. */
  readonly outputTokensMax?: number;
}

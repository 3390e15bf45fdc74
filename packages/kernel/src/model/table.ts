/**
 * The model table: first-party profiles, one per model, newest first. Every figure is from API-CONTRACT A.6, A.9, A29,
 * B6, B31, B32, B38, B46, D8 and I7; where that page is unsure, the row holds the reading that is safer to send.
 */
import type { Effort, PriceTier, Profile, ThinkingKind } from './profile.ts';

/** A row: everything but what the caller's options decide. `aliases` are dated ids of the same model (A33). */
export type ModelRow = Omit<Profile, 'name' | 'known' | 'apiVersion'> & {
  readonly aliases: readonly string[];
};

const million = 1_000_000;
const thousand = 1_000;

const allEfforts: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max'];
const withoutXhigh: readonly Effort[] = ['low', 'medium', 'high', 'max'];
const plainEfforts: readonly Effort[] = ['low', 'medium', 'high'];

const flat = (
  input: number,
  write5m: number,
  write1h: number,
  read: number,
  output: number,
): readonly PriceTier[] => [{ promptTokensMax: null, prices: { input, write5m, write1h, read, output } }];

/** What every first-party model has in common. */
const firstParty = {
  aliases: [],
  cacheTtls: ['5m', '1h'],
  cacheLookBack: 20,
  images: true,
  documents: true,
  imageBytesMax: 5 * 1024 * 1024,
  alternation: 'merged',
  deferredTools: true,
  serverTools: [],
  bodyBytesMax: 32 * 1024 * 1024,
  counting: true,
} as const;

const thinkingOf = (
  kinds: readonly ThinkingKind[],
  facts: Partial<Profile['thinking']> = {},
): Profile['thinking'] => ({
  kinds,
  onByDefault: true,
  bound: false,
  signed: true,
  earlierStripped: false,
  quietEffortMax: null,
  ...facts,
});

/** Fable, Mythos and the 5.x generation: large window, thinking on, system messages inside the conversation. */
const fifth = {
  ...firstParty,
  windowTokens: million,
  outputTokensMax: 128 * thousand,
  cacheableTokensMin: 512,
  tokenizer: 'new',
  thinking: thinkingOf(['adaptive']),
  efforts: allEfforts,
  effortDefault: 'high',
  mediaMax: 600,
  prefill: false,
  systemMessages: true,
  overflowRefused: false,
  toolOverheadTokens: 354,
} as const;

/** From Fable 5.1, Opus 5.5, Sonnet 5.5, Haiku 5.5 on signatures are bound to their prefix (B32). */
const bound = { ...fifth, thinking: thinkingOf(['adaptive'], { bound: true }) } as const;

/** 4.7 and 4.8: thinking is off unless asked for. */
const late4 = {
  ...fifth,
  thinking: thinkingOf(['adaptive', 'disabled'], { onByDefault: false }),
  systemMessages: false,
  toolOverheadTokens: 675,
} as const;

/** 4.6: the old tokenizer, manual thinking still taken. */
const mid4 = {
  ...late4,
  tokenizer: 'old',
  thinking: thinkingOf(['enabled', 'adaptive', 'disabled'], { onByDefault: false }),
  efforts: withoutXhigh,
  toolOverheadTokens: 497,
} as const;

/** 4.5: the small window, manual thinking only, prefill. */
const early4 = {
  ...mid4,
  windowTokens: 200 * thousand,
  outputTokensMax: 64 * thousand,
  thinking: thinkingOf(['enabled', 'disabled'], { onByDefault: false, earlierStripped: true }),
  efforts: [] as readonly Effort[],
  effortDefault: null,
  mediaMax: 100,
  prefill: true,
  toolOverheadTokens: 496,
} as const;

const opus = flat(5, 6.25, 10, 0.5, 25);

/** Every model of API-CONTRACT A33, newest first. */
export const MODEL_TABLE: readonly ModelRow[] = [
  { ...bound, model: 'claude-fable-5-2', prices: flat(8, 10, 16, 0.2, 40) },
  { ...bound, model: 'claude-mythos-5-2', prices: flat(8, 10, 16, 0.2, 40) },
  {
    ...bound,
    model: 'claude-haiku-5-5',
    prices: [
      {
        promptTokensMax: 100 * thousand,
        prices: { input: 0.1, write5m: 0.125, write1h: 0.2, read: 0.01, output: 0.5 },
      },
      {
        promptTokensMax: null,
        prices: { input: 0.5, write5m: 0.625, write1h: 1, read: 0.05, output: 2.5 },
      },
    ],
    thinking: thinkingOf(['adaptive', 'disabled'], { bound: true, quietEffortMax: 'high' }),
    effortDefault: 'medium',
  },
  {
    ...bound,
    model: 'claude-sonnet-5-5',
    prices: flat(2, 2.5, 4, 0.1, 10),
    thinking: thinkingOf(['adaptive', 'between_tools'], { bound: true, quietEffortMax: 'high' }),
  },
  { ...bound, model: 'claude-fable-5-1', prices: flat(10, 12.5, 20, 0.25, 50) },
  { ...bound, model: 'claude-opus-5-5', prices: flat(4, 5, 8, 0.2, 20), effortDefault: 'medium' },
  { ...bound, model: 'claude-mythos-5-1', prices: flat(10, 12.5, 20, 0.25, 50) },
  {
    ...fifth,
    model: 'claude-sonnet-5',
    prices: flat(2, 2.5, 4, 0.2, 10),
    cacheableTokensMin: 1024,
    thinking: thinkingOf(['adaptive', 'disabled']),
    systemMessages: false,
  },
  { ...fifth, model: 'claude-fable-5', prices: flat(10, 12.5, 20, 1, 50) },
  { ...fifth, model: 'claude-mythos-5', prices: flat(10, 12.5, 20, 1, 50) },
  {
    ...fifth,
    model: 'claude-opus-5',
    prices: opus,
    thinking: thinkingOf(['adaptive', 'disabled'], { quietEffortMax: 'high' }),
    toolOverheadTokens: 286,
  },
  {
    ...late4,
    model: 'claude-opus-4-8',
    prices: opus,
    cacheableTokensMin: 1024,
    systemMessages: true,
    toolOverheadTokens: 290,
  },
  { ...late4, model: 'claude-opus-4-7', prices: opus, cacheableTokensMin: 2048 },
  {
    ...late4,
    model: 'claude-mythos-preview',
    prices: [],
    cacheableTokensMin: 2048,
    thinking: thinkingOf(['enabled', 'adaptive']),
    efforts: withoutXhigh,
  },
  { ...mid4, model: 'claude-opus-4-6', prices: opus, cacheableTokensMin: 4096 },
  { ...mid4, model: 'claude-sonnet-4-6', prices: flat(3, 3.75, 6, 0.3, 15), cacheableTokensMin: 1024 },
  {
    ...early4,
    model: 'claude-haiku-4-5',
    aliases: ['claude-haiku-4-5-20251001'],
    prices: flat(1, 1.25, 2, 0.1, 5),
    cacheableTokensMin: 4096,
  },
  {
    ...early4,
    model: 'claude-opus-4-5',
    aliases: ['claude-opus-4-5-20251101'],
    prices: opus,
    cacheableTokensMin: 4096,
    thinking: thinkingOf(['enabled', 'disabled'], { onByDefault: false }),
    efforts: plainEfforts,
    effortDefault: 'high',
  },
  {
    ...early4,
    model: 'claude-sonnet-4-5',
    aliases: ['claude-sonnet-4-5-20250929'],
    prices: flat(3, 3.75, 6, 0.3, 15),
    cacheableTokensMin: 1024,
  },
];

/**
 * What is assumed of a model that the table does not know: a small window, no price, thinking bound and signed, nothing
 * special declared (SPEC 8.0, 8.6). Prefill and system messages are off, so that what is sent passes on any of them.
 */
export const UNKNOWN_MODEL: Omit<ModelRow, 'model'> = {
  ...firstParty,
  cacheTtls: ['5m'],
  windowTokens: 128 * thousand,
  outputTokensMax: 32 * thousand,
  prices: [],
  cacheableTokensMin: 4096,
  tokenizer: 'new',
  thinking: thinkingOf([], { bound: true, onByDefault: false }),
  efforts: [],
  effortDefault: null,
  mediaMax: 100,
  prefill: false,
  systemMessages: false,
  deferredTools: false,
  overflowRefused: true,
  toolOverheadTokens: 804,
};

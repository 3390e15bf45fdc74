/**
 * The simulator's own model table. It is written from API-CONTRACT A.6, A.9, A22, A26–A34, B6, B31, B32, B38
 * and B46, on purpose apart from the one the client uses: a test outside of both compares them.
 *
 * Where the contract marks a fact as unsure, the row holds the reading that refuses more.
 */

import type { Effort, Model, ThinkingKind } from './model.ts';

const M = 1_000_000;
const K = 1_000;

/** Computer-use tools of before the toolsets, which Sonnet 5.5 does not take (C37). */
const OLD_COMPUTER_TOOLS = ['computer_20241022', 'computer_20250124', 'computer_20251124'];

const ALL_EFFORTS: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max'];
const NO_XHIGH: readonly Effort[] = ['low', 'medium', 'high', 'max'];
const PLAIN_EFFORTS: readonly Effort[] = ['low', 'medium', 'high'];

const flat = (input: number, write5m: number, write1h: number, read: number, output: number) => [
  { promptTokensMax: null, price: { input, write5m, write1h, read, output } },
];

/** What the newest generation has in common: large window, always thinking, system messages, no sampling. */
const newest = {
  aliases: [],
  contextTokens: M,
  outputTokensMax: 128 * K,
  fastPrice: null,
  cacheableTokensMin: 512,
  tokenizer: 'new',
  thinkingKinds: ['adaptive'] as readonly ThinkingKind[],
  thinksByDefault: true,
  quietEffortMax: null,
  thinkingDisplay: 'omitted',
  efforts: ALL_EFFORTS,
  effortDefault: 'high',
  boundThinking: true,
  stripsEarlierThinking: false,
  prefill: false,
  systemMessages: true,
  mediaMax: 600,
  fast: 'refused',
  refusesForcedTool: true,
  sampling: 'none',
  overflow: 'stops',
  refusedToolTypes: [],
} as const;

/** The first half of the fifth generation: signatures are not bound, tools may be forced. */
const fifth = { ...newest, boundThinking: false, refusesForcedTool: false } as const;

/** 4.7 and 4.8: thinking is off unless asked for. */
const late4 = {
  ...fifth,
  thinkingKinds: ['adaptive', 'disabled'] as readonly ThinkingKind[],
  thinksByDefault: false,
  systemMessages: false,
} as const;

/** 4.6: the old tokenizer, manual thinking still accepted, sampling parameters exist. */
const mid4 = {
  ...late4,
  tokenizer: 'old',
  thinkingKinds: ['enabled', 'adaptive', 'disabled'] as readonly ThinkingKind[],
  thinkingDisplay: 'summarized',
  efforts: NO_XHIGH,
  sampling: 'one',
} as const;

/** 4.5: the small window, manual thinking only, prefill. */
const early4 = {
  ...mid4,
  contextTokens: 200 * K,
  outputTokensMax: 64 * K,
  thinkingKinds: ['enabled', 'disabled'] as readonly ThinkingKind[],
  efforts: [] as readonly Effort[],
  effortDefault: null,
  stripsEarlierThinking: true,
  prefill: true,
  mediaMax: 100,
} as const;

const opusPrice = flat(5, 6.25, 10, 0.5, 25);

/** Every model of API-CONTRACT A33, newest first. */
export const MODELS: readonly Model[] = [
  { ...newest, id: 'claude-fable-5-2', displayName: 'Claude Fable 5.2', prices: flat(8, 10, 16, 0.2, 40) },
  { ...newest, id: 'claude-mythos-5-2', displayName: 'Claude Mythos 5.2', prices: flat(8, 10, 16, 0.2, 40) },
  {
    ...newest,
    id: 'claude-haiku-5-5',
    displayName: 'Claude Haiku 5.5',
    prices: [
      {
        promptTokensMax: 100 * K,
        price: { input: 0.1, write5m: 0.125, write1h: 0.2, read: 0.01, output: 0.5 },
      },
      { promptTokensMax: null, price: { input: 0.5, write5m: 0.625, write1h: 1, read: 0.05, output: 2.5 } },
    ],
    thinkingKinds: ['adaptive', 'disabled'],
    quietEffortMax: 'high',
    effortDefault: 'medium',
  },
  {
    ...newest,
    id: 'claude-sonnet-5-5',
    displayName: 'Claude Sonnet 5.5',
    prices: flat(2, 2.5, 4, 0.1, 10),
    thinkingKinds: ['adaptive', 'between_tools'],
    quietEffortMax: 'high',
    refusedToolTypes: OLD_COMPUTER_TOOLS,
  },
  {
    ...newest,
    id: 'claude-fable-5-1',
    displayName: 'Claude Fable 5.1',
    prices: flat(10, 12.5, 20, 0.25, 50),
  },
  {
    ...newest,
    id: 'claude-opus-5-5',
    displayName: 'Claude Opus 5.5',
    prices: flat(4, 5, 8, 0.2, 20),
    fastPrice: { input: 8, output: 40 },
    effortDefault: 'medium',
    fast: 'served',
  },
  {
    ...newest,
    id: 'claude-mythos-5-1',
    displayName: 'Claude Mythos 5.1',
    prices: flat(10, 12.5, 20, 0.25, 50),
  },
  {
    ...fifth,
    id: 'claude-sonnet-5',
    displayName: 'Claude Sonnet 5',
    prices: flat(2, 2.5, 4, 0.2, 10),
    cacheableTokensMin: 1024,
    thinkingKinds: ['adaptive', 'disabled'],
    systemMessages: false,
  },
  { ...fifth, id: 'claude-fable-5', displayName: 'Claude Fable 5', prices: flat(10, 12.5, 20, 1, 50) },
  { ...fifth, id: 'claude-mythos-5', displayName: 'Claude Mythos 5', prices: flat(10, 12.5, 20, 1, 50) },
  {
    ...fifth,
    id: 'claude-opus-5',
    displayName: 'Claude Opus 5',
    prices: opusPrice,
    fastPrice: { input: 10, output: 50 },
    thinkingKinds: ['adaptive', 'disabled'],
    quietEffortMax: 'high',
    fast: 'served',
  },
  {
    ...late4,
    id: 'claude-opus-4-8',
    displayName: 'Claude Opus 4.8',
    prices: opusPrice,
    fastPrice: { input: 10, output: 50 },
    cacheableTokensMin: 1024,
    systemMessages: true,
    fast: 'served',
  },
  {
    ...late4,
    id: 'claude-opus-4-7',
    displayName: 'Claude Opus 4.7',
    prices: opusPrice,
    cacheableTokensMin: 2048,
  },
  {
    ...late4,
    id: 'claude-mythos-preview',
    displayName: 'Claude Mythos Preview',
    prices: [],
    cacheableTokensMin: 2048,
    thinkingKinds: ['enabled', 'adaptive'],
    thinksByDefault: true,
    efforts: NO_XHIGH,
  },
  {
    ...mid4,
    id: 'claude-opus-4-6',
    displayName: 'Claude Opus 4.6',
    prices: opusPrice,
    cacheableTokensMin: 4096,
    fast: 'ignored',
  },
  {
    ...mid4,
    id: 'claude-sonnet-4-6',
    displayName: 'Claude Sonnet 4.6',
    prices: flat(3, 3.75, 6, 0.3, 15),
    cacheableTokensMin: 1024,
  },
  {
    ...early4,
    id: 'claude-haiku-4-5',
    aliases: ['claude-haiku-4-5-20251001'],
    displayName: 'Claude Haiku 4.5',
    prices: flat(1, 1.25, 2, 0.1, 5),
    cacheableTokensMin: 4096,
  },
  {
    ...early4,
    id: 'claude-opus-4-5',
    aliases: ['claude-opus-4-5-20251101'],
    displayName: 'Claude Opus 4.5',
    prices: opusPrice,
    cacheableTokensMin: 4096,
    efforts: PLAIN_EFFORTS,
    effortDefault: 'high',
    stripsEarlierThinking: false,
  },
  {
    ...early4,
    id: 'claude-sonnet-4-5',
    aliases: ['claude-sonnet-4-5-20250929'],
    displayName: 'Claude Sonnet 4.5',
    prices: flat(3, 3.75, 6, 0.3, 15),
    cacheableTokensMin: 1024,
  },
];

/** The model with this id or dated alias; `null` for an unknown one (C70). Ids are compared to the letter. */
export function modelOf(id: string, models: readonly Model[] = MODELS): Model | null {
  return models.find((model) => model.id === id || model.aliases.includes(id)) ?? null;
}

/** The price per million tokens that holds for a prompt of this size; `null` where none is published. */
export function priceOf(model: Model, promptTokens: number): Model['prices'][number]['price'] | null {
  const tier = model.prices.find((t) => t.promptTokensMax === null || promptTokens <= t.promptTokensMax);
  return tier?.price ?? null;
}

/** Usage as the server sends it, and what it costs (SPEC 14.1). Later figures overwrite earlier ones, they never add. */
import type { TokenPrices, Usage } from '@leat/kernel';

export const NO_USAGE: Usage = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 };

/** A usage object of the API. */
export type RawUsage = { readonly [key: string]: unknown };

/** The newer object's non-null fields over the older's (API-CONTRACT F7). */
export const overwriteUsage = (older: RawUsage | null, newer: unknown): RawUsage | null => {
  if (typeof newer !== 'object' || newer === null || Array.isArray(newer)) return older;
  const stated = Object.entries(newer).filter(([, value]) => value !== null && value !== undefined);
  return { ...older, ...Object.fromEntries(stated) };
};

const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

/** Tokens by class. Writes without a breakdown count as 5-minute writes. */
export const usageOf = (raw: RawUsage | null): Usage | null => {
  if (raw === null) return null;
  const creation = raw['cache_creation'];
  const classes = typeof creation === 'object' && creation !== null ? (creation as RawUsage) : null; // read by key only
  const written = count(raw['cache_creation_input_tokens']);
  const hour = Math.min(written, count(classes?.['ephemeral_1h_input_tokens']));
  return {
    input: count(raw['input_tokens']),
    cacheRead: count(raw['cache_read_input_tokens']),
    cacheWrite5m: written - hour,
    cacheWrite1h: hour,
    output: count(raw['output_tokens']),
  };
};

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  cacheRead: a.cacheRead + b.cacheRead,
  cacheWrite5m: a.cacheWrite5m + b.cacheWrite5m,
  cacheWrite1h: a.cacheWrite1h + b.cacheWrite1h,
  output: a.output + b.output,
});

/** Tokens of the prompt: what decides the price tier, and what fills the window. */
export const promptTokens = (usage: Usage): number =>
  usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;

/** US dollars. */
export const costOf = (usage: Usage, prices: TokenPrices): number =>
  (usage.input * prices.input +
    usage.cacheRead * prices.read +
    usage.cacheWrite5m * prices.write5m +
    usage.cacheWrite1h * prices.write1h +
    usage.output * prices.output) /
  1_000_000;

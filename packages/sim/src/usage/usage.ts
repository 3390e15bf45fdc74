/** Usage of one request in the API's shape (API-CONTRACT D11), and what it costs. */

import type { Model } from '../models/index.ts';
import { priceOf } from '../models/index.ts';
import type { Json, Price } from '../types.ts';

/** Tokens of one request by price class. */
export interface Usage {
  /** Behind the last cached block, at full price. */
  readonly uncached: number;
  readonly read: number;
  readonly write5m: number;
  readonly write1h: number;
  readonly output: number;
}

/** US dollars of one request by price class. */
export interface Bill {
  readonly uncached: number;
  readonly written: number;
  readonly read: number;
  readonly output: number;
  readonly total: number;
  /** The same request if nothing were ever cached. */
  readonly withoutCache: number;
}

/** Nothing used. */
export const NO_USAGE: Usage = { uncached: 0, read: 0, write5m: 0, write1h: 0, output: 0 };

/** Nothing to pay. */
export const NO_BILL: Bill = { uncached: 0, written: 0, read: 0, output: 0, total: 0, withoutCache: 0 };

/** The `usage` object of an answer. */
export function usageJson(usage: Usage, extra: Json = {}): Json {
  return {
    input_tokens: usage.uncached,
    cache_creation_input_tokens: usage.write5m + usage.write1h,
    cache_read_input_tokens: usage.read,
    cache_creation: {
      ephemeral_5m_input_tokens: usage.write5m,
      ephemeral_1h_input_tokens: usage.write1h,
    },
    output_tokens: usage.output,
    service_tier: 'standard',
    ...extra,
  };
}

/** All input tokens of a request. */
const inputTokensOf = (usage: Usage): number => usage.uncached + usage.read + usage.write5m + usage.write1h;

/** What a request costs; `null` where the model has no published price. */
export function billOf(model: Model, usage: Usage, fast: boolean): Bill | null {
  const input = inputTokensOf(usage);
  const standard = priceOf(model, input);
  if (standard === null) return null;
  const price = fast ? fastPriceOf(model, standard) : standard;
  const per = (tokens: number, dollars: number) => (tokens * dollars) / 1_000_000;
  const uncached = per(usage.uncached, price.input);
  const written = per(usage.write5m, price.write5m) + per(usage.write1h, price.write1h);
  const read = per(usage.read, price.read);
  const output = per(usage.output, price.output);
  return {
    uncached,
    written,
    read,
    output,
    total: uncached + written + read + output,
    withoutCache: per(input, price.input) + output,
  };
}

/** The sum of two bills. */
export function addBills(a: Bill, b: Bill): Bill {
  return {
    uncached: a.uncached + b.uncached,
    written: a.written + b.written,
    read: a.read + b.read,
    output: a.output + b.output,
    total: a.total + b.total,
    withoutCache: a.withoutCache + b.withoutCache,
  };
}

/** The sum of two usages. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    uncached: a.uncached + b.uncached,
    read: a.read + b.read,
    write5m: a.write5m + b.write5m,
    write1h: a.write1h + b.write1h,
    output: a.output + b.output,
  };
}

/** Fast mode states input and output only; cache classes keep their ratio to the input price (A32, D12). */
function fastPriceOf(model: Model, standard: Price): Price {
  const fast = model.fastPrice;
  if (fast === null) return standard;
  const ratio = fast.input / standard.input;
  return {
    input: fast.input,
    write5m: standard.write5m * ratio,
    write1h: standard.write1h * ratio,
    read: standard.read * ratio,
    output: fast.output,
  };
}

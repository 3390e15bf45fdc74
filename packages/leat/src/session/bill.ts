/** Adds up what requests cost, beside what the same tokens had cost without a cache. */
import type { ResponseRecord, Usage } from '@leat/kernel';

const MILLION = 1_000_000;

export class Bill {
  requests = 0;
  uncached = 0;
  written = 0;
  read = 0;
  output = 0;
  costUsd = 0;
  /** The same tokens at the price of uncached input. */
  costWithoutCacheUsd = 0;
  /** Requests whose price is not known: they are in the tokens, not in the cost. */
  unpriced = 0;

  add(response: ResponseRecord): void {
    const { usage, prices, costUsd } = response;
    if (usage === null) return;
    const written = usage.cacheWrite5m + usage.cacheWrite1h;
    this.requests++;
    this.uncached += usage.input;
    this.written += written;
    this.read += usage.cacheRead;
    this.output += usage.output;
    if (prices === null || costUsd === null) {
      this.unpriced++;
      return;
    }
    this.costUsd += costUsd;
    this.costWithoutCacheUsd += (inputTokens(usage) * prices.input + usage.output * prices.output) / MILLION;
  }

  /** The bill as an aligned table. */
  table(): string {
    const rows: readonly (readonly [string, string])[] = [
      ['requests', count(this.requests)],
      ['tokens, uncached', count(this.uncached)],
      ['tokens, written to the cache', count(this.written)],
      ['tokens, read from the cache', count(this.read)],
      ['tokens, output', count(this.output)],
      ['cost', dollars(this.costUsd)],
      ['cost without cache', dollars(this.costWithoutCacheUsd)],
      ...(this.unpriced === 0 ? [] : [['requests without a known price', count(this.unpriced)] as const]),
    ];
    const left = Math.max(...rows.map(([name]) => name.length));
    const right = Math.max(...rows.map(([, value]) => value.length));
    return rows.map(([name, value]) => `  ${name.padEnd(left)}  ${value.padStart(right)}`).join('\n');
  }
}

const inputTokens = (usage: Usage): number =>
  usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
const count = (value: number): string => value.toLocaleString('en-US');
const dollars = (value: number): string => `$${value.toFixed(5)}`;

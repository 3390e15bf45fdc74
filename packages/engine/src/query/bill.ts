/** The running bill (SPEC 14.1): usage, requests and dollars, in all and by model. An unknown price makes the sum unknown, never zero. */
import type { ResponseRecord, Usage } from '@leat/kernel';
import { addUsage, NO_USAGE } from '../request/usage.ts';
import type { ModelTotals } from './events.ts';

export interface Bill {
  readonly usage: Usage;
  readonly costUsd: number | null;
  readonly models: { readonly [model: string]: ModelTotals };
  /** Milliseconds of waiting for the provider. */
  readonly apiDurationMs: number;
}

export const EMPTY_BILL: Bill = { usage: NO_USAGE, costUsd: 0, models: {}, apiDurationMs: 0 };

const plus = (sum: number | null, cost: number | null): number | null =>
  sum === null || cost === null ? null : sum + cost;

/** The bill with one more response. A response without usage (refused, lost) costs nothing that is known. */
export const withResponse = (bill: Bill, response: ResponseRecord, model: string): Bill => {
  const apiDurationMs = bill.apiDurationMs + (response.durationMs ?? 0);
  if (response.usage === null) return { ...bill, apiDurationMs };
  const before = bill.models[model] ?? { usage: NO_USAGE, requests: 0, costUsd: 0 };
  return {
    usage: addUsage(bill.usage, response.usage),
    costUsd: plus(bill.costUsd, response.costUsd),
    models: {
      ...bill.models,
      [model]: {
        usage: addUsage(before.usage, response.usage),
        requests: before.requests + 1,
        costUsd: plus(before.costUsd, response.costUsd),
      },
    },
    apiDurationMs,
  };
};

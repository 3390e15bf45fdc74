import { roundCents } from './money.js';

const RATES = { general: 19, food: 7, books: 7, deposit: 0 };

/** Tax rate of a category in percent; an unknown one has the general rate. */
export function rateOf(category) {
  return RATES[category] ?? RATES.general;
}

/** The tax that is contained in a gross amount. */
export function containedTax(gross, rate) {
  return roundCents((gross * rate) / (100 + rate));
}

/** Contained tax by rate, highest rate first: `[{ rate, gross, tax }]`. */
export function taxSummary(lines) {
  const sums = new Map();
  for (const line of lines) {
    const rate = rateOf(line.product.category);
    sums.set(rate, (sums.get(rate) ?? 0) + line.net);
  }
  return [...sums]
    .sort(([a], [b]) => b - a)
    .map(([rate, gross]) => ({ rate, gross, tax: containedTax(gross, rate) }));
}

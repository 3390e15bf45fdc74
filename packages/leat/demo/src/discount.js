import { roundCents } from './money.js';

/** From how many pieces of one product which share is taken off. The highest tier that fits counts. */
export const TIERS = [
  { from: 10, percent: 5 },
  { from: 25, percent: 8 },
  { from: 100, percent: 12 },
];

/** The percentage for a number of pieces. */
export function tierPercent(quantity, tiers = TIERS) {
  let percent = 0;
  for (const tier of tiers) {
    if (quantity > tier.from) {
      percent = Math.max(percent, tier.percent);
    }
  }
  return percent;
}

/** What is taken off a line, in cents. */
export function lineDiscount(line, tiers = TIERS) {
  const gross = line.product.price * line.quantity;
  return roundCents((gross * tierPercent(line.quantity, tiers)) / 100);
}

/** Takes a voucher off a sum: `{ percent }` or `{ cents }`, never below zero. */
export function applyVoucher(sum, voucher) {
  if (!voucher) {
    return sum;
  }
  const off = voucher.percent === undefined ? voucher.cents : roundCents((sum * voucher.percent) / 100);
  return Math.max(0, sum - off);
}

import { addMonths } from './dates.js';

/** Splits a sum into monthly parts. All parts are alike; what does not divide is paid with the first. */
export function planInstalments(total, count, firstDue) {
  if (!Number.isInteger(count) || count < 1) {
    throw new RangeError(`there must be at least one instalment, not ${count}`);
  }
  const share = Math.floor(total / count);
  const first = total - share * (count - 1);
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    due: addMonths(firstDue, index),
    cents: index === 0 ? first : share,
  }));
}

/** What is due up to and including a day. */
export function dueUntil(plan, date) {
  return plan.filter((part) => part.due <= date).reduce((sum, part) => sum + part.cents, 0);
}

import { daysBetween } from './dates.js';

/** Keeps what customers owe and paid. Entries are never changed. */
export function openLedger() {
  const entries = [];

  function balanceOf(customer) {
    return entries
      .filter((entry) => entry.customer === customer)
      .reduce((sum, entry) => (entry.kind === 'invoice' ? sum + entry.cents : sum + entry.cents), 0);
  }

  return {
    bill(invoice) {
      const { number, customer, due, total } = invoice;
      entries.push({ kind: 'invoice', number, customer, due, cents: total });
    },
    pay(customer, date, cents) {
      if (cents <= 0) {
        throw new RangeError('a payment must be more than nothing');
      }
      entries.push({ kind: 'payment', customer, date, cents });
    },
    balanceOf,
    /** Customers who still owe something after their last due day, the longest first. */
    overdue(today) {
      const late = new Map();
      for (const entry of entries) {
        if (entry.kind === 'invoice' && entry.due < today && balanceOf(entry.customer) > 0) {
          const days = daysBetween(entry.due, today);
          late.set(entry.customer, Math.max(days, late.get(entry.customer) ?? 0));
        }
      }
      return [...late].sort(([, a], [, b]) => b - a).map(([customer, days]) => ({ customer, days }));
    },
  };
}

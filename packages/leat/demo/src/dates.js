/** Dates are `YYYY-MM-DD`; all reckoning is in UTC, so that no clock change moves a day. */

const DAY_MS = 24 * 60 * 60 * 1000;

function toTime(date) {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!match) {
    throw new TypeError(`not a date: ${date}`);
  }
  return Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
}

/** A date some days later (or earlier). */
export function addDays(date, days) {
  return new Date(toTime(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day some months later, or the month's last day where it has no such day. */
export function addMonths(date, months) {
  const from = new Date(toTime(date));
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1));
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(from.getUTCDate(), days));
  return first.toISOString().slice(0, 10);
}

/** Whole days from one date to another. */
export function daysBetween(from, to) {
  return (toTime(to) - toTime(from)) / DAY_MS;
}

/** A timestamp of a record as a number: the kernel has no clock and no `Date`, so it reads the digits itself. */

const isoForm = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?\d*(?:Z|[+-]00:?00)$/;

/** Milliseconds since the epoch of an ISO 8601 time in UTC; null for any other text. */
export function isoMilliseconds(text: string): number | null {
  const found = isoForm.exec(text);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const milliseconds = Number((found[7] ?? '0').padEnd(3, '0'));
  return (
    (((daysSinceEpoch(year, month, day) * 24 + hour) * 60 + minute) * 60 + second) * 1_000 + milliseconds
  );
}

/** Days from 1970-01-01 to a date of the Gregorian calendar, with the year counted from March. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

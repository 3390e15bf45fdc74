/** Amounts are whole cents, so that nothing is lost in sums. */

const SYMBOLS = { EUR: '€', USD: '$', GBP: '£' };

/** Rounds half a cent away from zero. */
export function roundCents(value) {
  return value < 0 ? -Math.round(-value) : Math.round(value);
}

/** 123456 becomes "1,234.56 €". */
export function formatMoney(cents, currency = 'EUR') {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${sign}${groupThousands(whole)}.${rest} ${SYMBOLS[currency] ?? currency}`;
}

function groupThousands(whole) {
  const digits = String(whole);
  const groups = [];
  for (let end = digits.length; end > 0; end -= 3) {
    groups.unshift(digits.slice(Math.max(0, end - 3), end));
  }
  return groups.join(',');
}

/** "1,234.56" becomes 123456; anything else is an error. */
export function parseMoney(text) {
  const match = /^(-?)([\d,]+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) {
    throw new TypeError(`not an amount: ${text}`);
  }
  const whole = Number(match[2].replaceAll(',', ''));
  const rest = Number((match[3] ?? '0').padEnd(2, '0'));
  const cents = whole * 100 + rest;
  return match[1] === '-' ? -cents : cents;
}

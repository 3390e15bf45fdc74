import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMoney, parseMoney, roundCents } from '../src/money.js';

test('amounts are printed with groups and two digits', () => {
  assert.equal(formatMoney(123456), '1,234.56 €');
  assert.equal(formatMoney(5), '0.05 €');
  assert.equal(formatMoney(-1999, 'USD'), '-19.99 $');
  assert.equal(formatMoney(100000000, 'CHF'), '1,000,000.00 CHF');
});

test('amounts are read back', () => {
  assert.equal(parseMoney('1,234.56'), 123456);
  assert.equal(parseMoney('12.5'), 1250);
  assert.equal(parseMoney('-3'), -300);
  assert.throws(() => parseMoney('three'), TypeError);
});

test('half cents go away from zero', () => {
  assert.equal(roundCents(2.5), 3);
  assert.equal(roundCents(-2.5), -3);
});

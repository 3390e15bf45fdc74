import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, addMonths, daysBetween } from '../src/dates.js';
import { dueUntil, planInstalments } from '../src/instalments.js';

test('a sum is split into alike parts, the first pays the rest', () => {
  assert.deepEqual(planInstalments(10000, 3, '2026-01-31'), [
    { number: 1, due: '2026-01-31', cents: 3334 },
    { number: 2, due: '2026-02-28', cents: 3333 },
    { number: 3, due: '2026-03-31', cents: 3333 },
  ]);
});

test('what is due grows with the months', () => {
  const plan = planInstalments(900, 3, '2026-05-10');
  assert.equal(dueUntil(plan, '2026-05-09'), 0);
  assert.equal(dueUntil(plan, '2026-06-10'), 600);
  assert.equal(dueUntil(plan, '2027-01-01'), 900);
});

test('there is at least one part', () => {
  assert.throws(() => planInstalments(900, 0, '2026-05-10'), RangeError);
});

test('days and months are reckoned over the ends of months and years', () => {
  assert.equal(addDays('2026-12-30', 3), '2027-01-02');
  assert.equal(addMonths('2027-11-30', 3), '2028-02-29');
  assert.equal(daysBetween('2026-02-27', '2026-03-02'), 3);
});

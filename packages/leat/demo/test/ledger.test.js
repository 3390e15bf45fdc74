import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLedger } from '../src/ledger.js';

function sampleLedger() {
  const ledger = openLedger();
  ledger.bill({ number: '2026-0001', customer: 'Ada', due: '2026-02-01', total: 5000 });
  ledger.bill({ number: '2026-0002', customer: 'Bo', due: '2026-02-10', total: 1200 });
  ledger.pay('Ada', '2026-01-20', 2000);
  return ledger;
}

test('payments lower the balance', () => {
  const ledger = sampleLedger();
  assert.equal(ledger.balanceOf('Ada'), 3000);
  assert.equal(ledger.balanceOf('Bo'), 1200);
  assert.equal(ledger.balanceOf('Cy'), 0);
});

test('who owes longest is named first', () => {
  assert.deepEqual(sampleLedger().overdue('2026-02-15'), [
    { customer: 'Ada', days: 14 },
    { customer: 'Bo', days: 5 },
  ]);
});

test('who has paid is not overdue', () => {
  const ledger = sampleLedger();
  ledger.pay('Bo', '2026-02-09', 1200);
  assert.deepEqual(
    ledger.overdue('2026-02-15').map((entry) => entry.customer),
    ['Ada'],
  );
});

test('an empty payment is refused', () => {
  assert.throws(() => sampleLedger().pay('Ada', '2026-01-21', 0), RangeError);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCatalog } from '../src/catalog.js';
import { invoiceFor, printInvoice } from '../src/invoice.js';
import { addItem, createOrder } from '../src/order.js';

const catalog = createCatalog('AP01; Apples; 2.00; food\nBA01; Basket; 12.00; general');

function sampleInvoice() {
  let order = createOrder('Ada', { percent: 10 });
  order = addItem(order, catalog, 'AP01', 30);
  order = addItem(order, catalog, 'BA01', 1);
  return invoiceFor(order, { date: '2026-03-20', count: 7 });
}

test('an invoice has a number, a due day and its taxes', () => {
  const invoice = sampleInvoice();
  assert.equal(invoice.number, '2026-0007');
  assert.equal(invoice.due, '2026-04-03');
  assert.equal(invoice.net, 6720);
  assert.equal(invoice.total, 6048);
  assert.deepEqual(invoice.taxes, [
    { rate: 19, gross: 1200, tax: 192 },
    { rate: 7, gross: 5520, tax: 361 },
  ]);
});

test('an invoice is printed with its columns in line', () => {
  assert.equal(
    printInvoice(sampleInvoice()),
    [
      'Invoice 2026-0007 for Ada',
      'of 2026-03-20, please pay until 2026-04-03',
      '',
      '30  Apples             60.00 €',
      '    quantity discount  -4.80 €',
      ' 1  Basket             12.00 €',
      '------------------------------',
      'Voucher            -6.72 €',
      'Total              60.48 €',
      'contains 19 % tax   1.92 €',
      'contains 7 % tax    3.61 €',
    ].join('\n'),
  );
});

test('an empty order has no invoice', () => {
  assert.throws(() => invoiceFor(createOrder('Ada'), { date: '2026-03-20', count: 1 }), /empty order/);
});

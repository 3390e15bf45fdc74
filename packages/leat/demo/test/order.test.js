import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCatalog } from '../src/catalog.js';
import { addItem, createOrder, orderTotals, removeItem } from '../src/order.js';

const catalog = createCatalog('AP01; Apples; 2.00; food\nBA01; Basket; 12.00; general');

test('the same product is one line', () => {
  let order = addItem(createOrder('Ada'), catalog, 'AP01', 2);
  order = addItem(order, catalog, 'ap01', 3);
  assert.deepEqual(
    order.lines.map((line) => [line.product.code, line.quantity]),
    [['AP01', 5]],
  );
});

test('lines without pieces are gone', () => {
  const order = addItem(createOrder('Ada'), catalog, 'BA01', 2);
  assert.equal(removeItem(order, 'BA01', 1).lines[0].quantity, 1);
  assert.deepEqual(removeItem(order, 'BA01').lines, []);
});

test('a quantity must be a positive whole number', () => {
  assert.throws(() => addItem(createOrder('Ada'), catalog, 'AP01', 0), RangeError);
  assert.throws(() => addItem(createOrder('Ada'), catalog, 'AP01', 1.5), RangeError);
});

test('ten pieces reach the first discount', () => {
  const totals = orderTotals(addItem(createOrder('Ada'), catalog, 'AP01', 10));
  assert.equal(totals.lines[0].discount, 100);
  assert.equal(totals.total, 1900);
});

test('a voucher never goes below zero', () => {
  const order = addItem(createOrder('Ada', { cents: 5000 }), catalog, 'BA01');
  assert.equal(orderTotals(order).total, 0);
  assert.equal(orderTotals(order).voucher, 1200);
  assert.equal(orderTotals({ ...order, voucher: { percent: 25 } }).total, 900);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCatalog, findProduct, productsIn } from '../src/catalog.js';

const catalog = createCatalog(`
  AP01; Apples, 1 kg; 2.90; food
  JA01; Plum jam; 4.50; food
  BA01; Basket; 12.00
`);

test('rows become products', () => {
  assert.deepEqual(catalog.get('AP01'), { code: 'AP01', name: 'Apples, 1 kg', price: 290, category: 'food' });
  assert.equal(catalog.get('BA01').category, 'general');
});

test('codes are found in any case, unknown ones name their neighbours', () => {
  assert.equal(findProduct(catalog, 'ja01').name, 'Plum jam');
  assert.throws(() => findProduct(catalog, 'AP99'), /no product AP99; did you mean AP01\?/);
});

test('a category is sorted by name', () => {
  assert.deepEqual(
    productsIn(catalog, 'food').map((product) => product.code),
    ['AP01', 'JA01'],
  );
});

test('broken rows are refused', () => {
  assert.throws(() => createCatalog('AP01; Apples'), SyntaxError);
  assert.throws(() => createCatalog('A;a;1\nA;b;2'), /listed twice/);
});

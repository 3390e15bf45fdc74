import { findProduct } from './catalog.js';
import { applyVoucher, lineDiscount } from './discount.js';

/** Starts an order; an order is never changed, each step gives a new one. */
export function createOrder(customer, voucher) {
  return { customer, voucher, lines: [] };
}

/** Adds pieces of a product; the same product is one line. */
export function addItem(order, catalog, code, quantity = 1) {
  if (!Number.isInteger(quantity) || quantity < 1) {
    throw new RangeError(`quantity must be a positive whole number, not ${quantity}`);
  }
  const product = findProduct(catalog, code);
  const known = order.lines.find((line) => line.product.code === product.code);
  const lines = known
    ? order.lines.map((line) => (line === known ? { ...line, quantity: line.quantity + quantity } : line))
    : [...order.lines, { product, quantity }];
  return { ...order, lines };
}

/** Takes pieces away; a line without pieces is gone. */
export function removeItem(order, code, quantity = Infinity) {
  const lines = order.lines
    .map((line) =>
      line.product.code === code ? { ...line, quantity: Math.max(0, line.quantity - quantity) } : line,
    )
    .filter((line) => line.quantity > 0);
  return { ...order, lines };
}

/** Lines with what they cost, and the sums of the order. */
export function orderTotals(order) {
  const lines = order.lines.map((line) => {
    const gross = line.product.price * line.quantity;
    const discount = lineDiscount(line);
    return { ...line, gross, discount, net: gross - discount };
  });
  const net = lines.reduce((sum, line) => sum + line.net, 0);
  const total = applyVoucher(net, order.voucher);
  return { lines, net, voucher: net - total, total };
}

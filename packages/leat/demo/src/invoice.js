import { addDays } from './dates.js';
import { formatMoney } from './money.js';
import { orderTotals } from './order.js';
import { drawTable, ruleFor } from './table.js';
import { taxSummary } from './tax.js';

const DAYS_TO_PAY = 14;

/** Invoice numbers look like 2026-0042. */
export function invoiceNumber(date, count) {
  return `${date.slice(0, 4)}-${String(count).padStart(4, '0')}`;
}

/** Makes the invoice for an order. */
export function invoiceFor(order, { date, count }) {
  if (order.lines.length === 0) {
    throw new Error('an empty order has no invoice');
  }
  const totals = orderTotals(order);
  return {
    number: invoiceNumber(date, count),
    customer: order.customer,
    date,
    due: addDays(date, DAYS_TO_PAY),
    ...totals,
    taxes: taxSummary(totals.lines),
  };
}

function lineRows(invoice) {
  return invoice.lines.flatMap((line) => {
    const row = [line.quantity, line.product.name, formatMoney(line.gross)];
    return line.discount > 0 ? [row, ['', 'quantity discount', formatMoney(-line.discount)]] : [row];
  });
}

/** Prints an invoice as plain text. */
export function printInvoice(invoice) {
  const body = drawTable(lineRows(invoice), ['right', 'left', 'right']);
  const sums = [['Total', formatMoney(invoice.total)]];
  if (invoice.voucher > 0) {
    sums.unshift(['Voucher', formatMoney(-invoice.voucher)]);
  }
  for (const { rate, tax } of invoice.taxes) {
    sums.push([`contains ${rate} % tax`, formatMoney(tax)]);
  }
  return [
    `Invoice ${invoice.number} for ${invoice.customer}`,
    `of ${invoice.date}, please pay until ${invoice.due}`,
    '',
    body,
    ruleFor(body),
    drawTable(sums, ['left', 'right']),
  ].join('\n');
}

export { createCatalog, findProduct } from './catalog.js';
export { createOrder, addItem, removeItem, orderTotals } from './order.js';
export { invoiceFor, printInvoice } from './invoice.js';
export { planInstalments } from './instalments.js';
export { openLedger } from './ledger.js';
export { formatMoney, parseMoney } from './money.js';

import { parseMoney } from './money.js';

/** Makes a catalog from rows of `code; name; price; category`. */
export function createCatalog(text) {
  const products = new Map();
  for (const [index, row] of text.trim().split('\n').entries()) {
    const [code, name, price, category] = row.split(';').map((field) => field.trim());
    if (!code || !name || !price) {
      throw new SyntaxError(`catalog row ${index + 1} is incomplete`);
    }
    if (products.has(code)) {
      throw new Error(`product ${code} is listed twice`);
    }
    products.set(code, { code, name, price: parseMoney(price), category: category || 'general' });
  }
  return products;
}

/** Finds a product by its code, whatever its case; an unknown one is an error that names near ones. */
export function findProduct(catalog, code) {
  const wanted = code.toUpperCase();
  const product = catalog.get(wanted);
  if (product) {
    return product;
  }
  const near = [...catalog.keys()].filter((known) => known.startsWith(wanted.slice(0, 2)));
  const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
  throw new RangeError(`no product ${code}${hint}`);
}

/** Products of one category, by name. */
export function productsIn(catalog, category) {
  return [...catalog.values()]
    .filter((product) => product.category === category)
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** A small project with tests, and one-line bugs to plant in it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const FILES: { readonly [path: string]: string } = {
  'package.json': '{"name":"small","scripts":{"test":"node test.js"}}\n',
  'lib/text.js': `'use strict';

function capitalize(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function initials(name) {
  const parts = name.split(' ');
  const letters = parts.map((part) => part.charAt(0).toUpperCase());
  return letters.join('.') + '.';
}

function countVowels(text) {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    if ('aeiou'.includes(text[i])) {
      count += 1;
    }
  }
  return count;
}

function shorten(text, max) {
  if (text.length <= max) {
    return text;
  }
  return text.slice(0, max - 1) + '…';
}

module.exports = { capitalize, initials, countVowels, shorten };
`,
  'lib/list.js': `'use strict';

function sum(items) {
  return items.reduce((total, item) => total + item, 0);
}

function average(items) {
  return items.length === 0 ? 0 : sum(items) / items.length;
}

function between(items, low, high) {
  return items.filter((item) => item >= low && item <= high);
}

function chunk(items, size) {
  const chunks = [];
  for (let from = 0; from < items.length; from += size) {
    chunks.push(items.slice(from, from + size));
  }
  return chunks;
}

function isSorted(items) {
  return !items.some((item, index) => index > 0 && items[index - 1] > item);
}

module.exports = { sum, average, between, chunk, isSorted };
`,
  'test.js': `'use strict';
const assert = require('assert');
const text = require('./lib/text');
const list = require('./lib/list');

assert.strictEqual(text.capitalize('plum'), 'Plum');
assert.strictEqual(text.initials('ada king'), 'A.K.');
assert.strictEqual(text.countVowels('aqueduct'), 4);
assert.strictEqual(text.shorten('channel', 7), 'channel');
assert.strictEqual(text.shorten('channel', 5), 'chan…');
assert.strictEqual(list.sum([1, 2, 4]), 7);
assert.strictEqual(list.average([]), 0);
assert.strictEqual(list.average([2, 4]), 3);
assert.deepStrictEqual(list.between([1, 2, 3, 4, 5], 2, 4), [2, 3, 4]);
assert.deepStrictEqual(list.chunk([1, 2, 3], 2), [[1, 2], [3]]);
assert.strictEqual(list.isSorted([1, 2, 2, 3]), true);
assert.strictEqual(list.isSorted([2, 1]), false);
`,
};

/** A bug: in which file which text stands in place of which. */
export interface Plant {
  readonly name: string;
  readonly path: string;
  readonly right: string;
  readonly wrong: string;
}

export const PLANTS: readonly Plant[] = [
  { name: 'a comparison', path: 'lib/list.js', right: 'item >= low', wrong: 'item > low' },
  { name: 'a misspelt name', path: 'lib/text.js', right: 'return count;', wrong: 'return cuont;' },
  { name: 'a missing return', path: 'lib/list.js', right: '  return chunks;', wrong: '  chunks;' },
  { name: 'a wrong constant', path: 'lib/list.js', right: 'total + item, 0)', wrong: 'total + item, 3)' },
  { name: 'a negation', path: 'lib/list.js', right: 'return !items.some', wrong: 'return items.some' },
  {
    name: 'an operator',
    path: 'lib/list.js',
    right: 'sum(items) / items.length',
    wrong: 'sum(items) * items.length',
  },
  { name: 'a start off by one', path: 'lib/text.js', right: 'word.slice(1)', wrong: 'word.slice(2)' },
  { name: 'a string', path: 'lib/text.js', right: "join('.')", wrong: "join('-')" },
  { name: 'logic', path: 'lib/list.js', right: 'low && item', wrong: 'low || item' },
  {
    name: 'a method',
    path: 'lib/text.js',
    right: '(0).toUpperCase() + word',
    wrong: '(0).toLowerCase() + word',
  },
  { name: 'an assignment', path: 'lib/text.js', right: 'count += 1', wrong: 'count -= 1' },
  { name: 'a loop that never ends', path: 'lib/list.js', right: 'from += size', wrong: 'from -= size' },
];

/** Writes the project to a fresh folder, with changes; the second value removes it. */
export function writeProject(
  changes: readonly Plant[],
  more: { readonly [path: string]: string } = {},
): [string, () => void] {
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-test-'));
  for (const [path, text] of Object.entries({ ...FILES, ...more })) {
    const plants = changes.filter((change) => change.path === path);
    const written = plants.reduce((now, { right, wrong }) => now.replace(right, () => wrong), text);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), written);
  }
  return [folder, () => rmSync(folder, { recursive: true, force: true })];
}

/** All files of a folder with their texts. */
export function snapshot(folder: string): { readonly [path: string]: string } {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

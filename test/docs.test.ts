/** Documents tell the truth: examples run, links lead somewhere, commands and files exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as kernel from '@leat/kernel';
import { describe, expect, test } from 'vitest';
import * as example from '../docs/examples/first-request.ts';

const root = join(new URL('.', import.meta.url).pathname, '..');
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
];
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');
/** Without indented blocks: what a program printed is no statement of ours. */
const proseOf = (page: string): string => textOf(page).replace(/^ {4}.*$/gm, '');

test('the library example runs and gives a request', () => {
  expect(example.body).toMatchObject({
    model: 'claude-sonnet-5-5',
    system: [{ type: 'text', text: 'You answer in one sentence.' }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'What is a leat?' }] }],
    stream: true,
  });
  expect([example.settled, example.rows]).toEqual([0, 1]);
});

test('the page shows the example as it is', () => {
  expect(textOf('docs/library.md')).toContain(textOf('docs/examples/first-request.ts'));
});

test('functions of the kernel that the library page names exist', () => {
  const table = textOf('docs/library.md').split('| you want | ask |')[1]?.split('\n\n')[0] ?? '';
  const names = [...table.matchAll(/`([a-zA-Z]+)`/g)].map((match) => match[1]);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => name === undefined || !(name in kernel))).toEqual([]);
});

describe.each(pages)('%s', (page) => {
  test('its links lead somewhere', () => {
    const links = [...textOf(page).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(
      (match) => match[1] ?? '',
    );
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  test('the files it names exist', () => {
    const files = [
      ...proseOf(page).matchAll(/`((?:packages|docs|scripts|bench|test)\/[A-Za-z0-9_./-]+)`/g),
    ].map((match) => match[1] ?? '');
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

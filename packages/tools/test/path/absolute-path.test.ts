import { expect, test } from 'vitest';
import { shownPath } from '../../src/path/absolute-path.ts';

test.each([
  ['/work/a', 'a'],
  ['/work', '.'],
  ['/other', '/other'],
  ['/workshop/a', '/workshop/a'],
  ['/work/..a', '..a'],
  ['/work/two\nlines', String.raw`"two\nlines"`],
  ['/work/red\u001b[31m', String.raw`"red\u001b[31m"`],
  ['/work/é "quoted"', 'é "quoted"'],
])('%j is shown as %s', (path, shown) => {
  expect(shownPath(path, '/work')).toBe(shown);
});

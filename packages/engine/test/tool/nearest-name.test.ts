import { describe, expect, it } from 'vitest';
import { nearestNames, unknownToolWords } from '../../src/tool/nearest-name.ts';

const known = ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash'];

describe('the names nearest to an unknown one', () => {
  it.each([
    ['read', 'Read'],
    ['bsah', 'Bash'],
    ['Grepp', 'Grep'],
    ['MultiEdit', 'Edit'],
  ])('of %s begin with %s', (name, nearest) => {
    expect(nearestNames(name, known)[0]).toBe(nearest);
  });
  it('are said in words', () => {
    expect(unknownToolWords('Reed', known)).toMatch(/no tool named "Reed".*Read/);
    expect(unknownToolWords('Reed', [])).toMatch(/No tools are available/);
  });
});

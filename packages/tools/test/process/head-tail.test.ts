import { describe, expect, it } from 'vitest';
import { HeadTail } from '../../src/process/head-tail.ts';

const limits = { shown: 100, head: 40, whole: 1_000 };

function collected(text: string, size: number): HeadTail {
  const output = new HeadTail(limits);
  for (let at = 0; at < text.length; at += size) output.write(text.slice(at, at + size));
  return output;
}

describe('head and tail', () => {
  it('keep all that fits', () => {
    const output = collected('x'.repeat(100), 7);
    expect(output.text()).toBe('x'.repeat(100));
    expect(output.cut).toBe(false);
  });

  it.each([1, 7, 99, 100, 101, 250, 900])('are the same whatever the pieces (%i)', (size) => {
    const text = Array.from({ length: 90 }, (_, n) => `line ${n}\n`).join('');
    const output = collected(text, size);
    expect(output.whole).toBe(text);
    expect(output.text()).toBe(collected(text, text.length).text());
    expect(output.text('; more')).toMatch(
      /^line 0\nline 1\n[^]*\n\n\[… \d+ characters left out; more …\]\n\n[^]*line 89\n$/,
    );
    expect(output.text().length).toBeLessThan(200);
  });

  it('count what is left out', () => {
    const output = collected('y'.repeat(5_000), 13);
    expect(output.length).toBe(5_000);
    expect(output.whole).toBeNull();
    expect(output.text()).toBe(`${'y'.repeat(40)}\n\n[… 4,900 characters left out …]\n\n${'y'.repeat(60)}`);
    expect(output.tail(5)).toBe('yyyyy');
  });

  it('never cut a surrogate pair', () => {
    for (let shift = 0; shift < 2; shift++) {
      const text = collected('a'.repeat(shift) + '🙂'.repeat(200), 50).text();
      expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
    }
  });
});

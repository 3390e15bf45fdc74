import { describe, expect, it } from 'vitest';
import { TerminalText } from '../../src/process/terminal-text.ts';

/** The text after stripping, written in pieces of a size. */
function stripped(text: string, size = text.length): string {
  const terminal = new TerminalText();
  let out = '';
  for (let at = 0; at < text.length; at += size) out += terminal.write(text.slice(at, at + size));
  return out + terminal.end();
}

const cases: readonly (readonly [string, string, string])[] = [
  ['plain text', 'a\tb\nÛ ۛ 🙂 \u00a0', 'a\tb\nÛ ۛ 🙂 \u00a0'],
  ['colours', 'A\x1b[31mRED\x1b[0m\x1b[38;2;1;2;3mx', 'AREDx'],
  ['cursor movement', '\x1b[2J\x1b[1;1Ha\x1b[?25l', 'a'],
  ['a link ended by ST', '\x1b]8;;http://x\x1b\\text\x1b]8;;\x1b\\', 'text'],
  ['a title ended by BEL', '\x1b]0;title\x07text', 'text'],
  ['a charset', '\x1b(Btext\x1b)0', 'text'],
  ['a device string', '\x1bPq#0\x1b\\text', 'text'],
  ['8-bit forms', '\u009b31mred\u009d0;t\u009ctext', 'redtext'],
  ['keypad modes', '\x1b=a\x1b>b\x1b7c', 'abc'],
  ['bells and backspaces', 'a\x07b\x08c\x00d\x7f', 'abcd'],
  ['CRLF', 'a\r\nb\r\r\nc', 'a\nb\nc'],
  ['progress lines', '10%\r20%\r30%\n', '10%\n20%\n30%\n'],
  ['a sequence begun inside another', '\x1b[3\x1b[31mred', 'red'],
  ['half a sequence at the end', 'a\x1b[3', 'a'],
];

describe('terminal text', () => {
  it.each(cases)('strips %s', (_name, text, wanted) => {
    expect(stripped(text)).toBe(wanted);
  });

  it.each(cases)('strips %s in pieces of any size', (_name, text, wanted) => {
    for (let size = 1; size < text.length; size++) expect(stripped(text, size)).toBe(wanted);
  });

  it('gives a sequence up that never ends', () => {
    const text = stripped(`\x1b]${'x'.repeat(10_000)}`);
    expect(text.length).toBeGreaterThan(5_000);
    expect(text.length).toBeLessThan(10_000);
  });
});

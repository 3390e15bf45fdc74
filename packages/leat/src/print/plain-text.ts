/** Text of others made fit for a terminal: control characters are shown, not obeyed (SPEC 21). */
export function plainText(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (char) => {
      const code = char.codePointAt(0) ?? 0;
      return code === 0x0d
        ? ''
        : code < 0x20
          ? String.fromCodePoint(0x2400 + code)
          : `\\u${code.toString(16).padStart(4, '0')}`;
    },
  );
}

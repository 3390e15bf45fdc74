/** What a text is made of, in one pass over its characters: the rate of tokens per character depends on it. */

/** Kinds of content that are counted, and calibrated, each on its own. */
export const CONTENT_KINDS = ['prose', 'code', 'json', 'wide', 'dense', 'image', 'pdf'] as const;
/** `wide` = scripts with about a token a character (CJK, emoji …), `dense` = base64, hashes, minified noise. */
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** Characters of a text by what they cost. */
export interface TextShape {
  readonly kind: 'prose' | 'code' | 'json' | 'dense';
  /** UTF-16 units below U+0080. */
  readonly ascii: number;
  /** Letters of alphabets beyond ASCII (Latin with accents, Cyrillic, Arabic …), U+0080 to U+0FFF. */
  readonly alphabetic: number;
  /** UTF-16 units from U+1000 on, half of a surrogate pair each counted. */
  readonly wide: number;
}

// Character classes of the ASCII table, by code: 0 other, 1 letter, 2 digit, 3 space, 4 mark of code, 5 mark of JSON.
const asciiClasses = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code);
  if (/[A-Za-z]/.test(char)) asciiClasses[code] = 1;
  else if (/\d/.test(char)) asciiClasses[code] = 2;
  else if (/\s/.test(char)) asciiClasses[code] = 3;
  else if (/["{}[\]:,]/.test(char)) asciiClasses[code] = 5;
  else if (/[()<>=;/_*&|$#@\\+^~`%-]/.test(char)) asciiClasses[code] = 4;
}

/** The shape of a text. */
export function shapeOf(text: string): TextShape {
  const counts = [0, 0, 0, 0, 0, 0];
  let alphabetic = 0;
  let wide = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) {
      const kind = asciiClasses[code] ?? 0;
      counts[kind] = (counts[kind] ?? 0) + 1;
    } else if (code < 0x1000) alphabetic++;
    else wide++;
  }
  const [, , digits = 0, spaces = 0, codeMarks = 0, jsonMarks = 0] = counts;
  const ascii = text.length - alphabetic - wide;
  return { kind: kindBy(ascii, digits, spaces, codeMarks, jsonMarks), ascii, alphabetic, wide };
}

// Shares found by looking at ordinary files: prose has a space every six characters and few marks, JSON is full of
// quotes and braces, base64 has no space at all.
function kindBy(ascii: number, digits: number, spaces: number, codeMarks: number, jsonMarks: number) {
  if (ascii < 16) return 'prose';
  if (spaces / ascii < 0.02 && jsonMarks / ascii < 0.04 && ascii >= 48) return 'dense';
  if (digits / ascii > 0.3) return 'dense';
  if (jsonMarks / ascii > 0.12) return 'json';
  if ((codeMarks + jsonMarks) / ascii > 0.05) return 'code';
  return 'prose';
}

/** Bytes of a text in UTF-8; a lone surrogate counts as its replacement character (3 bytes). */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    if (code < 0x800) bytes += 1;
    else if (code < 0xd800 || code > 0xdbff) bytes += 2;
    else {
      const next = text.charCodeAt(i + 1);
      bytes += 2;
      if (next >= 0xdc00 && next <= 0xdfff) i++;
    }
  }
  return bytes;
}

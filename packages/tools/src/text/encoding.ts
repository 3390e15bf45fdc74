/**
 * Bytes to text and back without loss: what was decoded encodes to the same bytes, so an edit touches only what it changes.
 *
 *     bytes ─ BOM? ─→ utf-8 · utf-16le · utf-16be ─ else valid UTF-8? ─→ utf-8 ─ else ─→ latin-1 (each byte a character)
 */
import { Buffer } from 'node:buffer';

/** The encodings that are read and written. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin-1';

/** Text of a file without its byte order mark. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
  readonly bom: boolean;
}

/** The encoding that a byte order mark names, or null without one. */
export function bomEncoding(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    const utf32 = bytes.length >= 4 && bytes[2] === 0 && bytes[3] === 0;
    return utf32 ? null : 'utf-16le';
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/** Decodes a whole file. Null where it can't be done without loss (UTF-16 of odd length). */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const marked = bomEncoding(bytes);
  if (marked === 'utf-16le' || marked === 'utf-16be') {
    if (bytes.length % 2 !== 0) return null;
    const body = Buffer.from(bytes.subarray(2));
    const text = (marked === 'utf-16be' ? body.swap16() : body).toString('utf16le');
    return { text, encoding: marked, bom: true };
  }
  const body = marked === 'utf-8' ? bytes.subarray(3) : bytes;
  const text = decodeUtf8(body);
  if (text !== null) return { text, encoding: 'utf-8', bom: marked === 'utf-8' };
  return { text: view(bytes).toString('latin1'), encoding: 'latin-1', bom: false };
}

/** Text as UTF-8, or null where the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null; // the answer to the question asked: not UTF-8
  }
}

/** Encodes text as a file was encoded. Returns the first character that the encoding lacks instead, where there is one. */
export function encodeText(
  text: string,
  encoding: Encoding,
  bom: boolean,
): { readonly bytes: Uint8Array } | { readonly missing: string } {
  const marked = bom ? `\uFEFF${text}` : text;
  switch (encoding) {
    case 'utf-8':
      return { bytes: Buffer.from(marked, 'utf8') };
    case 'utf-16le':
      return { bytes: Buffer.from(marked, 'utf16le') };
    case 'utf-16be':
      return { bytes: Buffer.from(marked, 'utf16le').swap16() };
    case 'latin-1': {
      const missing = /[^\u0000-\u00FF]/u.exec(text);
      return missing === null ? { bytes: Buffer.from(text, 'latin1') } : { missing: missing[0] };
    }
  }
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

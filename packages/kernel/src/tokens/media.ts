/** Tokens of images and PDFs: by area, by page (API-CONTRACT I5, I6). Reads only what stands in the first bytes. */
import type { MediaSource } from '../timeline/block.ts';
import type { TokenizerFamily } from '../model/profile.ts';
import {
  IMAGE_HEADER_CHARS_MAX,
  IMAGE_LONG_EDGE_PIXELS,
  IMAGE_PATCH_PIXELS,
  IMAGE_TOKENS_MAX,
  PDF_BYTES_PER_PAGE,
  PDF_PAGE_TOKENS,
  PDF_SCAN_CHARS_MAX,
} from '../limits.ts';

/** Width and height in pixels. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** Tokens of an image of this size; of the largest that is sent where the size is unknown. */
export function imageTokens(size: Pixels | null, family: TokenizerFamily): number {
  if (size === null) return IMAGE_TOKENS_MAX[family];
  const scale = Math.min(1, IMAGE_LONG_EDGE_PIXELS[family] / Math.max(size.width, size.height, 1));
  const patches = (edge: number) => Math.max(1, Math.ceil((edge * scale) / IMAGE_PATCH_PIXELS));
  return Math.min(IMAGE_TOKENS_MAX[family], patches(size.width) * patches(size.height));
}

/** Tokens of an image source. */
export function imageSourceTokens(source: MediaSource, family: TokenizerFamily): number {
  return imageTokens(source.type === 'base64' ? imagePixels(source.data) : null, family);
}

/** Pages of a PDF source: counted where its bytes are here, else by its size. At least 1. */
export function pdfPages(source: MediaSource): number {
  if (source.type === 'blob') return Math.max(1, Math.ceil(source.bytes / PDF_BYTES_PER_PAGE));
  if (source.type !== 'base64') return 1;
  const text = base64Text(source.data, PDF_SCAN_CHARS_MAX);
  const counted = text.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  if (counted > 0) return counted;
  return Math.max(1, Math.ceil((source.data.length * 0.75) / PDF_BYTES_PER_PAGE));
}

/** Tokens of a PDF source. */
export const pdfTokens = (source: MediaSource): number => pdfPages(source) * PDF_PAGE_TOKENS;

/** Size of a PNG, GIF, JPEG or WebP in base64; null when its first bytes are none of these. */
export function imagePixels(base64: string): Pixels | null {
  const head = base64Text(base64, IMAGE_HEADER_CHARS_MAX);
  const at = (i: number) => head.charCodeAt(i) || 0;
  const big = (i: number, bytes: number) => {
    let value = 0;
    for (let k = 0; k < bytes; k++) value = value * 256 + at(i + k);
    return value;
  };
  const little = (i: number) => at(i) + at(i + 1) * 256;
  if (head.startsWith('\x89PNG') && head.length >= 24) return { width: big(16, 4), height: big(20, 4) };
  if (head.startsWith('GIF8') && head.length >= 10) return { width: little(6), height: little(8) };
  if (at(0) === 0xff && at(1) === 0xd8) return jpegPixels(at, big, head.length);
  if (head.slice(8, 12) === 'WEBP' && head.length >= 30) return webpPixels(head.slice(12, 16), at, little);
  return null;
}

type ByteAt = (index: number) => number;

function jpegPixels(at: ByteAt, big: (i: number, n: number) => number, length: number): Pixels | null {
  let i = 2;
  while (i + 9 < length && at(i) === 0xff) {
    const marker = at(i + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: big(i + 7, 2), height: big(i + 5, 2) };
    i += 2 + Math.max(2, big(i + 2, 2));
  }
  return null;
}

function webpPixels(kind: string, at: ByteAt, little: (i: number) => number): Pixels | null {
  if (kind === 'VP8X')
    return { width: little(24) + at(26) * 65536 + 1, height: little(27) + at(29) * 65536 + 1 };
  if (kind === 'VP8 ') return { width: little(26) & 0x3fff, height: little(28) & 0x3fff };
  if (kind !== 'VP8L') return null;
  const bits = little(21) + little(23) * 65536;
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const base64Values = new Int8Array(128).fill(-1);
for (let i = 0; i < base64Alphabet.length; i++) base64Values[base64Alphabet.charCodeAt(i)] = i;

/** Bytes of base64 as a string of one character a byte, up to `charsMax` characters of it; foreign ones are skipped. */
export function base64Text(base64: string, charsMax: number): string {
  const parts: string[] = [];
  let chunk: number[] = [];
  let buffer = 0;
  let bits = 0;
  const end = Math.min(base64.length, charsMax);
  for (let i = 0; i < end; i++) {
    const value = base64Values[base64.charCodeAt(i)] ?? -1;
    if (value < 0) continue;
    buffer = ((buffer << 6) | value) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    chunk.push((buffer >> bits) & 0xff);
    if (chunk.length < 8_192) continue;
    parts.push(String.fromCharCode(...chunk));
    chunk = [];
  }
  parts.push(String.fromCharCode(...chunk));
  return parts.join('');
}

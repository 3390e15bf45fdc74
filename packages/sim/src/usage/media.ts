/** Sizes of images and documents, read from their first bytes: what they cost depends on nothing else. */

/** Width and height in pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** Base64 characters that are looked at for an image's header. JPEG headers may stand behind large metadata. */
const HEADER_CHARS = 400_000;

/** Dimensions of a PNG, GIF, JPEG or WebP in base64; `null` when the bytes are none of these. */
export function dimensionsOf(base64: string): Dimensions | null {
  const bytes = Buffer.from(base64.slice(0, HEADER_CHARS), 'base64');
  if (bytes.length < 16) return null;
  if (bytes.readUInt32BE(0) === 0x89504e47 && bytes.length >= 24) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.toString('latin1', 0, 3) === 'GIF') {
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  }
  if (bytes.readUInt16BE(0) === 0xffd8) return jpegDimensions(bytes);
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return webpDimensions(bytes);
  return null;
}

function jpegDimensions(bytes: Buffer): Dimensions | null {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function webpDimensions(bytes: Buffer): Dimensions | null {
  const kind = bytes.toString('latin1', 12, 16);
  if (bytes.length < 30) return null;
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ') {
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return null;
}

/** Pages of a PDF in base64, counted by its page objects; at least 1. */
export function pdfPagesOf(base64: string): number {
  const text = Buffer.from(base64, 'base64').toString('latin1');
  return Math.max(1, text.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0);
}

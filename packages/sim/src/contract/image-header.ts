/** Type and size of an image, read from its first bytes as the formats define them. */

/** What a decodable image says of itself. */
export interface ImageHeader {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** `null` for bytes of no known format, and for a file cut before its picture begins. */
export function imageHeader(bytes: Buffer): ImageHeader | null {
  const found = png(bytes) ?? jpeg(bytes) ?? gif(bytes) ?? webp(bytes);
  return found !== null && found.width > 0 && found.height > 0 ? found : null;
}

const startsWith = (bytes: Buffer, hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex;
const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

/** Signature, IHDR (width, height), and further chunks up to the first IDAT. */
function png(bytes: Buffer): ImageHeader | null {
  if (!startsWith(bytes, '89504e470d0a1a0a') || bytes.length < 33 || ascii(bytes, 12, 16) !== 'IHDR')
    return null;
  let at = 33;
  while (at + 8 <= bytes.length) {
    if (ascii(bytes, at + 4, at + 8) === 'IDAT') {
      return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    }
    at += 12 + bytes.readUInt32BE(at);
  }
  return null;
}

/** SOI, then segments until a start of frame. */
function jpeg(bytes: Buffer): ImageHeader | null {
  if (!startsWith(bytes, 'ffd8ff')) return null;
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isStartOfFrame(marker)) {
      return {
        mediaType: 'image/jpeg',
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** SOF0 to SOF15, without the tables that share the range. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** The logical screen, right behind the signature. */
function gif(bytes: Buffer): ImageHeader | null {
  if (!/^GIF8[79]a$/.test(ascii(bytes, 0, 6)) || bytes.length < 13) return null;
  return { mediaType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** RIFF with one of three first chunks: lossy, lossless, extended. */
function webp(bytes: Buffer): ImageHeader | null {
  if (ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 12) !== 'WEBP' || bytes.length < 30) return null;
  const size = webpSize(bytes);
  return size === null ? null : { mediaType: 'image/webp', width: size[0], height: size[1] };
}

function webpSize(bytes: Buffer): readonly [number, number] | null {
  const chunk = ascii(bytes, 12, 16);
  if (chunk === 'VP8 ') return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
  if (chunk === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  if (chunk !== 'VP8L') return null;
  const bits = bytes.readUInt32LE(21);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

/** Images and PDFs of any size in pixels or pages, a few dozen bytes each. */

import { deflateSync } from 'node:zlib';
import type { Obj } from './request.ts';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  // The checksum is of no interest to a reader of headers: it stays zero.
  return Buffer.concat([length, body, sum]);
};

export function png(width: number, height: number): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = deflateSync(Buffer.alloc(2));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from('a\0b')),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}

export function jpeg(width: number, height: number): string {
  const app0 = Buffer.from('ffe000104a46494600010100000100010000', 'hex');
  const frame = Buffer.from('ffc0000b080000000001011100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from('ffd8', 'hex'), app0, frame, Buffer.from('ffd9', 'hex')]).toString(
    'base64',
  );
}

export function gif(width: number, height: number): string {
  const bytes = Buffer.alloc(14);
  bytes.write('GIF89a', 'latin1');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  bytes[13] = 0x3b;
  return bytes.toString('base64');
}

export function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): string {
  const bytes = Buffer.alloc(32);
  bytes.write('RIFF', 0, 'latin1');
  bytes.write('WEBP', 8, 'latin1');
  bytes.write(kind, 12, 'latin1');
  if (kind === 'VP8 ') {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  } else if (kind === 'VP8L') {
    bytes[20] = 0x2f;
    bytes.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21);
  } else {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  }
  return bytes.toString('base64');
}

export const image = (data: string, mediaType = 'image/png', more: Obj = {}): Obj => ({
  type: 'image',
  source: { type: 'base64', media_type: mediaType, data },
  ...more,
});

export function pdf(pages: number, options: { encrypted?: boolean; packed?: boolean } = {}): string {
  const objects = Array.from(
    { length: pages },
    (_, n) => `${n + 3} 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj`,
  ).join('\n');
  const packed = deflateSync(Buffer.from(objects, 'latin1')).toString('latin1');
  const body =
    options.packed === true
      ? `9 0 obj\n<< /Type /ObjStm /N ${pages} /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream\nendobj`
      : objects;
  const trailer =
    options.encrypted === true ? 'trailer << /Root 1 0 R /Encrypt 8 0 R >>' : 'trailer << /Root 1 0 R >>';
  const file = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count ${pages} >>\nendobj\n${body}\n${trailer}\n%%EOF\n`;
  return Buffer.from(file, 'latin1').toString('base64');
}

export const document = (data: string, more: Obj = {}): Obj => ({
  type: 'document',
  source: { type: 'base64', media_type: 'application/pdf', data },
  ...more,
});

export const textDocument = (more: Obj = {}): Obj => ({
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data: 'words' },
  ...more,
});

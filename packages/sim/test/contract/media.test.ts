import { describe, expect, it } from 'vitest';
import { imageHeader } from '../../src/contract/image-header.ts';
import { lookAtPdf } from '../../src/contract/pdf.ts';
import { gif, jpeg, pdf, png, webp } from './media.ts';

const bytes = (data: string) => Buffer.from(data, 'base64');

describe('the header of an image', () => {
  it.each([
    ['image/png', png(640, 480)],
    ['image/jpeg', jpeg(640, 480)],
    ['image/gif', gif(640, 480)],
    ['image/webp', webp('VP8 ', 640, 480)],
    ['image/webp', webp('VP8L', 640, 480)],
    ['image/webp', webp('VP8X', 640, 480)],
  ])('tells type and size of %s', (mediaType, data) => {
    expect(imageHeader(bytes(data))).toEqual({ mediaType, width: 640, height: 480 });
  });

  // The smallest pictures that common tools write.
  it.each([
    [
      'image/png',
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    ],
    ['image/gif', 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'],
    ['image/webp', 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'],
  ])('reads a real %s of one pixel', (mediaType, data) => {
    expect(imageHeader(bytes(data))).toEqual({ mediaType, width: 1, height: 1 });
  });

  it('survives every cut', () => {
    for (const data of [png(9, 9), jpeg(9, 9), gif(9, 9), webp('VP8L', 9, 9)]) {
      const whole = bytes(data);
      for (let n = 0; n < whole.length; n += 1) {
        const header = imageHeader(whole.subarray(0, n));
        if (header !== null) expect(header).toEqual(imageHeader(whole));
      }
    }
  });
});

describe('a look at a PDF', () => {
  it.each([
    ['empty', Buffer.alloc(0), { kind: 'empty' }],
    ['other bytes', Buffer.from('<html>'), { kind: 'invalid' }],
    ['a lock', bytes(pdf(2, { encrypted: true })), { kind: 'encrypted' }],
    ['no page', bytes(pdf(0)), { kind: 'unreadable' }],
    ['pages', bytes(pdf(7)), { kind: 'readable', pages: 7 }],
    ['packed pages', bytes(pdf(7, { packed: true })), { kind: 'readable', pages: 7 }],
    ['leading bytes', Buffer.concat([Buffer.alloc(100), bytes(pdf(1))]), { kind: 'readable', pages: 1 }],
  ])('sees %s', (_, raw, look) => {
    expect(lookAtPdf(raw)).toEqual(look);
  });
});

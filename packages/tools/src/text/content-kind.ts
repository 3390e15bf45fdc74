/** What the first bytes of a file say that it is. */
import { bomEncoding } from './encoding.ts';

/** What a file's beginning shows. */
export type ContentKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'binary' }
  | { readonly kind: 'image'; readonly format: string }
  | { readonly kind: 'pdf' };

const imageMarks: readonly { readonly format: string; readonly at: number; readonly bytes: string }[] = [
  { format: 'PNG', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { format: 'JPEG', at: 0, bytes: '\xff\xd8\xff' },
  { format: 'GIF', at: 0, bytes: 'GIF87a' },
  { format: 'GIF', at: 0, bytes: 'GIF89a' },
  { format: 'WebP', at: 8, bytes: 'WEBP' },
  { format: 'TIFF', at: 0, bytes: 'II*\x00' },
  { format: 'TIFF', at: 0, bytes: 'MM\x00*' },
  { format: 'AVIF', at: 4, bytes: 'ftypavif' },
  { format: 'HEIC', at: 4, bytes: 'ftypheic' },
];

/** Judges by magic numbers and byte order marks; a zero byte without a UTF-16 mark means binary. */
export function contentKind(sample: Uint8Array): ContentKind {
  const image = imageMarks.find((mark) => startsWith(sample, mark.at, mark.bytes));
  if (image !== undefined) return { kind: 'image', format: image.format };
  if (startsWith(sample, 0, '%PDF-')) return { kind: 'pdf' };
  const marked = bomEncoding(sample);
  if (marked === 'utf-16le' || marked === 'utf-16be') return { kind: 'text' };
  return { kind: sample.includes(0) ? 'binary' : 'text' };
}

function startsWith(sample: Uint8Array, at: number, bytes: string): boolean {
  for (let index = 0; index < bytes.length; index++) {
    if (sample[at + index] !== bytes.charCodeAt(index)) return false;
  }
  return true;
}

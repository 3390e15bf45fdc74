/** What a PDF tells without being rendered: whether it is one, whether it is locked, how many pages it has. */

import { inflateSync } from 'node:zlib';
import { PDF_HEADER_BYTES_MAX, PDF_STREAM_BYTES_MAX, PDF_STREAMS_MAX } from './limits.ts';

/** The verdict on the bytes of a PDF. */
export type PdfLook =
  | { readonly kind: 'empty' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'encrypted' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'readable'; readonly pages: number };

const PAGE = /\/Type\s*\/Page(?![a-zA-Z])/g;

/** Looks at a PDF. Pages are counted as objects of type Page, also inside compressed object streams. */
export function lookAtPdf(bytes: Buffer): PdfLook {
  if (bytes.length === 0) return { kind: 'empty' };
  const head = bytes.toString('latin1', 0, PDF_HEADER_BYTES_MAX);
  if (!head.includes('%PDF-')) return { kind: 'invalid' };
  const text = bytes.toString('latin1');
  if (/\/Encrypt\s+\d+\s+\d+\s+R|\/Encrypt\s*<</.test(text)) return { kind: 'encrypted' };
  const pages = countPages(text) + countPages(...objectStreams(text));
  return pages > 0 ? { kind: 'readable', pages } : { kind: 'unreadable' };
}

function countPages(...texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + (text.match(PAGE)?.length ?? 0), 0);
}

/** The inflated object streams; one that does not inflate holds no pages. */
function objectStreams(text: string): string[] {
  const streams: string[] = [];
  const begin = /\/Type\s*\/ObjStm[^]{0,400}?stream\r?\n/g;
  for (
    let found = begin.exec(text);
    found !== null && streams.length < PDF_STREAMS_MAX;
    found = begin.exec(text)
  ) {
    const from = found.index + found[0].length;
    const to = text.indexOf('endstream', from);
    const inflated = to < 0 ? null : inflate(text.slice(from, to));
    if (inflated !== null) streams.push(inflated);
  }
  return streams;
}

function inflate(data: string): string | null {
  try {
    return inflateSync(Buffer.from(data, 'latin1'), { maxOutputLength: PDF_STREAM_BYTES_MAX }).toString(
      'latin1',
    );
  } catch {
    return null; // not deflated, damaged, or larger than we look at
  }
}

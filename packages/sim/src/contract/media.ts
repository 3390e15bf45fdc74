/**
 * Images and PDFs (B.5): one look at each, then rules over what was seen. Nothing is fetched: a URL or a file id is
 * taken to lead to something good.
 */

import type { Rejection } from '../types.ts';
import type { ImageHeader } from './image-header.ts';
import { imageHeader } from './image-header.ts';
import { isJson, stringOf } from './json.ts';
import {
  IMAGE_BYTES_MAX,
  IMAGE_BYTES_MAX_LENIENT,
  IMAGE_SIDE_PIXELS_MAX,
  IMAGE_SIDE_PIXELS_MAX_MANY,
  MANY_IMAGES_FROM,
} from './limits.ts';
import type { PdfLook } from './pdf.ts';
import { lookAtPdf } from './pdf.ts';
import { refuse, refuseOurWords } from './rejection.ts';
import { rule } from './rule.ts';
import type { BlockView, Subject } from './subject.ts';

interface ImageLook {
  readonly path: string;
  readonly declared: string;
  readonly data: string;
  readonly isClean: boolean;
  readonly header: ImageHeader | null;
}

interface DocumentLook {
  readonly path: string;
  readonly look: PdfLook | null;
}

interface Media {
  readonly images: number;
  readonly documents: number;
  /** Images that came as base64. */
  readonly seen: readonly ImageLook[];
  /** PDFs that came as base64. */
  readonly pdfs: readonly DocumentLook[];
}

const looked = new WeakMap<Subject, Media>();

/** Looks at everything once per request. */
function mediaOf(s: Subject): Media {
  const known = looked.get(s);
  if (known !== undefined) return known;
  const blocks = s.blocks;
  const images = blocks.filter((block) => block.type === 'image');
  const documents = blocks.filter((block) => block.type === 'document');
  const media = {
    images: images.length,
    documents: documents.length,
    seen: images.flatMap(lookAtImage),
    pdfs: documents.flatMap(lookAtDocument),
  };
  looked.set(s, media);
  return media;
}

/** The base64 text of a source, with its media type; `null` for other sources. */
function base64Of(block: BlockView): { declared: string; data: string } | null {
  const { source } = block.json;
  if (!isJson(source) || source['type'] !== 'base64' || typeof source['data'] !== 'string') return null;
  return { declared: stringOf(source['media_type']), data: source['data'] };
}

const isBase64 = (data: string) => data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);

function lookAtImage(block: BlockView): ImageLook[] {
  const source = base64Of(block);
  if (source === null) return [];
  const header = imageHeader(Buffer.from(source.data, 'base64'));
  return [{ ...source, path: `${block.path}.image.source.base64`, isClean: isBase64(source.data), header }];
}

function lookAtDocument(block: BlockView): DocumentLook[] {
  const source = base64Of(block);
  if (source === null) return [];
  return [
    { path: `${block.path}.pdf.source.base64.data`, look: lookAtPdf(Buffer.from(source.data, 'base64')) },
  ];
}

/** C82: an image has data. */
function imagesAreNotEmpty(s: Subject): Rejection | null {
  const empty = mediaOf(s).seen.find((image) => image.data === '');
  return empty === undefined ? null : refuse('C82', `${empty.path}: image cannot be empty`);
}

/** C84: and not too much of it, measured as it came. */
function imagesAreSmall(s: Subject): Rejection | null {
  const max = s.context.lenient ? IMAGE_BYTES_MAX_LENIENT : IMAGE_BYTES_MAX;
  const large = mediaOf(s).seen.find((image) => image.data.length > max);
  if (large === undefined) return null;
  const megabytes = max / (1024 * 1024);
  return refuse(
    'C84',
    `${large.path}: image exceeds ${megabytes} MB maximum: ${large.data.length} bytes > ${max} bytes`,
  );
}

/** B35: the data is base64 and nothing else. The server as observed may take more. */
function imagesAreBase64(s: Subject): Rejection | null {
  const odd = s.context.lenient ? undefined : mediaOf(s).seen.find((image) => !image.isClean);
  return odd === undefined ? null : refuseOurWords('B35', `${odd.path}.data: the data is not valid base64.`);
}

/** C83: it decodes. */
function imagesDecode(s: Subject): Rejection | null {
  const isBroken = mediaOf(s).seen.some((image) => image.data !== '' && image.header === null);
  return isBroken ? refuse('C83', 'Could not process image') : null;
}

/** C81b: to what it says it is. */
function imagesAreWhatTheySay(s: Subject): Rejection | null {
  for (const { path, declared, header } of mediaOf(s).seen) {
    if (header === null || header.mediaType === declared) continue;
    return refuse(
      'C81b',
      `${path}.data: The image was specified using the ${declared} media type, but the image appears to be a ${header.mediaType} image`,
    );
  }
  return null;
}

const sideOf = (image: ImageLook) => Math.max(image.header?.width ?? 0, image.header?.height ?? 0);

/** C85: no side is too long. */
function imagesAreShort(s: Subject): Rejection | null {
  const long = mediaOf(s).seen.find((image) => sideOf(image) > IMAGE_SIDE_PIXELS_MAX);
  if (long === undefined) return null;
  return refuse(
    'C85',
    `${long.path}.data: At least one of the image dimensions exceed max allowed size: ${IMAGE_SIDE_PIXELS_MAX} pixels`,
    'image_dimensions_too_large',
  );
}

/** C86: among many images, none is long. */
function manyImagesAreShort(s: Subject): Rejection | null {
  const media = mediaOf(s);
  const long = media.seen.find((image) => sideOf(image) > IMAGE_SIDE_PIXELS_MAX_MANY);
  if (long === undefined || media.images < MANY_IMAGES_FROM) return null;
  return refuse(
    'C86',
    `${long.path}.data: At least one of the image dimensions exceed max allowed size for many-image requests: ${IMAGE_SIDE_PIXELS_MAX_MANY} pixels`,
    'image_dimensions_too_large',
  );
}

const pagesOf = ({ look }: DocumentLook) => (look?.kind === 'readable' ? look.pages : 0);

/** C87, C88: images, documents and pages together have a limit. */
function mediaAreFew(s: Subject): Rejection | null {
  const { images, documents, pdfs } = mediaOf(s);
  const max = s.model?.mediaMax ?? Infinity;
  if (documents > 0 && images + documents > max) {
    return refuse('C87', `too many images and documents: ${images} + ${documents} > ${max}`);
  }
  const pages = pdfs.reduce((sum, pdf) => sum + pagesOf(pdf), 0);
  // A document of too many pages has words of its own (C89).
  if (images + pages <= max || pages > max) return null;
  return refuse('C88', `Too much media: ${pages} document pages + ${images} images > ${max}`);
}

/** The first PDF that looks a certain way. */
function pdfThat(s: Subject, kind: PdfLook['kind']): DocumentLook | undefined {
  return mediaOf(s).pdfs.find((pdf) => pdf.look?.kind === kind);
}

/** C92: a PDF has data. */
function pdfsAreNotEmpty(s: Subject): Rejection | null {
  const pdf = pdfThat(s, 'empty');
  return pdf === undefined ? null : refuse('C92', `${pdf.path}: PDF cannot be empty`);
}

/** C91: and is one. */
function pdfsAreValid(s: Subject): Rejection | null {
  const pdf = pdfThat(s, 'invalid');
  return pdf === undefined ? null : refuse('C91', `${pdf.path}: The PDF specified was not valid.`);
}

/** C90: without a lock. */
function pdfsAreOpen(s: Subject): Rejection | null {
  const pdf = pdfThat(s, 'encrypted');
  return pdf === undefined ? null : refuse('C90', `${pdf.path}: The PDF specified is password protected.`);
}

/** C93: with pages. */
function pdfsHavePages(s: Subject): Rejection | null {
  return pdfThat(s, 'unreadable') === undefined ? null : refuse('C93', 'Could not process PDF');
}

/** C89: and not too many, all PDFs together; the one that is too much is named. */
function pagesAreFew(s: Subject): Rejection | null {
  const max = s.model?.mediaMax ?? Infinity;
  let pages = 0;
  for (const pdf of mediaOf(s).pdfs) {
    pages += pagesOf(pdf);
    if (pages > max) return refuse('C89', `${pdf.path}: A maximum of ${max} PDF pages may be provided.`);
  }
  return null;
}

/** B41, B43: citations are on for all documents or for none; the same of search results. */
function citationsAreUniform(s: Subject): Rejection | null {
  for (const [id, type] of [
    ['B41', 'document'],
    ['B43', 'search_result'],
  ] as const) {
    const switches = s.blocks
      .filter((block) => block.type === type)
      .map(({ json }) => isJson(json['citations']) && json['citations']['enabled'] === true);
    if (new Set(switches).size > 1) {
      return refuseOurWords(id, `citations must be enabled on all ${type} blocks of a request or on none.`);
    }
  }
  return null;
}

export const mediaRules = [
  rule('C82 B35', imagesAreNotEmpty),
  rule('C84 B36', imagesAreSmall),
  rule('B35', imagesAreBase64),
  rule('C83 B35', imagesDecode),
  rule('C81b B35', imagesAreWhatTheySay),
  rule('C85 B37', imagesAreShort),
  rule('C86 B37', manyImagesAreShort),
  rule('C92 B40', pdfsAreNotEmpty),
  rule('C91 B40', pdfsAreValid),
  rule('C90 B40', pdfsAreOpen),
  rule('C93 B40', pdfsHavePages),
  rule('C89 B40', pagesAreFew),
  rule('C87 C88 B38', mediaAreFew),
  rule('B41 B43', citationsAreUniform),
];

/**
 * N13 media (API-CONTRACT B35–B42). They are settled when they come in (type, size, pixels), so this is the net: what the
 * API would refuse becomes a sentence with type, size and limit, and the person gets a notice. Limits count along the
 * path: what came first stays, so no later image changes what was sent.
 */
import type { ContentBlock, DocumentBlock, ImageBlock, MediaSource } from '../../timeline/block.ts';
import { isMedia, isToolResult } from '../../timeline/block.ts';
import type { Profile } from '../../model/profile.ts';
import { base64Text, imagePixels, pdfPages } from '../../tokens/media.ts';
import {
  BODY_FILL_SHARE_MAX,
  IMAGE_SIDE_PIXELS_MAX,
  IMAGE_SIDE_PIXELS_MAX_MANY,
  MANY_IMAGES,
  PDF_HEADER_CHARS_MAX,
} from '../../limits.ts';
import { mediaInWords } from '../fixed-texts.ts';
import { innerBlocks } from '../block-text.ts';
import { wellFormed } from '../clean-json.ts';
import type { Issue } from '../types.ts';
import { type Draft, type MediaCount, type Setting, withEntries } from '../draft.ts';

export function media(draft: Draft, { profile, carry }: Setting): Draft {
  const issues: Issue[] = [];
  let count = carry.media;
  const judge = (block: ContentBlock, record: Issue['record']): ContentBlock => {
    if (!isMedia(block)) return block;
    const verdict = block.type === 'image' ? image(block, count, profile) : document(block, count, profile);
    if (typeof verdict !== 'string') {
      count = counted(verdict, count);
      return verdict;
    }
    const what = mediaInWords(block.type === 'image' ? 'An image' : 'A document', verdict);
    issues.push({ pass: 'media', record, what });
    return { type: 'text', text: what };
  };
  const entries = draft.entries.map((entry) => {
    if (!entry.blocks.some(({ block }) => isMedia(block) || isToolResult(block))) return entry;
    const blocks = entry.blocks.map((part) => {
      if (!isToolResult(part.block)) return { ...part, block: judge(part.block, part.record) };
      const inner = innerBlocks(part.block.content);
      if (!inner.some(isMedia)) return part;
      return { ...part, block: { ...part.block, content: inner.map((one) => judge(one, part.record)) } };
    });
    return { ...entry, blocks };
  });
  return withEntries(draft, entries, issues);
}

/** The count with one more; also used to find what a sealed segment leaves behind. */
export function counted(block: ContentBlock, count: MediaCount): MediaCount {
  if (isToolResult(block)) {
    return innerBlocks(block.content).reduce((sum: MediaCount, inner) => counted(inner, sum), count);
  }
  if (!isMedia(block)) return count;
  const bytes = count.bytes + base64Bytes(block.source);
  if (block.type === 'document') {
    return {
      ...count,
      bytes,
      pages: count.pages + (block.source.type === 'text' ? 0 : pdfPages(block.source)),
    };
  }
  return { ...count, bytes, images: count.images + 1, large: count.large || isLarge(block.source) };
}

/** The image as it can be sent, or why not. */
function image(
  block: ImageBlock | DocumentBlock,
  count: MediaCount,
  profile: Profile,
): ContentBlock | string {
  const { source } = block;
  const media = sourceOf(source);
  if (typeof media === 'string') return media;
  if (!imageTypes.has(media.media_type)) return `its type ${mediaTypeName(media.media_type)} is not taken`;
  if (base64Bytes(media) > profile.imageBytesMax) return `it is larger than ${profile.imageBytesMax} bytes`;
  const pixels = media.type === 'base64' ? imagePixels(media.data) : null;
  if (media.type === 'base64' && pixels === null) return 'it could not be read';
  const side = Math.max(pixels?.width ?? 1, pixels?.height ?? 1);
  if (Math.min(pixels?.width ?? 1, pixels?.height ?? 1) < 1) return 'it has no area';
  const many = count.images + count.pages >= MANY_IMAGES;
  const sideMax = many ? IMAGE_SIDE_PIXELS_MAX_MANY : IMAGE_SIDE_PIXELS_MAX;
  if (side > sideMax) return `its longer side has ${side} pixels and the limit is ${sideMax}`;
  if (count.large && many) return `there may be no more than ${MANY_IMAGES} beside a large one`;
  return overLimit(1, base64Bytes(media), count, profile) ?? { type: 'image', source: media };
}

/** The document as it can be sent, or why not. */
function document(
  block: ImageBlock | DocumentBlock,
  count: MediaCount,
  profile: Profile,
): ContentBlock | string {
  const title = block.type === 'document' && block.title !== undefined ? { title: block.title } : {};
  if (block.source.type === 'text') {
    const data = typeof block.source.data === 'string' ? block.source.data : '';
    if (data.trim() === '') return 'it is empty';
    const source = { type: 'text', media_type: 'text/plain', data: wellFormed(data) } as const;
    return { type: 'document', source, ...title };
  }
  const source = sourceOf(block.source);
  if (typeof source === 'string') return source;
  if (source.media_type !== 'application/pdf')
    return `its type ${mediaTypeName(source.media_type)} is not taken`;
  if (source.type === 'base64') {
    const head = base64Text(source.data, PDF_HEADER_CHARS_MAX);
    if (!head.includes('%PDF-')) return 'it is no PDF that can be read';
    if (/\/Encrypt\b/.test(base64Text(source.data, source.data.length)))
      return 'it is protected by a password';
  }
  const pages = pdfPages(source);
  if (count.large && count.images + count.pages + pages > MANY_IMAGES)
    return 'an image before it is too large for so many pages';
  return overLimit(pages, base64Bytes(source), count, profile) ?? { type: 'document', source, ...title };
}

function overLimit(pages: number, bytes: number, count: MediaCount, profile: Profile): string | null {
  if (count.images + count.pages + pages > profile.mediaMax) {
    return `one request takes no more than ${profile.mediaMax} images and pages`;
  }
  const bytesMax = Math.floor(profile.bodyBytesMax * BODY_FILL_SHARE_MAX);
  return count.bytes + bytes > bytesMax ? `one request takes no more than ${bytesMax} bytes` : null;
}

type Carried = Extract<MediaSource, { type: 'base64' | 'blob' }>;

/** The source with the type that its bytes have, or why it can't be sent. */
function sourceOf(source: MediaSource): Carried | string {
  if (source.type === 'blob') {
    const isWhole =
      typeof source.hash === 'string' && typeof source.media_type === 'string' && source.bytes > 0;
    return isWhole
      ? { type: 'blob', media_type: source.media_type, hash: source.hash, bytes: source.bytes }
      : 'it has no data';
  }
  if (source.type === 'url') return `it is at ${wellFormed(String(source.url))}, and addresses are not sent`;
  if (source.type !== 'base64') return 'it is kept on another server';
  if (typeof source.data !== 'string') return 'it has no data';
  const data = source.data.replace(/^data:[^,]*,/, '').replace(/\s+/g, '');
  if (data === '') return 'it has no data';
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data) || data.length % 4 !== 0) return 'its data is no base64';
  return { type: 'base64', media_type: sniffed(data) ?? String(source.media_type), data };
}

const imageTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** The type by the first bytes: names and extensions are never trusted (B35). */
function sniffed(data: string): string | null {
  if (data.startsWith('iVBORw0KGgo')) return 'image/png';
  if (data.startsWith('/9j/')) return 'image/jpeg';
  if (data.startsWith('R0lGOD')) return 'image/gif';
  if (data.startsWith('UklGR') && base64Text(data, 16).slice(8) === 'WEBP') return 'image/webp';
  if (data.startsWith('JVBERi0')) return 'application/pdf';
  return null;
}

function isLarge(source: MediaSource): boolean {
  const pixels = source.type === 'base64' ? imagePixels(source.data) : null;
  return Math.max(pixels?.width ?? 0, pixels?.height ?? 0) > IMAGE_SIDE_PIXELS_MAX_MANY;
}

/** Bytes of a source on the wire. */
export function base64Bytes(source: MediaSource): number {
  if (source.type === 'base64') return source.data.length;
  return source.type === 'blob' ? Math.ceil(source.bytes / 3) * 4 : 0;
}

const mediaTypeName = (type: string): string => wellFormed(type).slice(0, 40);

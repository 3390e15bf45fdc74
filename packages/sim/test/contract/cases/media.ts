/** Images, documents, search results. */

import { document, gif, image, jpeg, pdf, png, textDocument, webp } from '../media.ts';
import type { Case, Obj } from '../request.ts';
import { assistant, leniently, OLD, result, talk, text, use, user } from '../request.ts';

const one = png(1, 1);
const shown = (...blocks: unknown[]) => talk([user('look', ...blocks)]);
const returned = (...content: unknown[]) =>
  talk([user('a'), assistant(use('t')), user(result('t', { content }))]);
const source = (more: Obj): Obj => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: one, ...more },
});
const times = (count: number, block: Obj) => Array.from({ length: count }, () => block);
const good = shown(
  image(one),
  image(jpeg(9, 9), 'image/jpeg'),
  image(gif(3, 3), 'image/gif'),
  image(webp('VP8L', 5, 5), 'image/webp'),
);
const DIRECT = 'messages.0.content.1.image.source.base64';
const NESTED = 'messages.2.content.0.tool_result.content.0.image.source.base64';
const raw = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64');

/** Each fault of an image, in a message and inside a result. */
const bothPlaces = (
  rules: string,
  name: string,
  block: Obj,
  says: (path: string) => string,
  more: Partial<Case> = {},
): Case[] => [
  { rules, name: `${name}, shown`, bad: shown(block), says: says(DIRECT), good, ...more },
  {
    rules,
    name: `${name}, returned`,
    bad: returned(block),
    says: says(NESTED),
    good: returned(image(one)),
    ...more,
  },
];

const shapes: Case[] = (
  [
    ['B35', { type: 'image' }, 'source: Field required'],
    ['B35', { type: 'image', source: 'x' }, 'source: Input should be a valid dictionary'],
    [
      'B35',
      { type: 'image', source: { type: 'path' } },
      /source: Input tag 'path' found using 'type' does not match any of the expected tags: 'base64', 'file', 'url'$/,
    ],
    ['B35', { type: 'image', source: { type: 'url' } }, 'source.url.url: Field required'],
    ['B35', source({ data: undefined }), 'source.base64.data: Field required'],
    [
      'C80 B35',
      source({ media_type: 'image/svg+xml' }),
      `source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
    ],
    [
      'C80 B35',
      source({ media_type: 'image/jpg' }),
      `source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
    ],
    ['C80 B35', source({ media_type: undefined }), 'source.base64.media_type: Field required'],
    [
      'B39',
      image(one, 'image/png', { transformations: { oversized_image: 'crop' } }),
      `transformations.oversized_image: Input should be 'downsize' or 'error'`,
    ],
  ] as [string, Obj, string | RegExp][]
).map(([rules, block, says]) => ({
  rules,
  name: `image ${JSON.stringify(block).slice(0, 70)}`,
  bad: shown(block),
  says:
    typeof says === 'string'
      ? `messages.0.content.1.image.${says}`
      : new RegExp(`^messages\\.0\\.content\\.1\\.image\\.${says.source}`),
  good: shown(
    image(one, 'image/png', { transformations: { oversized_image: 'downsize' } }),
    { type: 'image', source: { type: 'url', url: 'https://x.test/a.png' } },
    { type: 'image', source: { type: 'file', file_id: 'f' } },
  ),
}));

const bytes: Case[] = [
  ...bothPlaces('C82 B35', 'no data', source({ data: '' }), (path) => `${path}: image cannot be empty`),
  ...[`data:image/png;base64,${one}`, `${one.slice(0, 8)}\n${one.slice(8)}`, one.replace(/=*$/, '!')].map(
    (data) => ({
      rules: 'B35',
      name: `data ${JSON.stringify(data.slice(0, 20))}`,
      bad: shown(source({ data })),
      says: /^B35: messages\.0\.content\.1\.image\.source\.base64\.data: /,
      good,
    }),
  ),
  ...['hello', '\x89PNG\r\n\x1a\n', '<svg xmlns="x"/>', 'GIF89a', 'BM......', '\xff\xd8\xff'].flatMap(
    (content) =>
      bothPlaces(
        'C83 B35',
        `the bytes ${JSON.stringify(content)}`,
        source({ data: raw(content) }),
        () => 'Could not process image',
      ),
  ),
  ...bothPlaces('C83 B35', 'no width', image(png(0, 5)), () => 'Could not process image'),
  ...(
    [
      ['image/png', 'image/jpeg', jpeg(2, 2)],
      ['image/jpeg', 'image/png', one],
      ['image/png', 'image/webp', webp('VP8 ', 4, 4)],
      ['image/webp', 'image/gif', gif(4, 4)],
    ] as [string, string, string][]
  ).flatMap(([said, is, data]) =>
    bothPlaces(
      'C81b B35',
      `${is} as ${said}`,
      image(data, said),
      (path) =>
        `${path}.data: The image was specified using the ${said} media type, but the image appears to be a ${is} image`,
    ),
  ),
];

const large = Buffer.concat([Buffer.from(one, 'base64'), Buffer.alloc(4 * 1024 * 1024)]).toString('base64');
const huge = Buffer.concat([Buffer.from(one, 'base64'), Buffer.alloc(8 * 1024 * 1024)]).toString('base64');
const DIMENSIONS = { errorCode: 'image_dimensions_too_large' };

const sizes: Case[] = [
  ...bothPlaces(
    'C84 B36',
    'over 5 MB',
    image(large),
    (path) => `${path}: image exceeds 5 MB maximum: ${large.length} bytes > 5242880 bytes`,
  ),
  {
    rules: 'C84 B36',
    name: 'over 10 MB in lenient mode',
    bad: leniently(shown(image(huge))),
    says: `${DIRECT}: image exceeds 10 MB maximum: ${huge.length} bytes > 10485760 bytes`,
    good: leniently(shown(image(large))),
  },
  ...(
    [
      ['image/png', png(8001, 10)],
      ['image/png', png(10, 8001)],
      ['image/jpeg', jpeg(9000, 1)],
      ['image/gif', gif(1, 8001)],
      ['image/webp', webp('VP8 ', 8001, 5)],
      ['image/webp', webp('VP8L', 8001, 5)],
      ['image/webp', webp('VP8X', 5, 8001)],
    ] as [string, string][]
  ).flatMap(([type, data], n) =>
    bothPlaces(
      'C85 B37',
      `a long side (${n})`,
      image(data, type),
      (path) => `${path}.data: At least one of the image dimensions exceed max allowed size: 8000 pixels`,
      DIMENSIONS,
    ),
  ),
  {
    rules: 'C86 B37',
    name: 'a longish side among 21 images',
    bad: shown(...times(20, image(one)), image(png(2001, 1))),
    says: 'messages.0.content.21.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    good: shown(...times(20, image(png(2000, 1))), image(one)),
    ...DIMENSIONS,
  },
  {
    rules: 'C86 B37',
    name: 'a longish side among images of a result',
    bad: returned(image(jpeg(1, 2001), 'image/jpeg'), ...times(20, image(one))),
    says: `${NESTED}.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels`,
    good: returned(image(jpeg(1, 2001), 'image/jpeg'), ...times(19, image(one))),
    ...DIMENSIONS,
  },
];

const old = (...blocks: unknown[]) => ({ ...shown(...blocks), model: OLD });

const counts: Case[] = [
  {
    rules: 'C88 B38',
    name: '101 images on a small window',
    bad: old(...times(101, image(one))),
    says: 'Too much media: 0 document pages + 101 images > 100',
    good: old(...times(100, image(one))),
  },
  {
    rules: 'C88 B38',
    name: '601 images',
    bad: shown(...times(601, image(one))),
    says: 'Too much media: 0 document pages + 601 images > 600',
    good: shown(...times(600, image(one))),
  },
  {
    rules: 'C88 B38',
    name: 'images and pages',
    bad: old(...times(60, image(one)), document(pdf(41))),
    says: 'Too much media: 41 document pages + 60 images > 100',
    good: old(...times(60, image(one)), document(pdf(40))),
  },
  {
    rules: 'C87 B38',
    name: 'images and a document',
    bad: old(...times(100, image(one)), textDocument()),
    says: 'too many images and documents: 100 + 1 > 100',
    good: old(...times(99, image(one)), textDocument()),
  },
  {
    rules: 'C89 B40',
    name: '101 pages on a small window',
    bad: old(document(pdf(101))),
    says: 'messages.0.content.1.pdf.source.base64.data: A maximum of 100 PDF pages may be provided.',
    good: old(document(pdf(100))),
  },
  {
    rules: 'C89 B40',
    name: '101 pages in two PDFs',
    bad: old(document(pdf(60)), document(pdf(41))),
    says: 'messages.0.content.2.pdf.source.base64.data: A maximum of 100 PDF pages may be provided.',
    good: old(document(pdf(60)), document(pdf(40))),
  },
  {
    rules: 'C89 B40',
    name: '601 packed pages',
    bad: shown(document(pdf(601, { packed: true }))),
    says: 'messages.0.content.1.pdf.source.base64.data: A maximum of 600 PDF pages may be provided.',
    good: shown(document(pdf(600, { packed: true }))),
  },
];

const PDF = 'messages.0.content.1.pdf.source.base64.data';

const documents: Case[] = [
  {
    rules: 'C92 B40',
    name: 'a PDF without data',
    bad: shown(document('')),
    says: `${PDF}: PDF cannot be empty`,
    good: shown(document(pdf(1))),
  },
  ...['hello', 'PDF-1.7'].map((content) => ({
    rules: 'C91 B40',
    name: `a PDF of ${content}`,
    bad: shown(document(raw(content))),
    says: `${PDF}: The PDF specified was not valid.`,
    good: shown(document(pdf(1))),
  })),
  {
    rules: 'C90 B40',
    name: 'a locked PDF',
    bad: shown(document(pdf(1, { encrypted: true }))),
    says: `${PDF}: The PDF specified is password protected.`,
    good: shown(document(pdf(1))),
  },
  {
    rules: 'C93 B40',
    name: 'a PDF without pages',
    bad: shown(document(pdf(0))),
    says: 'Could not process PDF',
    good: shown(document(pdf(2, { packed: true }))),
  },
  ...(
    [
      [{ type: 'document' }, 'source: Field required'],
      [
        { type: 'document', source: { type: 'base64', media_type: 'text/html', data: 'x' } },
        `source.base64.media_type: Input should be 'application/pdf'`,
      ],
      [{ type: 'document', source: { type: 'text', data: 'x' } }, 'source.text.media_type: Field required'],
      [{ type: 'document', source: { type: 'markdown' } }, /source: Input tag 'markdown' /],
      [textDocument({ title: 7 }), 'title: Input should be a valid string'],
    ] as [Obj, string | RegExp][]
  ).map(([block, says]) => ({
    rules: 'B40',
    name: `document ${JSON.stringify(block).slice(0, 60)}`,
    bad: shown(block),
    says:
      typeof says === 'string'
        ? `messages.0.content.1.document.${says}`
        : new RegExp(`^messages\\.0\\.content\\.1\\.document\\.${says.source}`),
    good: shown(
      textDocument({ title: 't', context: 'c', citations: null }),
      textDocument({ source: { type: 'content', content: [text('x'), image(one)] } }),
      textDocument({ source: { type: 'url', url: 'https://x.test/a.pdf' } }),
    ),
  })),
];

const hit = (more: Obj = {}): Obj => ({
  type: 'search_result',
  source: 's',
  title: 't',
  content: [text('x')],
  ...more,
});
const cited = { citations: { enabled: true } };

const citations: Case[] = [
  {
    rules: 'B41',
    name: 'citations on one of two documents',
    bad: shown(textDocument(cited), textDocument()),
    says: /^B41: citations /,
    good: shown(textDocument(cited), textDocument(cited)),
  },
  {
    rules: 'B43',
    name: 'citations on one of two hits',
    bad: shown(hit(), hit(cited)),
    says: /^B43: citations /,
    good: returned(hit(cited), hit(cited)),
  },
  ...(
    [
      [{ title: undefined }, 'title: Field required'],
      [{ source: 7 }, 'source: Input should be a valid string'],
      [{ content: 'x' }, 'content: Input should be a valid list'],
      [{ citations: { enabled: 'yes' } }, 'citations.enabled: Input should be a valid boolean'],
    ] as [Obj, string][]
  ).map(([more, says]) => ({
    rules: 'B43',
    name: `hit ${says}`,
    bad: shown(hit(more)),
    says: `messages.0.content.1.search_result.${says}`,
    good: shown(hit()),
  })),
];

export const mediaCases: Case[] = [...shapes, ...bytes, ...sizes, ...counts, ...documents, ...citations];

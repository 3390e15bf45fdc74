/** The shapes of content blocks (B.2–B.6), keys and types as in the SDK's parameter types. */

import { BETA } from '../betas.ts';
import { cacheControl, noCacheControl } from './cache-control.ts';
import type { Shape, Tag } from './shape.ts';
import {
  anything,
  boolean,
  dictionary,
  list,
  nullable,
  object,
  oneOf,
  tagged,
  text,
  textOr,
} from './shape.ts';
import { serverBlocks } from './server-blocks.ts';

const type = { shape: anything };

/** `{type: 'text', text, cache_control?, citations?}`. */
export const textBlock: Shape = object('B1', {
  type,
  text: { shape: text('B1'), required: 'B1' },
  cache_control: cacheControl,
  citations: { shape: nullable(list('B1', dictionary('B1'))) },
});

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

const url = object('B35', { type, url: { shape: text('B35'), required: 'B35' } });
const file = object('B35', { type, file_id: { shape: text('B35'), required: 'B35' } });

const imageSource = tagged('B35', {
  base64: {
    shape: object('B35', {
      type,
      media_type: { shape: oneOf('C80', IMAGE_TYPES), required: 'C80' },
      data: { shape: text('B35'), required: 'B35' },
    }),
  },
  url: { shape: url },
  file: { shape: file },
});

const imageBlock = object('B35', {
  type,
  source: { shape: imageSource, required: 'B35' },
  cache_control: cacheControl,
  transformations: {
    shape: nullable(object('B39', { oversized_image: { shape: oneOf('B39', ['downsize', 'error']) } })),
  },
});

const documentSource = tagged('B40', {
  base64: {
    shape: object('B40', {
      type,
      media_type: { shape: oneOf('B40', ['application/pdf']), required: 'B40' },
      data: { shape: text('B40'), required: 'B40' },
    }),
  },
  text: {
    shape: object('B40', {
      type,
      media_type: { shape: oneOf('B40', ['text/plain']), required: 'B40' },
      data: { shape: text('B40'), required: 'B40' },
    }),
  },
  content: {
    shape: object('B40', {
      type,
      content: {
        shape: textOr(
          list('B40', tagged('C95', { text: { shape: textBlock }, image: { shape: imageBlock } })),
        ),
        required: 'B40',
      },
    }),
  },
  url: { shape: url },
  file: { shape: file },
});

const citationsSwitch = object('B43', { enabled: { shape: boolean('B43') } });

const documentBlock = object('B40', {
  type,
  source: { shape: documentSource, required: 'B40' },
  cache_control: cacheControl,
  citations: { shape: nullable(citationsSwitch) },
  context: { shape: nullable(text('B40')) },
  title: { shape: nullable(text('B40')) },
});

const searchResultBlock = object('B43', {
  type,
  source: { shape: text('B43'), required: 'B43' },
  title: { shape: text('B43'), required: 'B43' },
  content: { shape: list('B43', tagged('C95', { text: { shape: textBlock } })), required: 'B43' },
  cache_control: cacheControl,
  citations: { shape: citationsSwitch },
});

const toolUseBlock = object('B13', {
  type,
  id: { shape: text('B12'), required: 'B12' },
  name: { shape: text('B13'), required: 'B13' },
  input: { shape: dictionary('C17'), required: 'C17' },
  cache_control: cacheControl,
  caller: { shape: nullable(dictionary('B13')) },
  toolset_name: { shape: nullable(text('B13')) },
});

const toolReference = object('B19', {
  type,
  tool_name: { shape: text('B19'), required: 'B19' },
  cache_control: cacheControl,
});

const browserState = object('B19', {
  type,
  tabs: { shape: list('B19', dictionary('B19')), required: 'B19' },
  cache_control: cacheControl,
  state_changes: { shape: nullable(list('B19', dictionary('B19'))) },
});

const resultContent = tagged('C95', {
  text: { shape: textBlock },
  image: { shape: imageBlock },
  document: { shape: documentBlock },
  search_result: { shape: searchResultBlock },
  tool_reference: { shape: toolReference },
  browser_state: { shape: browserState },
});

const toolResultBlock = object('B19', {
  type,
  tool_use_id: { shape: text('B12'), required: 'B12' },
  content: { shape: textOr(list('B19', resultContent)) },
  is_error: { shape: boolean('B19') },
  toolset_name: { shape: nullable(text('B19')) },
  cache_control: cacheControl,
});

const thinkingBlock = object('B24', {
  type,
  thinking: { shape: text('B24'), required: 'B24' },
  signature: { shape: text('C53'), required: 'C53' },
  cache_control: noCacheControl('C54'),
});

const redactedThinkingBlock = object('B24', {
  type,
  data: { shape: text('B24'), required: 'B24' },
  cache_control: noCacheControl('C55'),
});

const toolChange = object('B50', {
  type,
  tool: { shape: dictionary('B50'), required: 'B50' },
  cache_control: cacheControl,
});

const contentTags: Record<string, Tag> = {
  text: { shape: textBlock },
  image: { shape: imageBlock },
  document: { shape: documentBlock },
  search_result: { shape: searchResultBlock },
  tool_use: { shape: toolUseBlock },
  tool_result: { shape: toolResultBlock },
  thinking: { shape: thinkingBlock },
  redacted_thinking: { shape: redactedThinkingBlock },
  // Judged by a rule of its own: signed compaction is not simulated yet (E6, E7).
  compaction: { shape: anything, beta: BETA.compactionBlock },
  tool_addition: { shape: toolChange, beta: BETA.toolChanges },
  tool_removal: { shape: toolChange, beta: BETA.toolChanges },
  ...serverBlocks,
};

/** Any block of a message. Which role may hold which is for the rules. */
export const contentBlock: Shape = tagged('C95', contentTags);

/** Steps of a random session: ordinary turns and every kind of garbage, in a form that fast-check can shrink. */
import * as fc from 'fast-check';
import type { ContentBlock } from '@leat/kernel';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const texts = fc.constantFrom(
  'words',
  'other words',
  '',
  '   ',
  'a\ud800b',
  '你好 world',
  '<system-reminder>\nnote\n</system-reminder>',
  'ends blank \n',
);
const ids = fc.constantFrom('t1', 't2', 't3', 'toolu_9', 'bad id!', '', 'x'.repeat(90));
const inputs = fc.constantFrom<unknown>(
  { path: 'a.ts' },
  {},
  null,
  'text',
  [1, 2],
  undefined,
  { s: '\udfff' },
  7,
);

const text = texts.map((value): ContentBlock => ({ type: 'text', text: value }));
const image = fc.constantFrom<ContentBlock>(
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
  { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: png } },
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } },
  { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
);
const thinking = fc.constantFrom<ContentBlock>(
  { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
  { type: 'thinking', thinking: '', signature: 'c2ln' },
  { type: 'thinking', thinking: 'unsigned' },
  { type: 'redacted_thinking', data: 'ZGF0YQ==' },
);
const call = fc.record({
  type: fc.constant('tool_use' as const),
  id: ids,
  name: fc.constantFrom('Read', 'Bash', 'No such'),
  input: inputs,
});
const inner = fc.oneof(
  { weight: 4, arbitrary: text },
  image,
  fc.constant<ContentBlock>({ type: 'tool_reference', tool_name: 'Read' }),
);
const content = fc.oneof(texts, fc.array(inner, { maxLength: 3 }), fc.constant(undefined));
const result = fc
  .record({ id: ids, content, error: fc.boolean() })
  .map(({ id, content: inside, error }): ContentBlock => ({
    type: 'tool_result',
    tool_use_id: id,
    ...(inside === undefined ? {} : { content: inside }),
    ...(error ? { is_error: true } : {}),
  }));
const strange = fc.constantFrom<ContentBlock>(
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
  {
    type: 'web_search_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: [{ type: 'web_search_result', title: 'T', url: 'u' }],
  },
  { type: 'compaction', content: 'summary' },
  { type: 'novelty', payload: { deep: [1] } },
  { type: 'text' },
  { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'doc' }, title: 't' },
);
const answer = fc.array(fc.oneof({ weight: 3, arbitrary: text }, { weight: 3, arbitrary: call }, thinking), {
  maxLength: 4,
});
const anything = fc.array(fc.oneof(text, call, thinking, result, image, strange), { maxLength: 3 });

export type Step =
  | { readonly do: 'human'; readonly content: readonly ContentBlock[] }
  | { readonly do: 'ask' }
  | {
      readonly do: 'answer';
      readonly content: readonly ContentBlock[];
      readonly split: boolean;
      readonly late: boolean;
    }
  | {
      readonly do: 'respond';
      readonly outcome: 'accepted' | 'refused' | 'unknown';
      readonly complete: boolean;
      readonly stop: string;
    }
  | { readonly do: 'results'; readonly content: readonly ContentBlock[]; readonly fitting: number }
  | { readonly do: 'attach'; readonly text: string; readonly about: number | null }
  | {
      readonly do: 'garbage';
      readonly role: 'user' | 'assistant';
      readonly content: readonly ContentBlock[];
      readonly audience: 'both' | 'model' | 'person' | 'nobody';
      readonly messageId: string | null;
    }
  | { readonly do: 'tombstone' | 'remove' | 'clear'; readonly target: number }
  | {
      readonly do: 'fold';
      readonly first: number;
      readonly length: number;
      readonly reset: boolean;
      readonly text: string;
    }
  | { readonly do: 'once'; readonly target: number; readonly scope: 'path' | 'session' }
  | { readonly do: 'epoch' }
  | { readonly do: 'rewind'; readonly target: number }
  | { readonly do: 'command' | 'interrupt' | 'start' | 'error' }
  | { readonly do: 'switch'; readonly to: number };

const number = fc.nat({ max: 50 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('human' as const),
      content: fc.array(fc.oneof({ weight: 4, arbitrary: text }, image), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 6, arbitrary: fc.constant<Step>({ do: 'ask' }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      content: answer,
      split: fc.boolean(),
      late: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('respond' as const),
      outcome: fc.constantFrom(
        'accepted' as const,
        'accepted' as const,
        'refused' as const,
        'unknown' as const,
      ),
      complete: fc.boolean(),
      stop: fc.constantFrom('end_turn', 'tool_use', 'pause_turn', 'max_tokens'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('results' as const),
      content: fc.array(result, { maxLength: 2 }),
      fitting: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('attach' as const), text: texts, about: fc.option(number) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('garbage' as const),
      role: fc.constantFrom('user' as const, 'assistant' as const),
      content: anything,
      audience: fc.constantFrom('both' as const, 'model' as const, 'person' as const, 'nobody' as const),
      messageId: fc.option(fc.constantFrom('msg_1', 'msg_2')),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('tombstone' as const, 'remove' as const, 'clear' as const),
      target: number,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fold' as const),
      first: number,
      length: fc.nat({ max: 8 }),
      reset: fc.boolean(),
      text: fc.constantFrom('summary', ''),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('once' as const),
      target: number,
      scope: fc.constantFrom('path' as const, 'session' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'epoch' }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rewind' as const), target: number }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Step>(
      { do: 'command' },
      { do: 'interrupt' },
      { do: 'start' },
      { do: 'error' },
    ),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch' as const), to: fc.nat({ max: 1 }) }) },
);

/** A session of up to `maxLength` steps; every one ends with a request. */
export const sessions = (maxLength: number): fc.Arbitrary<readonly Step[]> =>
  fc.array(step, { maxLength, size: 'max' }).map((steps): readonly Step[] => [...steps, { do: 'ask' }]);

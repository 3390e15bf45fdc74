/** The passes of SPEC 9.3, a case a line: a timeline in notation, and the shape of the body it assembles to. */
import { describe, expect, test } from 'vitest';
import {
  ANSWER_CUT,
  BETWEEN_ANSWERS,
  CONTINUATION,
  CONVERSATION_BEGINS,
  NEVER_RAN,
  NO_ANSWER_ASKED,
  PASSES,
  RESULT_LOST,
  type ContentBlock,
  type TimelineRecord,
  asReminder,
  parseNotation,
  profileOf,
  timelineOf,
} from '@leat/kernel';
import { assembled, head, shape } from './support/shape.ts';

const newest = { profile: profileOf('claude-sonnet-5-5') };

/** A timeline whose last record has other blocks. */
function withBlocks(notation: string, blocks: readonly ContentBlock[], changes: object = {}) {
  const records = [...parseNotation(notation).records];
  const last = records.pop();
  return timelineOf([...records, { ...last, content: blocks, ...changes } as TimelineRecord]); // a changed record of the same type
}

const signed: ContentBlock = { type: 'thinking', thinking: 'hm', signature: 'c2ln' };
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const image: ContentBlock = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/jpeg', data: png },
};
const say = (text: string): ContentBlock => ({ type: 'text', text });
const result = (id: string, content: readonly ContentBlock[], isError = false): ContentBlock => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...(isError ? { is_error: true } : {}),
});

test('the passes stand in one list in their order', () => {
  expect(PASSES.map((pass) => pass.name.split(' ')[0])).toEqual([
    'N0',
    'N1',
    'N3',
    'N4',
    'N6',
    'N7',
    'N8',
    'N9',
    'N10',
    'N11',
    'N12',
    'N13',
    'N14',
  ]);
});

describe('N0 leaves out', () => {
  test.each([
    [
      'what is for the person only, notices and synthetic errors',
      'u1 u2(person) sys1 a1(error) prog1(t1)',
      'user(u1)',
    ],
    ['nobody’s records, tombstoned ones', 'u1 u2(nobody) a1 void(a1)', 'user(u1)'],
    ['no local command', 'u1 sys1(local_command)', 'user(u1 [The person ran: sys1])'],
  ])('%s', (_what, notation, expected) => {
    expect(shape(notation)).toBe(expected);
  });
});

describe('N1 places', () => {
  test.each([
    [
      'what came during a stream behind the answer and its results',
      'u1 |Q1| u2 a1[t1] r1',
      'user(u1) assistant(a1 +t1) user(t1=r1 u2)',
    ],
    [
      'an attachment behind the result it is about',
      'u1 |Q1| a1[t1] r1 u2 att1(r1)',
      'user(u1) assistant(a1 +t1) user(t1=r1 att1 u2)',
    ],
    ['an attachment before the words it came with', 'u1 att1(u1)', 'user(att1 u1)'],
    [
      'an attachment about a sealed record where it came',
      'u1 |Q1| a1 u2 att1(u1)',
      'user(u1) assistant(a1) user(u2 att1)',
    ],
  ])('%s', (_what, notation, expected) => {
    expect(shape(notation)).toBe(expected);
  });
});

describe('N3 joins', () => {
  test.each([
    [
      'the parts of our round, results behind',
      'u1 |Q1| a1[t1] r1 a2[t2](round:Q1) r2',
      'user(u1) assistant(a1 +t1 a2 +t2) user(t1=r1 t2=r2)',
    ],
    [
      'one message id in an import',
      'u1 a1[t1](msg:m) r1 a2[t2](msg:m) r2 u2',
      'user(u1) assistant(a1 +t1 a2 +t2) user(t1=r1 t2=r2 u2)',
    ],
  ])('%s', (_what, notation, expected) => {
    expect(shape(notation)).toBe(expected);
  });

  test('no message id across a person’s words', () => {
    expect(shape('u1 a1(msg:m) u2 a2(msg:m) u3')).toBe(
      'user(u1) assistant(a1) user(u2) assistant(a2) user(u3)',
    );
  });
});

describe('N4, N8 merge users and part answers', () => {
  test.each([
    [
      'results first, in call order',
      'u1 |Q1| a1[t1,t2] u2 r2 r1',
      'user(u1) assistant(a1 +t1 +t2) user(t1=r1 t2=r2 u2)',
    ],
    [
      'a fixed text between two rounds',
      'u1 a1 a2 u2',
      `user(u1) assistant(a1) user(${BETWEEN_ANSWERS}) assistant(a2) user(u2)`,
    ],
  ])('%s', (_what, notation, expected) => {
    expect(shape(notation)).toBe(expected);
  });
});

describe('N6 thinking', () => {
  const answers = (blocks: readonly ContentBlock[], changes: object = {}) =>
    shape('', {
      timeline: timelineOf([
        ...withBlocks('u1 |Q1| a1', blocks, { model: 'claude-opus-5', ...changes }).records,
        ...next(),
      ]),
    });
  const next = () => [...parseNotation('u1 |Q1| a1 u2').records].slice(-1);

  test('stays before words', () => {
    expect(answers([signed, say('a')])).toBe('user(u1) assistant(~ a) user(u2)');
  });
  test.each([
    ['at the end of an answer', [say('a'), signed], {}],
    ['unsigned', [{ type: 'thinking', thinking: 'hm' } as ContentBlock, say('a')], {}],
    ['another vendor’s', [signed, say('a')], { model: 'gpt-9' }],
  ])('goes: %s', (_what, blocks, changes) => {
    expect(answers(blocks, changes)).toBe('user(u1) assistant(a) user(u2)');
  });
  test('alone goes with its message', () => {
    expect(answers([signed])).toBe('user(u1 u2)');
  });
  test('goes where its prefix is another, on a binding model only, with a notice', () => {
    const { records } = withBlocks('u1 |Q1| a1@claude-sonnet-5-5', [signed, say('a')], {
      prefixHash: 'other',
    });
    const lost = assembled('', { ...newest, timeline: timelineOf(records) });
    expect(lost.issues.map((issue) => issue.pass)).toEqual(['thinking']);
    expect(shape('', { timeline: timelineOf(records) })).toContain('assistant(~ a)');
  });
  test('an answer that holds any begins with it, where thinking is manual', () => {
    const { records } = withBlocks('u1 |Q1| a1@claude-opus-5', [say('a'), signed, say('b')]);
    expect(shape('', { timeline: timelineOf(records), profile: profileOf('claude-haiku-4-5') })).toContain(
      'assistant(a b)',
    );
  });
});

describe('N7 blank', () => {
  test('text goes, and an answer left empty', () => {
    expect(shape('', { timeline: withBlocks('u1', [say(' '), say('x')]) })).toBe('user(x)');
    expect(shape('u1 |Q1| a1(" ") u2')).toBe('user(u1 u2)');
  });

  // Each is white space for a server written in Python or for JavaScript; neither language knows all of them.
  test.each([
    '\u001c',
    '\u001d',
    '\u001e',
    '\u001f',
    '\u0085',
    '\u00a0',
    '\u1680',
    '\u2028',
    '\u3000',
    '\ufeff',
  ])('what either side calls white space is blank, and goes at the end of a pause: %j', (space) => {
    expect(shape('', { timeline: withBlocks('u1', [say(`${space}\n`), say('x')]) })).toBe('user(x)');
    const paused = withBlocks('u1 |Q1| a1', [say(`go on${space} ${space}`)], { stopReason: 'pause_turn' });
    expect(shape('', { timeline: paused })).toContain('assistant(go on)');
  });
});

describe('N14 the end of a segment', () => {
  test.each([
    ['from which an epoch took the last message', 'u1 |Q1| a1 u2 |Q2| E', 'user(u1) assistant(a1) user(u3)'],
    ['that an epoch emptied', 'u2 |Q1| E', 'user(u3)'],
    [
      'whose answer came all the same',
      'u1 |Q1| a1 u2 |Q2| a2 E',
      `user(u1) assistant(a1) user(${BETWEEN_ANSWERS}) assistant(a2) user(u3)`,
    ],
  ])('%s is closed by what follows', (_what, notation, expected) => {
    expect(shape(notation.replace('E', 'remove#1(u2) epoch(+#1) u3'))).toBe(expected);
  });

  test('is closed again where the next request has nothing to say', () => {
    expect(shape('u1 |Q1| a1 u2 |Q2| remove#1(u2) epoch(+#1)')).toBe(
      `user(u1) assistant(a1) user(${CONTINUATION})`,
    );
  });
});

describe('N9 pairs', () => {
  test.each([
    [
      'a recurring id gets another on the wire',
      'u1 |Q1| a1[t1] r1 |Q2| a2[t1] r2(t1)',
      'user(u1) assistant(a1 +t1) user(t1=r1) assistant(a2 +t1_2) user(t1_2=r2)',
    ],
    ['a result without a call becomes text', 'u1 r1', 'user(u1 [Late result of call t1: r1])'],
    [
      'of two results in the segment the last stays',
      'u1 |Q1| a1[t1] r1 r2(t1)',
      'user(u1) assistant(a1 +t1) user(t1=r2)',
    ],
    [
      'a later result for a sealed call becomes text',
      'u1 |Q1| a1[t1] r1 |Q2| a2 r2(t1)',
      'user(u1) assistant(a1 +t1) user(t1=r1) assistant(a2) user([Late result of call t1: r2])',
    ],
    [
      'a sealed call without a result gets a sentence',
      'u1 |Q1| a1[t1] |Q2| a2 u2',
      `user(u1) assistant(a1 +t1) user(t1!=${RESULT_LOST}) assistant(a2) user(u2)`,
    ],
    ['an open call is settled', 'u1 |Q1| a1[t1]', `user(u1) assistant(a1 +t1) user(t1!=${NEVER_RAN})`],
  ])('%s', (_what, notation, expected) => {
    expect(shape(notation)).toBe(expected);
  });

  test('an id that the wire can’t carry, and an input that is no object', () => {
    const call: ContentBlock = { type: 'tool_use', id: 'call:1|x', name: 'Read', input: 'text' };
    const { records } = withBlocks('u1 |Q1| a1', [call]);
    const { wire } = assembled('', { timeline: timelineOf(records) });
    const json = wire.open.blocks.map((block) => block.json).join('\n');
    expect(json).toMatch(/"id":"call_1_x_[0-9a-f]{12}","name":"Read","input":\{"_raw":"text"\}/);
    expect(new Set(wire.open.blocks.flatMap((block) => block.callId ?? []))).toHaveLength(1);
  });

  test('a number that does not round-trip stays as it was streamed', () => {
    const call: ContentBlock = {
      type: 'tool_use',
      id: 't1',
      name: 'Read',
      input: { n: 1e21 },
      inputText: '{"n":1000000000000000000000}',
    };
    const { records } = withBlocks('u1 |Q1| a1', [call]);
    expect(assembled('', { timeline: timelineOf(records) }).wire.open.blocks[0]?.json).toContain(
      '1000000000000000000000',
    );
  });
});

describe('N10 reminders', () => {
  const note = asReminder('n');
  const quoted = JSON.stringify(note);
  test('are the last text of the last result', () => {
    expect(shape(`u1 |Q1| a1[t1,t2] r1 r2 ctx1(${quoted})`)).toBe(
      `user(u1) assistant(a1 +t1 +t2) user(t1=r1 t2=r2+${note})`,
    );
  });
  test('stay a block of their own where there is no result', () => {
    expect(shape(`u1 ctx1(${quoted})`)).toBe(`user(u1 ${note})`);
  });
  test('go as a system message where the model takes one', () => {
    expect(shape(`u1 ctx1(${quoted}) |Q1| a1 u2`, newest)).toBe(
      `user(u1) system(${note}) assistant(a1) user(u2)`,
    );
    expect(shape(`u1 ctx1(${quoted}) |Q1| u2`, newest)).toBe(
      `user(u1) system(${note}) assistant(${NO_ANSWER_ASKED}) user(u2)`,
    );
  });
  test('a person’s own text is never taken for one', () => {
    expect(shape(`u1 u2(${quoted})`, newest)).toBe(`user(u1 ${note})`);
  });
});

describe('N11 to N13', () => {
  const after = (blocks: readonly ContentBlock[], input = {}) =>
    shape('', { timeline: withBlocks('u1 |Q1| a1[t1] r1', blocks), ...input });

  test('an image moves out of an error result', () => {
    expect(after([result('t1', [say('e'), image], true)])).toContain(
      'user(t1!=e [The following belongs to the failed call t1:] #)',
    );
  });
  test('an empty result gets a sentence', () => {
    expect(after([result('t1', [])])).toContain('user(t1=The tool ended without output.)');
  });
  test('the type of an image is what its bytes say', () => {
    const { wire } = assembled('', { timeline: withBlocks('u1', [image]) });
    expect(wire.open.blocks[0]?.json).toContain('"media_type":"image/png"');
  });
  test.each([
    [
      'without data',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } },
      'it has no data',
    ],
    [
      'at an address',
      { type: 'image', source: { type: 'url', url: 'https://x/y.png' } },
      'it is at https://x/y.png',
    ],
    [
      'that can’t be read',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      'it could not be read',
    ],
  ])('an image %s becomes a sentence and a notice', (_what, block, words) => {
    const done = assembled('', { timeline: withBlocks('u1', [block as ContentBlock]) }); // a broken block on purpose
    expect(done.wire.open.blocks[0]?.json).toContain(words);
    expect(done.issues.map((issue) => issue.pass)).toEqual(['media']);
  });
  test('more images than the model takes: the first ones stay', () => {
    const done = assembled('', {
      timeline: withBlocks(
        'u1',
        Array.from({ length: 102 }, () => image),
      ),
      profile: profileOf('claude-haiku-4-5'),
    });
    expect(done.wire.open.blocks.map((block) => block.type).filter((type) => type === 'image')).toHaveLength(
      100,
    );
  });
  test('unknown blocks become words, unknown keys go, lone surrogates are replaced', () => {
    const blocks = [
      { type: 'novelty', text: 'new' },
      { type: 'text', text: 'a\ud800b', citations: [] },
    ] as unknown as ContentBlock[]; // not ours
    const { wire } = assembled('', { timeline: withBlocks('u1', blocks) });
    expect(wire.open.blocks.map((block) => block.json)).toEqual([
      '{"type":"text","text":"[A block of type novelty: new]"}',
      '{"type":"text","text":"a\ufffdb"}',
    ]);
  });
  test('without tool definitions calls and results are told in words', () => {
    const bare = { head: { ...head, tools: [] } };
    expect(shape('u1 |Q1| a1[t1:Read] r1', bare)).toBe(
      'user(u1) assistant(a1 [Called Read with {"of":"t1"}]) user([Result of call t1: r1])',
    );
  });
  test('a blob leaves a gap of known length', () => {
    const blob: ContentBlock = {
      type: 'image',
      source: { type: 'blob', media_type: 'image/png', hash: 'h1', bytes: 100 },
    };
    const { wire } = assembled('', { timeline: withBlocks('u1', [say('a'), blob]) });
    expect(wire.open.blocks[1]?.blobs).toEqual([
      { at: 75, chunk: { blob: 'h1', mediaType: 'image/png', base64Bytes: 136 } },
    ]);
  });
});

describe('N14 closes', () => {
  test.each([
    ['nothing at all', '', `user(${CONTINUATION})`],
    ['an answer first', 'a1 u1', `user(${CONVERSATION_BEGINS}) assistant(a1) user(u1)`],
    ['an answer last', 'u1 |Q1| a1', `user(u1) assistant(a1) user(${CONTINUATION})`],
    ['a cut answer', 'u1 |Q1~| a1', `user(u1) assistant(a1) user(${ANSWER_CUT})`],
  ])('%s', (_what, notation, expected) => {
    expect(shape(notation)).toBe(expected);
  });
});

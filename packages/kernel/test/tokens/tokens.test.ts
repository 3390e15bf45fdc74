/** Counting, calibration and the lines (SPEC 8.0). */
import { describe, expect, test } from 'vitest';
import {
  NO_CALIBRATION,
  type Usage,
  type UsageFigure,
  assemble,
  calibrate,
  calibratedTokens,
  contextOf,
  contextTokens,
  estimateBlock,
  estimateText,
  imagePixels,
  imageTokens,
  linesOf,
  parseNotation,
  pdfPages,
  profileOf,
  shapeOf,
  totalTokens,
  utf8Bytes,
} from '@leat/kernel';
import { digest } from '../assembly/support/digest.ts';
import { head } from '../assembly/support/shape.ts';

const prose = 'The channel carries water to the wheel, and the wheel turns the stone that grinds the corn. ';
const code =
  'export const total = (a: number[]): number => { let s = 0; for (const n of a) { s += n; } return s; };\n';
const json = JSON.stringify([
  { id: 1, name: 'a', tags: ['x', 'y'], on: true },
  { id: 2, name: 'b', tags: [], on: false },
]);
const base64 = 'QmFzZTY0IGlzIG5vdCBwcm9zZSBhbmQgY29zdHMgbXVjaCBtb3JlIHRva2VucyBwZXIgY2hhcmFjdGVyIHRoYW4gaXQ=';

describe('an estimate', () => {
  test.each([
    [prose, 'prose'],
    [code, 'code'],
    [json, 'json'],
    [base64, 'dense'],
  ])('knows what it counts: %s', (text, kind) => {
    expect(shapeOf(text).kind).toBe(kind);
  });
  test.each(['old', 'new'] as const)('rises from prose to base64 for equal length (%s)', (family) => {
    const per = [prose, code, json, base64].map(
      (text) => totalTokens(estimateText(text.repeat(20), family)) / text.length,
    );
    expect(per.toSorted((a, b) => a - b)).toEqual(per);
  });
  test('counts about a token for each character of wide scripts', () => {
    expect(totalTokens(estimateText('水車を回す水の道', 'new'))).toBeGreaterThanOrEqual(8);
  });
  test('adds up block by block, whatever stands in a result', () => {
    const result = {
      type: 'tool_result',
      tool_use_id: 't',
      content: [{ type: 'text', text: prose }],
    } as const;
    expect(totalTokens(estimateBlock(result, 'new'))).toBeGreaterThan(
      totalTokens(estimateText(prose, 'new')),
    );
    expect(totalTokens(estimateBlock({ type: 'tool_result', tool_use_id: 't' }, 'new'))).toBe(8);
  });
  test('counts images by area up to a cap', () => {
    expect(imageTokens({ width: 280, height: 280 }, 'new')).toBe(100);
    expect(imageTokens({ width: 8000, height: 8000 }, 'old')).toBe(1568);
    expect(imageTokens(null, 'new')).toBe(4784);
  });
  test('reads the size of an image and the pages of a PDF', () => {
    const gif = Buffer.from([...Buffer.from('GIF89a'), 44, 1, 200, 0, 0, 0]).toString('base64');
    expect(imagePixels(gif)).toEqual({ width: 300, height: 200 });
    const jpeg = Buffer.from([
      0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 50, 0, 60, 3, 0, 0,
    ]).toString('base64');
    expect(imagePixels(jpeg)).toEqual({ width: 60, height: 50 });
    expect(imagePixels('AAAA')).toBeNull();
    const pdf = Buffer.from('%PDF-1.4 /Type /Pages /Type /Page /Type/Page endobj').toString('base64');
    expect(pdfPages({ type: 'base64', media_type: 'application/pdf', data: pdf })).toBe(2);
  });
  test.each(['ascii', 'añb', '你好', '👋 hi', 'lone \ud800 x', '\udc00'])(
    'counts the bytes of %j as UTF-8 does',
    (text) => {
      expect(utf8Bytes(text)).toBe(Buffer.byteLength(text));
    },
  );
});

describe('calibration', () => {
  const estimate = { prose: 1_000, code: 3_000 };
  test('moves towards what was billed and comes to rest there', () => {
    let state = NO_CALIBRATION;
    for (let n = 0; n < 40; n++) state = calibrate(state, 4_400, estimate);
    expect(calibratedTokens(estimate, state)).toBeCloseTo(4_400, -2);
  });
  test('never falls below the floor, never runs away', () => {
    let low = NO_CALIBRATION;
    let high = NO_CALIBRATION;
    for (let n = 0; n < 100; n++) {
      low = calibrate(low, 1, estimate);
      high = calibrate(high, 1_000_000, estimate);
    }
    expect(calibratedTokens(estimate, low)).toBe(2_800);
    expect(calibratedTokens(estimate, high)).toBe(8_000);
  });
  test('learns nothing from a figure that is none, or from a tiny request', () => {
    expect(calibrate(NO_CALIBRATION, 0, estimate)).toBe(NO_CALIBRATION);
    expect(calibrate(NO_CALIBRATION, 500, { prose: 10 })).toBe(NO_CALIBRATION);
  });
});

describe('lines', () => {
  test('of a window of 200,000 are those of the specification', () => {
    expect(linesOf(profileOf('claude-haiku-4-5'))).toMatchObject({
      reserve: 20_000,
      effective: 180_000,
      scale: 1,
      warning: 147_000,
      auto: 167_000,
      commit: 162_000,
      emergency: 171_000,
      blocking: 177_000,
    });
  });
  test('stay absolute above it and scale below it', () => {
    expect(linesOf(profileOf('claude-sonnet-5-5'))).toMatchObject({
      effective: 980_000,
      auto: 967_000,
      blocking: 977_000,
    });
    expect(linesOf(profileOf('claude-sonnet-5-5'), 100_000)).toMatchObject({
      window: 100_000,
      reserve: 12_500,
      auto: 81_180,
    });
  });
  test('rise with the window', () => {
    const profile = { windowTokens: 0, outputTokensMax: 128_000 };
    let before = linesOf({ ...profile, windowTokens: 4_000 });
    for (let windowTokens = 8_000; windowTokens <= 400_000; windowTokens += 4_000) {
      const now = linesOf({ ...profile, windowTokens });
      for (const line of ['warning', 'auto', 'commit', 'emergency', 'blocking'] as const)
        expect(now[line]).toBeGreaterThan(before[line]);
      before = now;
    }
  });
});

describe('the context', () => {
  const usage = (input: number): Usage => ({
    input,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    output: 100,
  });
  const figure = (more: Partial<UsageFigure> = {}): UsageFigure => ({
    usage: usage(1_000),
    estimatedTokens: 900,
    answerTokens: 80,
    before: null,
    ...more,
  });
  test.each([
    ['the last figure and what came since', figure(), 1_500, 1_620, 'usage', null],
    ['the estimate before the first figure', null, 1_500, 1_500, 'estimate', 'none_yet'],
    ['the estimate after a switch', 'switched' as const, 1_500, 1_500, 'estimate', 'switched'],
    [
      'the estimate where the figure is above the window',
      figure({ usage: usage(300_000) }),
      1_500,
      1_500,
      'estimate',
      'above_window',
    ],
    [
      'the estimate where the figure jumped',
      figure({ usage: usage(90_000), before: { tokens: 1_000, estimatedTokens: 800 } }),
      1_500,
      1_500,
      'estimate',
      'jumped',
    ],
    ['less where an epoch freed some', figure(), 500, 620, 'usage', null],
  ] as const)('is %s', (_what, from, estimate, tokens, by, distrust) => {
    expect(contextTokens(from, estimate, 200_000)).toEqual({ tokens, by, distrust });
  });

  test('of a path is told from its records', () => {
    const profile = profileOf('claude-haiku-4-5');
    const count = (notation: string) => {
      const { timeline, wire } = assemble({ timeline: parseNotation(notation), head, profile, digest });
      return contextOf(timeline, wire);
    };
    expect(count('u1').distrust).toBe('none_yet');
    expect(count('u1 |Q1| a1 u2').by).toBe('estimate');
  });
});

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { placesOf, replacePlaces } from '../../src/edit/replacement.ts';
import { toLf } from '../../src/text/line-ends.ts';
import { decodeText, encodeText } from '../../src/text/encoding.ts';

const runs = Number(process.env['LEAT_RUNS'] ?? 2_000);
/** Texts of few letters and all kinds of line ends, so that matches, overlaps and borders come up often. */
const text = fc
  .array(fc.constantFrom('a', 'b', '\n', '\r\n', '\r', '🙂', ' '), { maxLength: 40 })
  .map((parts) => parts.join(''));

it('a replacement is that of the text with LF ends, and every byte outside the places stays', () => {
  fc.assert(
    fc.property(text, text, text, (before, wanted, replacement) => {
      const places = placesOf(before, wanted);
      const made = replacePlaces(before, places, replacement);
      const needle = toLf(wanted);
      const expected = needle === '' ? toLf(before) : toLf(before).split(needle).join(toLf(replacement));
      // A carriage return that is left in front of a line feed makes an end of its own; such texts prove nothing.
      fc.pre(!/\r/.test(before.replaceAll('\r\n', '')) && !/\r/.test(replacement.replaceAll('\r\n', '')));
      expect(toLf(made.text)).toBe(expected);
      expect(outside(made.text, made.places)).toEqual(outside(before, places));
    }),
    { numRuns: runs },
  );
});

it('replacing text by itself changes no byte', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (before, from, length) => {
      const lf = toLf(before);
      const wanted = lf.slice(from % (lf.length + 1), (from % (lf.length + 1)) + (length % 10));
      const made = replacePlaces(before, placesOf(before, wanted), wanted);
      expect(made.text).toBe(before);
    }),
    { numRuns: runs },
  );
});

it('new lines in a text of one kind of line end have that kind', () => {
  fc.assert(
    fc.property(text, text, text, fc.constantFrom('\n', '\r\n'), (before, wanted, replacement, end) => {
      const clean = (value: string) => toLf(value).replaceAll('\r', '');
      const file = clean(before).replaceAll('\n', end);
      fc.pre(file.includes(end));
      const made = replacePlaces(file, placesOf(file, clean(wanted)), clean(replacement)).text;
      expect(made).toBe(toLf(made).replaceAll('\n', end));
    }),
    { numRuns: runs },
  );
});

it('bytes survive decoding and encoding', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 60 }),
      fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]),
      (body, mark) => {
        const bytes = Uint8Array.from([...mark, ...body]);
        const decoded = decodeText(bytes);
        fc.pre(decoded !== null);
        const encoded = encodeText(decoded.text, decoded.encoding, decoded.bom);
        expect('bytes' in encoded && Buffer.from(encoded.bytes).equals(Buffer.from(bytes))).toBe(true);
      },
    ),
    { numRuns: runs },
  );
});

function outside(
  whole: string,
  places: readonly { readonly start: number; readonly end: number }[],
): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (const place of places) {
    parts.push(whole.slice(from, place.start));
    from = place.end;
  }
  return [...parts, whole.slice(from)];
}

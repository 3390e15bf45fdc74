/** Strings that every server can read: a lone surrogate makes a whole body invalid JSON (API-CONTRACT A3). */

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** The text with each lone surrogate replaced by U+FFFD. */
export const wellFormed = (text: string): string => text.replace(LONE_SURROGATE, '\uFFFD');

/** Every string inside a JSON value made well-formed, keys too; the same value where nothing had to change. */
export const wellFormedValue = (value: unknown): unknown => {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(wellFormedValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [wellFormed(key), wellFormedValue(inner)]),
  );
};

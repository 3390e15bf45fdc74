/**
 * White space as either side of the wire knows it: JavaScript's own, and what a server written in Python strips besides
 * (U+001C to U+001F, U+0085). What only one of the two calls blank would be refused by the other (API-CONTRACT C12, C14).
 */
const INK = /[^\s\u001c-\u001f\u0085]/;

/** Whether a text holds nothing but white space, or nothing at all. */
export const isBlankText = (text: string): boolean => !INK.test(text);

/** A text without the white space at its end. Looks at each character once, however much space stands inside. */
export function withoutEndSpace(text: string): string {
  let end = text.length;
  while (end > 0 && !INK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Line ends: what a text has, and giving new text the ends that stand around it. A lone carriage return is an ordinary character. */

/** `none` where the text has no line end. */
export type LineEnds = 'lf' | 'crlf' | 'mixed' | 'none';

/** Which line ends a text has. */
export function lineEndsOf(text: string): LineEnds {
  let lf = false;
  let crlf = false;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (at > 0 && text[at - 1] === '\r') crlf = true;
    else lf = true;
    if (lf && crlf) return 'mixed';
  }
  return crlf ? 'crlf' : lf ? 'lf' : 'none';
}

/** CRLF becomes LF. */
export function toLf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** LF becomes CRLF; a CRLF stays one. */
export function toCrlf(text: string): string {
  return toLf(text).replaceAll('\n', '\r\n');
}

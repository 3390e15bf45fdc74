/** Bytes of a server-sent event, in the usual framing and in every odd one that the format allows. */

import type { ServerEvent } from './events.ts';

/** How events are written. All but `plain` are legal and rare. */
export const FRAMINGS = [
  'plain',
  'crlf',
  'cr',
  'no-space',
  'comments',
  'id-and-retry',
  'data-lines',
  'event-last',
  'bom',
] as const;

/** A name of `FRAMINGS`. */
export type Framing = (typeof FRAMINGS)[number];

/** The text of one event. `first` is true for the first of a stream. */
export function frameOf(event: ServerEvent, framing: Framing = 'plain', first = false): string {
  const data = JSON.stringify(event.data);
  switch (framing) {
    case 'plain':
      return `event: ${event.event}\ndata: ${data}\n\n`;
    case 'crlf':
      return `event: ${event.event}\r\ndata: ${data}\r\n\r\n`;
    case 'cr':
      return `event: ${event.event}\rdata: ${data}\r\r`;
    case 'no-space':
      return `event:${event.event}\ndata:${data}\n\n`;
    case 'comments':
      return `: keep alive\n\nevent: ${event.event}\n: between\ndata: ${data}\n\n`;
    case 'id-and-retry':
      return `id: 1\nretry: 1000\nevent: ${event.event}\ndata: ${data}\nunknown: field\n\n`;
    case 'data-lines':
      return `event: ${event.event}\n${dataLines(event)}\n\n`;
    case 'event-last':
      return `data: ${data}\nevent: ${event.event}\n\n`;
    case 'bom':
      return `${first ? '\uFEFF' : ''}event: ${event.event}\ndata: ${data}\n\n`;
  }
}

/** The data over several lines, which a reader joins with line feeds: still the same JSON. */
const dataLines = (event: ServerEvent): string =>
  JSON.stringify(event.data, null, 1)
    .split('\n')
    .map((line) => `data: ${line}`)
    .join('\n');

export { PING, errorEvent, eventsOf, messageJson } from './events.ts';
export type { ReadyMessage, ServerEvent } from './events.ts';
export { FRAMINGS, frameOf } from './frame.ts';
export type { Framing } from './frame.ts';

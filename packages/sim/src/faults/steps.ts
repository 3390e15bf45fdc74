/**
 * A response as a list of steps: bytes to write, waits, and how it ends. Faults rewrite the list, so that what goes
 * wrong is decided before the first byte is sent, and can be looked at without a socket.
 *
 *     events → frames → (event faults) → bytes → (byte faults) → steps
 */

import type { Random } from '../clock/random.ts';
import { PING, errorEvent, frameOf } from '../stream/index.ts';
import type { Framing, ServerEvent } from '../stream/index.ts';
import type { Fault, Place } from './fault.ts';
import { streamErrorWords } from './reply.ts';

/** How a response ends: whole, by closing the socket in the middle, or by a reset. */
export type Ending = 'end' | 'close' | 'reset';

/** One thing to do. */
export type Step =
  | { readonly do: 'write'; readonly bytes: Buffer }
  | { readonly do: 'wait'; readonly ms: number; readonly pings: boolean }
  | { readonly do: 'finish'; readonly how: Ending };

/** Bytes of a ping, for waits that send them. */
export const PING_BYTES = Buffer.from(frameOf(PING));

/** Milliseconds between pings of a wait. */
export const PING_EVERY_MS = 5_000;

/** The steps of an event stream. `paceMs` waits between events. */
export function streamSteps(
  events: readonly ServerEvent[],
  faults: readonly Fault[],
  options: { readonly random: Random; readonly requestId: string; readonly paceMs?: number },
): Step[] {
  const duplicated = faults.reduce(duplicate, events);
  const framing = faults.findLast((fault) => fault.kind === 'framing')?.style ?? 'plain';
  const steps = duplicated.map((event, index): Step => ({
    do: 'write',
    bytes: frame(event, framing, index),
  }));
  for (const fault of faults) {
    const at = 'at' in fault && fault.at !== undefined ? fault.at : { event: 2 };
    if (fault.kind !== 'stream-error') continue;
    const { type, message } = streamErrorWords(fault);
    const error = frame(errorEvent(type, message, options.requestId), framing, 1);
    cutAt(steps, duplicated, at, [
      { do: 'write', bytes: error },
      { do: 'finish', how: 'end' },
    ]);
  }
  placeFaults(steps, duplicated, faults);
  return chunked(paced(steps, options.paceMs ?? 0), faults, options.random);
}

/** The steps of a body that is sent in one piece. */
export function bodySteps(body: Buffer, faults: readonly Fault[], random: Random): Step[] {
  const steps: Step[] = [{ do: 'write', bytes: body }];
  const inBody = faults.map((fault): Fault => {
    if (fault.kind !== 'cut' && fault.kind !== 'stall' && fault.kind !== 'garbage') return fault;
    const byte = fault.at !== undefined && 'byte' in fault.at ? fault.at.byte : Math.floor(body.length / 2);
    return { ...fault, at: { byte } };
  });
  placeFaults(steps, [], inBody);
  return chunked(steps, faults, random);
}

/** Whether any of the faults keeps a response from arriving whole. */
export const breaksOff = (faults: readonly Fault[]): boolean =>
  faults.some(
    (fault) =>
      fault.kind === 'cut' ||
      fault.kind === 'stream-error' ||
      fault.kind === 'error' ||
      (fault.kind === 'stall' && fault.after === 'cut'),
  );

function placeFaults(steps: Step[], events: readonly ServerEvent[], faults: readonly Fault[]): void {
  for (const fault of faults) {
    const at = 'at' in fault && fault.at !== undefined ? fault.at : { event: 2 };
    if (fault.kind === 'garbage') {
      const text = fault.text ?? 'data: {"type": "content_block_delta", "index": \n\n';
      insertAt(steps, events, at, [{ do: 'write', bytes: Buffer.from(text) }]);
    } else if (fault.kind === 'stall') {
      const wait: Step = { do: 'wait', ms: fault.ms, pings: fault.pings ?? false };
      if (fault.after === 'cut') cutAt(steps, events, at, [wait, { do: 'finish', how: 'close' }]);
      else insertAt(steps, events, at, [wait]);
    } else if (fault.kind === 'cut') {
      cutAt(steps, events, at, [{ do: 'finish', how: fault.how ?? 'close' }]);
    }
  }
}

function duplicate(events: readonly ServerEvent[], fault: Fault): readonly ServerEvent[] {
  if (fault.kind !== 'duplicate') return events;
  return events.flatMap((event) =>
    fault.event === undefined || fault.event === event.event ? [event, event] : [event],
  );
}

const frame = (event: ServerEvent, framing: Framing, index: number): Buffer =>
  Buffer.from(frameOf(event, framing, index === 0));

/** Puts steps at a place, splitting the bytes that stand there. */
function insertAt(steps: Step[], events: readonly ServerEvent[], at: Place, added: readonly Step[]): void {
  const { index, offset } = locate(steps, events, at);
  const there = steps[index];
  if (there?.do !== 'write' || offset === 0) {
    steps.splice(index, 0, ...added);
    return;
  }
  const head: Step = { do: 'write', bytes: there.bytes.subarray(0, offset) };
  const tail: Step = { do: 'write', bytes: there.bytes.subarray(offset) };
  steps.splice(index, 1, head, ...added, tail);
}

/** Puts steps at a place and drops everything behind it. */
function cutAt(steps: Step[], events: readonly ServerEvent[], at: Place, ending: readonly Step[]): void {
  const { index, offset } = locate(steps, events, at);
  const there = steps[index];
  const head: Step[] =
    there?.do === 'write' && offset > 0 ? [{ do: 'write', bytes: there.bytes.subarray(0, offset) }] : [];
  steps.splice(index, steps.length, ...head, ...ending);
}

/** Step and byte of a place. A place behind the end, or one that does not occur, is before the last event. */
function locate(steps: readonly Step[], events: readonly ServerEvent[], at: Place) {
  if ('byte' in at) return locateByte(steps, at.byte);
  const last = Math.max(0, events.length - 1);
  if ('event' in at) return { index: Math.min(at.event, last), offset: 0 };
  const index = events.findIndex((event) => isInside(event, at.inside));
  const there = index === -1 ? undefined : steps[index];
  if (there?.do !== 'write') return { index: last, offset: 0 };
  return { index, offset: Math.ceil(there.bytes.length * 0.8) };
}

function locateByte(steps: readonly Step[], byte: number) {
  let before = 0;
  for (const [index, step] of steps.entries()) {
    if (step.do !== 'write') continue;
    if (byte < before + step.bytes.length) return { index, offset: byte - before };
    before += step.bytes.length;
  }
  return { index: Math.max(0, steps.length - 1), offset: 0 };
}

const DELTA_OF = { tool_json: 'partial_json', text: 'text', thinking: 'thinking' } as const;

function isInside(event: ServerEvent, inside: keyof typeof DELTA_OF): boolean {
  const delta = event.data['delta'];
  if (typeof delta !== 'object' || delta === null) return false;
  const text: unknown = Object.getOwnPropertyDescriptor(delta, DELTA_OF[inside])?.value;
  return typeof text === 'string' && text !== '';
}

function paced(steps: readonly Step[], paceMs: number): readonly Step[] {
  if (paceMs <= 0) return steps;
  return steps.flatMap((step, index): Step[] =>
    index === 0 ? [step] : [{ do: 'wait', ms: paceMs, pings: false }, step],
  );
}

/** Cuts or joins the bytes as the last `chunks` or `drip` fault says. */
function chunked(steps: readonly Step[], faults: readonly Fault[], random: Random): Step[] {
  const drip = faults.findLast((fault) => fault.kind === 'drip');
  const style = faults.findLast((fault) => fault.kind === 'chunks')?.style;
  const size = drip === undefined ? null : (drip.bytes ?? 16);
  if (style === 'joined') return joined(steps);
  if (size === null && style === undefined) return [...steps];
  return steps.flatMap((step): Step[] => {
    if (step.do !== 'write') return [step];
    const pieces = size === null ? pieceBytes(step.bytes, style, random) : piecesOfSize(step.bytes, size);
    const pause: Step[] = drip === undefined ? [] : [{ do: 'wait', ms: drip.ms ?? 10, pings: false }];
    return pieces.flatMap((bytes): Step[] => [{ do: 'write', bytes }, ...pause]);
  });
}

function joined(steps: readonly Step[]): Step[] {
  const out: Step[] = [];
  for (const step of steps) {
    const last = out.at(-1);
    if (step.do === 'write' && last?.do === 'write') {
      out[out.length - 1] = { do: 'write', bytes: Buffer.concat([last.bytes, step.bytes]) };
    } else out.push(step);
  }
  return out;
}

function piecesOfSize(bytes: Buffer, size: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}

function pieceBytes(bytes: Buffer, style: string | undefined, random: Random): Buffer[] {
  if (style === 'single-bytes') return piecesOfSize(bytes, 1);
  const cuts = [...bytes.keys()].filter((index) =>
    style === 'split-characters' ? ((bytes[index] ?? 0) & 0xc0) === 0x80 : random() < 0.1,
  );
  return [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index] ?? bytes.length));
}

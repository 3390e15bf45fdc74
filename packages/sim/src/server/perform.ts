/** Carries out the steps of a response on a socket, with back-pressure, until they end or the client is gone. */

import type { ServerResponse } from 'node:http';
import type { Clock } from '../clock/clock.ts';
import { PING_BYTES, PING_EVERY_MS } from '../faults/index.ts';
import type { Ending, Step } from '../faults/index.ts';

/** How it went: all written, broken off by a step, or left by the client. */
export type Delivery = 'whole' | 'cut' | 'aborted';

/** What carrying out needs. */
export interface Stage {
  readonly response: ServerResponse;
  readonly clock: Clock;
  /** Aborts when the client goes away. */
  readonly gone: AbortSignal;
  /** Called once, when the first byte is on its way. */
  readonly onFirstByte: () => void;
  /** Each write goes out on its own, for faults that are about where chunks end. */
  readonly apart: boolean;
}

/** Writes that may stand in one go before the loop lets others run. */
const WRITES_PER_TURN = 64;

/** Real time between the last byte and a reset, in ms. */
const RESET_GAP_MS = 30;

/** See the file header. Headers must have been set. */
export async function perform(steps: readonly Step[], stage: Stage): Promise<Delivery> {
  const { response, gone } = stage;
  let began = false;
  let writes = 0;
  response.cork();
  for (const step of steps) {
    if (gone.aborted) return 'aborted';
    if (step.do === 'finish') return await finish(step.how, began, stage);
    if (step.do === 'wait') {
      response.uncork();
      response.flushHeaders();
      await waitWith(step.ms, step.pings, stage);
      response.cork();
      continue;
    }
    if (!began) stage.onFirstByte();
    began = true;
    const isFull = !response.write(step.bytes);
    const isDue = ++writes % WRITES_PER_TURN === 0;
    if (!isFull && !isDue && !stage.apart) continue;
    response.uncork();
    if (isFull) await drained(response, gone);
    else await nextTurn();
    response.cork();
  }
  if (gone.aborted) return 'aborted';
  return await finish('end', true, stage);
}

async function finish(how: Ending, began: boolean, stage: Stage): Promise<Delivery> {
  const { response, gone } = stage;
  if (how === 'end') {
    response.uncork();
    response.end();
    await closed(response, gone);
    return gone.aborted ? 'aborted' : 'whole';
  }
  if (began) await flushed(response, gone);
  const { socket } = response;
  if (how === 'reset') {
    // A reset overtakes what the client has not read yet, and then looks like an ordinary end.
    if (began) await new Promise((resolve) => setTimeout(resolve, RESET_GAP_MS));
    socket?.resetAndDestroy();
  } else {
    if (!began) response.flushHeaders();
    response.uncork();
    socket?.end();
    socket?.destroySoon();
  }
  return 'cut';
}

async function waitWith(ms: number, pings: boolean, stage: Stage): Promise<void> {
  const { clock, gone, response } = stage;
  const until = clock.now() + ms;
  while (clock.now() < until && !gone.aborted) {
    const left = until - clock.now();
    await clock.wait(pings ? Math.min(left, PING_EVERY_MS) : left, gone);
    if (pings && !gone.aborted && clock.now() < until) response.write(PING_BYTES);
  }
}

/** Resolves when everything written is with the system, or the client is gone. */
function flushed(response: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (gone.aborted) return resolve();
    gone.addEventListener('abort', () => resolve(), { once: true });
    response.write('', () => resolve());
    response.uncork();
  });
}

function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (gone.aborted || !response.writableNeedDrain) return resolve();
    const done = () => {
      response.off('drain', done);
      gone.removeEventListener('abort', done);
      resolve();
    };
    response.on('drain', done);
    gone.addEventListener('abort', done);
  });
}

/** Resolves when the last byte is with the system, or the client is gone. */
function closed(response: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (response.writableFinished || gone.aborted) return resolve();
    const done = () => resolve();
    response.once('finish', done);
    gone.addEventListener('abort', done, { once: true });
  });
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

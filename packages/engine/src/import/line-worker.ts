/** Parses very long lines off the main thread (SPEC 5: foreign lines of 100 MB; SPEC 10: nothing above 50 ms on it). */
import { Worker } from 'node:worker_threads';

const SOURCE = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', (bytes) => {
  try {
    parentPort.postMessage({ value: JSON.parse(Buffer.from(bytes).toString('utf8')) });
  } catch (error) {
    parentPort.postMessage({ error: String(error) });
  }
});`;

export interface LineParser {
  /** The value of the JSON text, or undefined where it is none. */
  parse(bytes: Uint8Array): Promise<unknown>;
  close(): Promise<void>;
}

/** The worker starts with the first line and takes one line at a time. */
export function lineParser(): LineParser {
  let worker: Worker | null = null;
  return {
    parse: (bytes) => {
      const running = (worker ??= new Worker(SOURCE, { eval: true }));
      return new Promise((resolve, reject) => {
        running.once('error', reject);
        running.once('message', (answer: { value?: unknown; error?: string }) => {
          running.off('error', reject);
          resolve(answer.error === undefined ? answer.value : undefined);
        });
        const copy = new Uint8Array(bytes); // one copy, which then moves to the worker
        running.postMessage(copy, [copy.buffer]);
      });
    },
    close: async () => {
      await worker?.terminate();
      worker = null;
    },
  };
}

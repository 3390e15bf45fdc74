/**
 * Messages that a server promises never to change. An agent sends its whole history with every request; what hangs on
 * a settled message alone (its view, its hashes, that its strings are well formed) is found once. Bodies that nobody
 * settled, e.g. those that a test edits, are looked at anew each time.
 */

const settled = new WeakSet<object>();

/** Promises that these objects never change. They must come from a body that the contract has accepted. */
export function settle(messages: readonly object[]): void {
  for (const message of messages) settled.add(message);
}

/** Whether the value is an object that was settled. */
export function isSettled(value: unknown): value is object {
  return typeof value === 'object' && value !== null && settled.has(value);
}

/** What must hold of every session, whatever happened in it. */
import { isToolResult, isToolUse, type ContentBlock, type TimelineRecord } from '@leat/kernel';
import { expect } from 'vitest';
import type { SentRequest } from './scripted-provider.ts';
import type { World } from './world.ts';

/** Each call of each request has exactly one result, first in the next user message; roles alternate (I4, I7). */
export const expectValid = ({ body }: SentRequest): void => {
  const { messages } = body;
  expect(messages[0]?.role).toBe('user');
  // Reminders go as system messages, behind a user message, where the model takes them.
  expect(['user', 'system']).toContain(messages.at(-1)?.role);
  for (const [at, message] of messages.entries()) {
    expect(message.content.length, `message ${at} is not empty`).toBeGreaterThan(0);
    if (at > 0) expect(message.role, `message ${at}`).not.toBe(messages[at - 1]?.role);
    const calls = message.content.filter(isToolUse).map((block) => block.id);
    const next = messages[at + 1]?.content ?? [];
    const results = next.slice(0, calls.length).filter(isToolResult);
    expect(results.map((block) => block.tool_use_id).toSorted()).toEqual(calls.toSorted());
    expect(next.filter(isToolResult)).toHaveLength(calls.length);
  }
};

/** No call ran before its tool_use, its permission and its start were on disk (I8, INV-06); none ran twice. */
const expectRecordedFirst = (ran: readonly string[], stored: readonly TimelineRecord[]): void => {
  const started = ran.filter((line) => line.endsWith('+')).map((line) => line.slice(0, -1));
  for (const id of started) {
    const control = (kind: string): number =>
      stored.findIndex(
        (record) =>
          record.type === 'control' &&
          record.control.kind === kind &&
          (record.control as { readonly toolUseId?: string }).toolUseId === id, // the controls asked for have one
      );
    const call = stored.findIndex(
      (record) =>
        record.type === 'assistant' && record.content.some((block) => isToolUse(block) && block.id === id),
    );
    expect(call, `${id} is on disk`).toBeGreaterThanOrEqual(0);
    expect(control('permission')).toBeGreaterThan(call);
    expect(control('tool_started')).toBeGreaterThan(control('permission'));
  }
};

/**
 * Each request begins with what the one before it sent, without cache_control, unless an epoch stands between them (9.2).
 * `stored`: the records of the session, one `request` among them for each that was sent.
 */
const expectPrefixLaw = (sent: readonly SentRequest[], stored: readonly TimelineRecord[]): void => {
  const epochs = stored.flatMap((record) => (record.type === 'request' ? [record.epoch] : []));
  expect(epochs).toHaveLength(sent.length);
  const canonical = sent.map(({ body }) => ({
    front: JSON.stringify([body['tools'], strip(body['system'])]),
    blocks: body.messages.flatMap(({ role, content }) =>
      content.map((block) => `${role} ${JSON.stringify(strip(block))}`),
    ),
  }));
  for (const [at, request] of canonical.entries()) {
    const before = canonical[at - 1];
    if (before === undefined || epochs[at] !== epochs[at - 1]) continue;
    expect(request.front).toBe(before.front);
    expect(request.blocks.slice(0, before.blocks.length), `request ${at + 1}`).toEqual(before.blocks);
  }
};

const strip = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  const { cache_control: _marker, ...rest } = value as ContentBlock & { readonly cache_control?: unknown }; // only that key is looked at
  return rest;
};

/** All of it. */
export const expectLaws = (world: World): void => {
  for (const request of world.provider.sent) expectValid(request);
  expectPrefixLaw(world.provider.sent, world.stored);
  expectRecordedFirst(world.trace.lines, world.stored);
};

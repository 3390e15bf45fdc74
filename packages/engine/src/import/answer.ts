/** An `assistant` line: a part of an answer, or the words that an agent put in the model's place (never sent back). */
import type { AssistantRecord } from '@leat/kernel';
import { isText } from '@leat/kernel';
import { blocksOf } from './blocks.ts';
import { isObject, type Json, messageOf, text } from './foreign.ts';

type NewAnswer = Omit<AssistantRecord, 'uuid' | 'parentUuid' | 'timestamp'>;

export function answerOf(value: Json): NewAnswer {
  const message = messageOf(value);
  const content = blocksOf(message.content);
  const model = text(message.model) ?? '';
  const messageId = text(message.id);
  const stopReason = text(message.stop_reason);
  const common = { type: 'assistant', round: null, content } as const;
  if (model === '<synthetic>' || value.isApiErrorMessage === true) {
    const words = content
      .filter(isText)
      .map((block) => block.text)
      .join('\n');
    const kind = text(value.error) ?? 'imported';
    return { ...common, model: '<synthetic>', audience: 'person', error: { kind, message: words } };
  }
  return {
    ...common,
    model,
    audience: value.isVisibleInTranscriptOnly === true ? 'nobody' : 'both',
    ...(messageId === null ? {} : { messageId }),
    ...(stopReason === null ? {} : { stopReason }),
  };
}

/** What an answer cost the agent that recorded it, as its server said. */
export interface ImportedUsage {
  readonly messageId: string;
  readonly model: string;
  readonly requestId: string | null;
  readonly usage: Json;
}

/** Null where the line states none. The same answer states it on each of its lines; the last counts. */
export function usageOf(value: Json): ImportedUsage | null {
  const message = messageOf(value);
  const messageId = text(message.id);
  const model = text(message.model) ?? '';
  if (messageId === null || !isObject(message.usage) || model === '<synthetic>') return null;
  return { messageId, model, requestId: text(value.requestId), usage: message.usage };
}

/** From the items of the model view to entries: a record a message, before any pass. */
import { isAnyThinking } from '../timeline/block.ts';
import type { ContentBlock } from '../timeline/block.ts';
import type { AssistantRecord, ResponseRecord, SystemRecord } from '../timeline/record.ts';
import type { ViewItem } from '../view/item.ts';
import type { Profile } from '../model/profile.ts';
import type { Entry } from './draft.ts';

/** Responses of a segment by the request they answer: they say how an answer stopped. */
export type Responses = ReadonlyMap<string, ResponseRecord>;

/** The entry of one item. */
export function entryOf(item: ViewItem, responses: Responses, profile: Profile): Entry {
  const { record } = item;
  if (item.form === 'fold') {
    return {
      role: 'user',
      source: record,
      answer: null,
      paused: false,
      prefixHash: null,
      blocks: blocksOf(item.content, item, 'fold'),
    };
  }
  const content = item.form === 'cleared' ? item.content : ownContent(item.record);
  const by = item.form === 'cleared' ? 'clear' : 'record';
  if (record.type !== 'assistant') {
    return {
      role: 'user',
      source: record,
      answer: null,
      paused: false,
      prefixHash: null,
      blocks: blocksOf(content, item, by),
    };
  }
  const kept =
    item.thinkingDropped && profile.thinking.bound
      ? content.filter((block) => !isAnyThinking(block))
      : content;
  return {
    role: 'assistant',
    source: record,
    answer: answerKey(record),
    paused: stopReason(record, responses) === 'pause_turn',
    prefixHash: record.prefixHash ?? null,
    blocks: blocksOf(kept, item, by),
  };
}

/** What joins the parts of an answer: our round, else the message id. */
export function answerKey(record: AssistantRecord): string | null {
  if (record.round !== null) return record.round;
  return record.messageId === undefined ? null : `id:${record.messageId}`;
}

function stopReason(record: AssistantRecord, responses: Responses): string | null {
  return (
    record.stopReason ?? (record.round === null ? null : (responses.get(record.round)?.stopReason ?? null))
  );
}

function blocksOf(content: readonly ContentBlock[], item: ViewItem, by: string): Entry['blocks'] {
  const { record } = item;
  const human = record.type === 'user' && record.origin.kind === 'human';
  return content.map((block) => ({ block, record: record.uuid, by, human }));
}

function ownContent(record: Exclude<ViewItem, { form: 'fold' }>['record']): readonly ContentBlock[] {
  switch (record.type) {
    case 'user':
    case 'assistant':
      return record.content;
    case 'attachment':
      return record.words ?? [];
    case 'system':
      return [{ type: 'text', text: localCommandText(record) }];
  }
}

/** A `local_command` as the model reads it: name, arguments, output (SPEC 4.1). */
function localCommandText(record: SystemRecord): string {
  const text = (key: string) => {
    const value = record.data?.[key];
    return typeof value === 'string' ? value : '';
  };
  const command = text('command');
  const called =
    command === '' ? record.text : [command, text('args')].filter((part) => part !== '').join(' ');
  const output = text('output');
  return output === '' ? `[The person ran: ${called}]` : `[The person ran: ${called}]\n${output}`;
}

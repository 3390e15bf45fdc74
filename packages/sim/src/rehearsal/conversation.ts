/**
 * Reads a Messages API request as a conversation: who asked for what, which calls were made since, and what came
 * back. Everything the rehearsal knows comes from here.
 */
import type { Block, Json, Message, MessagesRequest } from '../types.ts';

/** A tool call of the conversation with its result. */
export interface PastCall {
  readonly name: string;
  readonly input: Json;
  readonly text: string;
  readonly failed: boolean;
}

/** The conversation, in order. `rest` is an assistant message that asked for no tool. */
export type Entry =
  | { readonly kind: 'human'; readonly text: string }
  | { readonly kind: 'call'; readonly call: PastCall }
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'rest' };

const WRAPPED = /<([a-z]+(?:-[a-z]+)+|context|env|environment|instructions|reminder)\b[^>]*>[\s\S]*?<\/\1>/g;
const NOT_A_PROMPT = /^\[(request )?interrupted|^\(no content\)|^caveat:/i;

/** Text without what a client wraps around it (reminders, context). */
function plainText(text: string): string {
  return text.replace(WRAPPED, '').trim();
}

/** The blocks of a message; a string is one text block. */
function blocksOf(message: Message): readonly Block[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
}

/** The text of any content: a string, or the text blocks of a list. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((block: unknown) => stringField(block, 'text')).join('\n');
}

function stringField(value: unknown, key: string): string {
  if (typeof value !== 'object' || value === null) return '';
  const field = (value as Json)[key]; // any object may be read by key
  return typeof field === 'string' ? field : '';
}

function resultsOf(messages: readonly Message[]): Map<string, Block> {
  const results = new Map<string, Block>();
  for (const message of messages) {
    if (message.role !== 'user') continue;
    for (const block of blocksOf(message)) {
      if (block.type === 'tool_result') results.set(stringField(block, 'tool_use_id'), block);
    }
  }
  return results;
}

function assistantEntries(message: Message, results: Map<string, Block>): Entry[] {
  const entries: Entry[] = [];
  let asks = false;
  for (const block of blocksOf(message)) {
    if (block.type === 'text') entries.push({ kind: 'said', text: stringField(block, 'text') });
    if (block.type !== 'tool_use') continue;
    asks = true;
    const result = results.get(stringField(block, 'id'));
    if (!result) continue;
    entries.push({
      kind: 'call',
      call: {
        name: stringField(block, 'name'),
        input: (block['input'] ?? {}) as Json, // the contract: an input is an object
        text: textOf(result['content']),
        failed: result['is_error'] === true,
      },
    });
  }
  if (!asks) entries.push({ kind: 'rest' });
  return entries;
}

/** The entries of a request's messages. */
export function entriesOf(request: MessagesRequest): Entry[] {
  const results = resultsOf(request.messages);
  return request.messages.flatMap((message): Entry[] => {
    if (message.role === 'assistant') return assistantEntries(message, results);
    if (message.role !== 'user') return [];
    return blocksOf(message)
      .filter((block) => block.type === 'text')
      .map((block) => plainText(stringField(block, 'text')))
      .filter((text) => text !== '' && !NOT_A_PROMPT.test(text))
      .map((text) => ({ kind: 'human', text }));
  });
}

/** All the words that stand before the conversation: system prompt and first message, for facts such as the folder. */
export function preambleOf(request: MessagesRequest): string {
  const first = request.messages[0];
  return `${textOf(request.system ?? '')}\n${first ? textOf(first.content) : ''}`;
}

/** The working folder, where the client told it. */
export function folderOf(preamble: string): string | undefined {
  const told =
    /(?:working director(?:y|ies)|\bcwd\b|workspace|project (?:folder|root))[^\n/]{0,30}(\/[^\n`'"<>]*)/i.exec(
      preamble,
    )?.[1];
  return told?.replace(/[\s.,;:)\]]+$/, '') || undefined;
}

/** Roles and their order, and which block may stand where (B.1, B44). */

import type { Rejection } from '../types.ts';
import { endsBlank, isJson, stringOf, textOf } from './json.ts';
import { refuse, refuseOurWords } from './rejection.ts';
import { rule } from './rule.ts';
import { isDirectiveOnly } from './subject.ts';
import type { BlockView, MessageView, Subject } from './subject.ts';

const ASSISTANT_ONLY = new Set(['server_tool_use', 'mcp_tool_use', 'mcp_tool_result', 'fallback']);
const USER_ONLY = new Set(['image', 'search_result']);

/** Whether this is a result of a tool that the server ran. */
export function isServerResult(type: string): boolean {
  return type.endsWith('_tool_result');
}

/** B4: there is a message. */
function messagesAreThere(s: Subject): Rejection | null {
  if (!Array.isArray(s.body['messages']) || s.messages.length > 0) return null;
  return refuseOurWords('B4', 'messages: at least one message is required');
}

/** C100: the user speaks first. The server as observed takes an assistant too. */
function userSpeaksFirst(s: Subject): Rejection | null {
  if (s.context.lenient || s.turns[0]?.role !== 'assistant') return null;
  return refuse('C100', 'messages: first message must use the "user" role');
}

/** C101: roles alternate. The server as observed merges. */
function rolesAlternate(s: Subject): Rejection | null {
  if (s.context.lenient) return null;
  const run = s.turns.find((turn) => turn.messages.length > 1 && turn.role !== 'system');
  if (run === undefined) return null;
  return refuse(
    'C101',
    `messages: roles must alternate between "user" and "assistant", but found multiple "${run.role}" roles in a row`,
  );
}

/** C10: content is not empty, a last assistant message apart. Empty system messages have a rule of their own. */
function contentIsNotEmpty(s: Subject): Rejection | null {
  const last = s.messages.length - 1;
  const empty = s.messages.find(
    (m) => isEmpty(m) && m.role !== 'system' && !(m.index === last && m.role === 'assistant'),
  );
  if (empty === undefined) return null;
  return refuse(
    'C10',
    `messages.${empty.index}: all messages must have non-empty content except for the optional final assistant message`,
  );
}

function isEmpty(message: MessageView): boolean {
  const { content } = message.json;
  return content === '' || (Array.isArray(content) && content.length === 0);
}

/** Directive-only system messages are no part of the talk. */
function lastMessage(s: Subject): MessageView | undefined {
  return s.messages.filter((message) => !isDirectiveOnly(message)).at(-1);
}

/** A paused turn is resumed by sending it back as the last message: it ends in a tool of the server's (F10). */
function isPausedTurn(message: MessageView): boolean {
  const type = message.blocks.at(-1)?.type ?? '';
  return (
    type === 'server_tool_use' || type === 'mcp_tool_use' || (isServerResult(type) && type !== 'tool_result')
  );
}

/** C11: the conversation ends with the user. The server as observed lets the oldest models go on from a prefill. */
function conversationEndsWithUser(s: Subject): Rejection | null {
  const last = lastMessage(s);
  if (last?.role !== 'assistant' || isPausedTurn(last)) return null;
  if (s.context.lenient && (s.model?.prefill ?? true)) return null;
  return refuse(
    'C11',
    'This model does not support assistant message prefill. The conversation must end with a user message.',
  );
}

/** B6: a prefill excludes thinking, output formats and forced tools. */
function prefillIsPlain(s: Subject): Rejection | null {
  const last = lastMessage(s);
  if (last?.role !== 'assistant' || isPausedTurn(last)) return null;
  const { tool_choice: choice, output_config: output } = s.body;
  const forced = isJson(choice) && ['any', 'tool'].includes(stringOf(choice['type']));
  const formatted = (isJson(output) && isJson(output['format'])) || isJson(s.body['output_format']);
  if (!s.thinks && !forced && !formatted) return null;
  return refuseOurWords(
    'B6',
    'A prefill cannot be combined with thinking, an output format or a forced tool_choice.',
  );
}

/** C12: and does not end in white space. */
function finalTextIsTrimmed(s: Subject): Rejection | null {
  const last = lastMessage(s);
  const block = last?.role === 'assistant' ? last.blocks.at(-1) : undefined;
  if (block?.type !== 'text' || !endsBlank(textOf(block.json))) return null;
  return refuse('C12', 'messages: final assistant content cannot end with trailing whitespace');
}

/** The first block of the messages of a role that is as described. */
function blockIn(s: Subject, role: string, is: (block: BlockView) => boolean): BlockView | undefined {
  return s.messages
    .filter((message) => message.role === role)
    .flatMap((message) => message.blocks)
    .find(is);
}

/** B25: only the assistant thinks. */
function thinkingIsTheAssistants(s: Subject): Rejection | null {
  const found = blockIn(
    s,
    'user',
    (block) => block.type === 'thinking' || block.type === 'redacted_thinking',
  );
  if (found === undefined) return null;
  return refuseOurWords(
    'B25',
    `${found.path}: \`${found.type}\` blocks can only be in \`assistant\` messages.`,
  );
}

/** C15: results are the user's. */
function resultsAreTheUsers(s: Subject): Rejection | null {
  const found = blockIn(s, 'assistant', (block) => block.type === 'tool_result');
  return found === undefined ? null : refuse('C15', '`tool_result` blocks can only be in `user` messages');
}

/** C15: calls are the assistant's. */
function callsAreTheAssistants(s: Subject): Rejection | null {
  const found = blockIn(s, 'user', (block) => block.type === 'tool_use');
  return found === undefined ? null : refuse('C15', '`tool_use` blocks can only be in `assistant` messages');
}

/** B44: what only the assistant's messages hold. */
function serverBlocksAreTheAssistants(s: Subject): Rejection | null {
  const found = blockIn(
    s,
    'user',
    ({ type }) => ASSISTANT_ONLY.has(type) || (isServerResult(type) && type !== 'tool_result'),
  );
  if (found === undefined) return null;
  return refuseOurWords(
    'B44',
    `${found.path}: \`${found.type}\` blocks can only be in \`assistant\` messages.`,
  );
}

/** B44: what only the user's messages hold. */
function mediaAreTheUsers(s: Subject): Rejection | null {
  const found = blockIn(s, 'assistant', (block) => USER_ONLY.has(block.type));
  if (found === undefined) return null;
  return refuseOurWords('B44', `${found.path}: \`${found.type}\` blocks can only be in \`user\` messages.`);
}

/** A9, B41: under version 2026-10-21 the assistant has no documents of its own. */
function documentsAreTheUsers(s: Subject): Rejection | null {
  if (s.context.apiVersion !== '2026-10-21') return null;
  const found = blockIn(s, 'assistant', (block) => block.type === 'document');
  return found === undefined
    ? null
    : refuseOurWords('A9', `${found.path}: \`document\` blocks can only be in \`user\` messages.`);
}

/** A9: and text of the user's has no citations. */
function userTextIsUncited(s: Subject): Rejection | null {
  if (s.context.apiVersion !== '2026-10-21') return null;
  const found = s.messages
    .filter((message) => message.role === 'user')
    .flatMap((message) => message.blocks.flatMap((block) => [block, ...block.inner]))
    .find(
      ({ type, json }) => type === 'text' && Array.isArray(json['citations']) && json['citations'].length > 0,
    );
  return found === undefined
    ? null
    : refuseOurWords('A9', `${found.path}.citations: text of a \`user\` message cannot have citations.`);
}

export const roleRules = [
  rule('B4', messagesAreThere),
  rule('C100 B3', userSpeaksFirst),
  rule('C101 B2', rolesAlternate),
  rule('C10 B5', contentIsNotEmpty),
];

export const placeRules = [
  rule('B25', thinkingIsTheAssistants),
  rule('C15 B11', resultsAreTheUsers),
  rule('C15 B11', callsAreTheAssistants),
  rule('B44', serverBlocksAreTheAssistants),
  rule('B44', mediaAreTheUsers),
  rule('A9 B41', documentsAreTheUsers),
  rule('A9', userTextIsUncited),
];

export const endRules = [
  rule('C11 B6', conversationEndsWithUser),
  rule('B6', prefillIsPlain),
  rule('C12 B7', finalTextIsTrimmed),
];

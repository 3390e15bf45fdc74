/** `role: system` inside `messages` (B.7): which models take it, where it may stand, what it may hold. */

import type { Rejection } from '../types.ts';
import { isServerResult } from './roles.ts';
import { refuse } from './rejection.ts';
import { rule } from './rule.ts';
import { isDirectiveOnly } from './subject.ts';
import type { MessageView, Subject, TurnView } from './subject.ts';

/** What the messages of today say behind their complaint (C98, C99a, C99b). */
const DIRECTIVE_HINT = 'the directive-only form (content: [] with output_config) is accepted at any position';

const systemMessages = (s: Subject) => s.messages.filter((message) => message.role === 'system');

/** C96, C97: the model takes them. Models of the old tokenizer have the older words. */
function roleIsSupported(s: Subject): Rejection | null {
  if (s.model === null || s.model.systemMessages || systemMessages(s).length === 0) return null;
  if (s.model.tokenizer === 'new') return refuse('C96', `role 'system' is not supported on this model`);
  return refuse(
    'C97',
    'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
  );
}

/** C99c: one says something, or directs. */
function systemContentIsNotEmpty(s: Subject): Rejection | null {
  const empty = systemMessages(s).find((message) => isEmpty(message) && !isDirectiveOnly(message));
  if (empty === undefined) return null;
  return refuse('C99c', `messages.${empty.index}: system content must contain at least one block`);
}

function isEmpty(message: MessageView): boolean {
  const { content } = message.json;
  return content === '' || (Array.isArray(content) && content.length === 0);
}

/** C99d: in words. */
function systemContentIsText(s: Subject): Rejection | null {
  const spoken = new Set(['text', 'tool_addition', 'tool_removal']);
  const odd = systemMessages(s).find((message) => message.blocks.some((block) => !spoken.has(block.type)));
  if (odd === undefined) return null;
  return refuse(
    'C99d',
    `messages.${odd.index}: role 'system' supports text, tool_addition, and tool_removal blocks only`,
  );
}

/** The runs of system messages with what stands around them. */
function runs(s: Subject): { index: number; before: TurnView | undefined; after: TurnView | undefined }[] {
  return s.turns.flatMap((turn, at) =>
    turn.role === 'system' && turn.messages[0] !== undefined
      ? [{ index: turn.messages[0].index, before: s.turns[at - 1], after: s.turns[at + 1] }]
      : [],
  );
}

/** C98: not first. */
function systemIsNotFirst(s: Subject): Rejection | null {
  const first = runs(s).find((run) => run.before === undefined);
  if (first === undefined) return null;
  return refuse(
    'C98',
    `messages.${first.index}: use the top-level 'system' parameter for the initial system prompt; ${DIRECTIVE_HINT}`,
  );
}

/** C99a: behind the user, or behind a tool of the server's. */
function systemFollowsUser(s: Subject): Rejection | null {
  const bad = runs(s).find(
    ({ before }) => before !== undefined && before.role !== 'user' && !endsInServerResult(before),
  );
  if (bad === undefined) return null;
  return refuse(
    'C99a',
    `messages.${bad.index}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result; ${DIRECTIVE_HINT}`,
  );
}

function endsInServerResult(turn: TurnView): boolean {
  const type = turn.blocks.at(-1)?.type ?? '';
  return type !== 'tool_result' && isServerResult(type);
}

/** C99b: before the assistant, or at the end. */
function systemPrecedesAssistant(s: Subject): Rejection | null {
  const bad = runs(s).find(({ after }) => after !== undefined && after.role !== 'assistant');
  if (bad === undefined) return null;
  return refuse(
    'C99b',
    `messages.${bad.index}: role 'system' must precede an 'assistant' message or end the array; ${DIRECTIVE_HINT}`,
  );
}

export const systemContentRules = [
  rule('C96 C97 B46', roleIsSupported),
  rule('C99c B48', systemContentIsNotEmpty),
  rule('C99d B48', systemContentIsText),
];

export const systemPlaceRules = [
  rule('C98 B47', systemIsNotFirst),
  rule('C99a B47', systemFollowsUser),
  rule('C99b B47', systemPrecedesAssistant),
];

/**
 * The form of a script: what the model says, turn by turn. In a file it is a JSON array of turns, an object
 * `{ "by"?, "turns" }`, or one turn a line; in the API the same objects, or a function that makes them.
 *
 *     [ { "text": "I look.", "content": [ { "type": "tool_use", "name": "Read", "input": { "file_path": "a.js" } } ] },
 *       { "when": { "tools": ["Bash"] }, "content": [ … ] },
 *       { "text": "Done." } ]
 */

import type { Answer, Block, Json, MessagesRequest } from '../types.ts';

/** One answer of the model. All fields are optional; an empty turn is an answer without content. */
export interface ScriptTurn {
  /** A text block in front of `content`. */
  readonly text?: string;
  /**
   * Blocks as the API gives them; ids and signatures are added. A `tool_use` may carry `any_of: [{name, input}, …]`
   * instead of name and input: the first that the request offers is called, and none if none is offered.
   * A `thinking` block may say `corrupt: true`: its signature is refused when it comes back (C51).
   */
  readonly content?: readonly Block[];
  /** Default: `tool_use` if a tool is called, else `end_turn`. */
  readonly stop_reason?: Answer['stopReason'];
  readonly stop_sequence?: string;
  readonly stop_details?: Json;
  /** Fields of `usage` that replace the counted ones, e.g. `{ "output_tokens": 4000 }`. */
  readonly usage?: Json;
  /** The turn is only taken by a request that fits; one that does not fit takes the next turn that does. */
  readonly when?: TurnCondition;
  /** How often the turn is given. Default 1; `"always"` for ever. */
  readonly times?: number | 'always';
  /** Wait before the first byte, in ms of the simulator's clock. */
  readonly delay_ms?: number;
  /** Wait between events, in ms of the simulator's clock. */
  readonly pace_ms?: number;
}

/** All that are given must hold. */
export interface TurnCondition {
  /** Every one of these tools is offered. */
  readonly tools?: readonly string[];
  /** None of these tools is offered. */
  readonly without_tools?: readonly string[];
  /** The last message contains this text. */
  readonly last?: string;
  /** The system prompt contains this text. */
  readonly system?: string;
  readonly model?: string;
}

/**
 * How a request finds its turn. `order`: each takes the next one that is left; a turn whose answer did not reach the
 * client whole is given again. `history`: the turn's number is the number of assistant turns in the request.
 */
export type TurnChoice = 'order' | 'history';

/** A script in memory. */
export interface Script {
  readonly by?: TurnChoice;
  readonly turns: readonly ScriptTurn[];
}

/** Makes the turn with this number (from 0) for this request. */
export type ScriptFunction = (request: MessagesRequest, number: number) => ScriptTurn | Promise<ScriptTurn>;

/** An answer with what only a script can ask for. */
export interface ScriptedAnswer extends Answer {
  readonly usage?: Json;
  readonly delayMs?: number;
  readonly paceMs?: number;
}

/** Whether a request may take a turn. */
export function fits(condition: TurnCondition | undefined, request: MessagesRequest): boolean {
  if (condition === undefined) return true;
  const offered = offeredTools(request);
  const { tools = [], without_tools: without = [], last, system, model } = condition;
  return (
    tools.every((name) => offered.has(name)) &&
    !without.some((name) => offered.has(name)) &&
    (last === undefined || textOf(request.messages.at(-1)?.content).includes(last)) &&
    (system === undefined || textOf(request.system).includes(system)) &&
    (model === undefined || request.model === model)
  );
}

/** The answer that a turn gives to a request. */
export function answerOf(turn: ScriptTurn, request: MessagesRequest): ScriptedAnswer {
  const offered = offeredTools(request);
  const opening: Block[] = turn.text === undefined ? [] : [{ type: 'text', text: turn.text }];
  const content = [...opening, ...(turn.content ?? [])].flatMap((block) => chosen(block, offered));
  const calls = content.some((block) => block.type === 'tool_use');
  return {
    content,
    stopReason: turn.stop_reason ?? (calls ? 'tool_use' : 'end_turn'),
    stopSequence: turn.stop_sequence ?? null,
    stopDetails: turn.stop_details ?? null,
    ...(turn.usage === undefined ? {} : { usage: turn.usage }),
    ...(turn.delay_ms === undefined ? {} : { delayMs: turn.delay_ms }),
    ...(turn.pace_ms === undefined ? {} : { paceMs: turn.pace_ms }),
  };
}

function chosen(block: Block, offered: ReadonlySet<string>): readonly Block[] {
  const choices = block['any_of'];
  if (block.type !== 'tool_use' || !Array.isArray(choices)) return [block];
  const choice = choices.find((each) => isJson(each) && offered.has(String(each['name'])));
  return isJson(choice) ? [{ type: 'tool_use', name: choice['name'], input: choice['input'] ?? {} }] : [];
}

const offeredTools = (request: MessagesRequest): ReadonlySet<string> =>
  new Set((request.tools ?? []).map((tool) => String(tool['name'])));

/** All text of a content, results included. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((block) =>
      !isJson(block) ? '' : typeof block['text'] === 'string' ? block['text'] : textOf(block['content']),
    )
    .join('\n');
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

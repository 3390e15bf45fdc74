/**
 * A request as the rules look at it: the raw JSON beside a tolerant view of it. Building the view never fails;
 * what has the wrong shape is simply not in it, and the shape rules have said so.
 *
 * Indices are those of the client's array. A *turn* is a run of messages of one role, as the server merges them;
 * directive-only system messages (B49) belong to no turn.
 */

import type { Model } from '../models/index.ts';
import { modelOf } from '../models/index.ts';
import type { Json } from '../types.ts';
import type { ValidationContext } from './context.ts';
import { isJson, listOf } from './json.ts';
import { isSettled } from './settled.ts';

/** A content block, where it stands, and all the blocks inside it (of a result or a document), at any depth. */
export interface BlockView {
  readonly type: string;
  readonly json: Json;
  readonly message: number;
  readonly index: number;
  /** `messages.0.content.1`, or `….content.1.tool_result.content.0` for one inside a result. */
  readonly path: string;
  readonly inner: readonly BlockView[];
}

/** One entry of `messages`. A string counts as one text block. */
export interface MessageView {
  readonly index: number;
  readonly role: string;
  readonly json: Json;
  readonly blocks: readonly BlockView[];
}

/** Neighbouring messages of one role. */
export interface TurnView {
  readonly role: string;
  readonly messages: readonly MessageView[];
  readonly blocks: readonly BlockView[];
}

/** One entry of `tools`. */
export interface ToolView {
  readonly index: number;
  /** `custom` if it has none. */
  readonly type: string;
  readonly name: string;
  readonly json: Json;
}

/** See the file header. */
export interface Subject {
  readonly context: ValidationContext;
  /** The body as it came; `body` is the same where it is an object, else empty. */
  readonly raw: unknown;
  readonly body: Json;
  readonly betas: ReadonlySet<string>;
  readonly model: Model | null;
  readonly messages: readonly MessageView[];
  readonly turns: readonly TurnView[];
  /** Every block of the messages, and after a block those inside it. */
  readonly blocks: readonly BlockView[];
  readonly system: readonly BlockView[];
  readonly tools: readonly ToolView[];
  /** `thinking.type`; `null` if `thinking` is left out. */
  readonly thinkingType: string | null;
  /** Whether the model will think: as asked for, else by its default. */
  readonly thinks: boolean;
}

/** Builds the view. */
export function subjectOf(raw: unknown, context: ValidationContext): Subject {
  const body = isJson(raw) ? raw : {};
  const model = typeof body['model'] === 'string' ? modelOf(body['model'], context.profile.models) : null;
  const messages = listOf(body['messages']).map(messageView);
  const thinking = body['thinking'];
  const thinkingType = isJson(thinking) && typeof thinking['type'] === 'string' ? thinking['type'] : null;
  return {
    context,
    raw,
    body,
    betas: new Set(context.betas),
    model,
    messages,
    turns: turnsOf(messages),
    blocks: messages.flatMap((message) => message.blocks.flatMap((block) => [block, ...block.inner])),
    system: blocksOf(body['system'], 'system', -1),
    tools: listOf(body['tools']).map(toolView),
    thinkingType,
    thinks:
      thinkingType === null
        ? (model?.thinksByDefault ?? false)
        : ['enabled', 'adaptive'].includes(thinkingType),
  };
}

/** `{role: system, content: [], output_config}`: sets the effort and says nothing (B49). */
export function isDirectiveOnly(message: MessageView): boolean {
  return message.role === 'system' && message.blocks.length === 0 && isJson(message.json['output_config']);
}

/** The last view of each settled message. */
const views = new WeakMap<object, MessageView>();

function messageView(value: unknown, index: number): MessageView {
  if (!isSettled(value)) return freshView(value, index);
  const known = views.get(value);
  if (known?.index === index) return known;
  const view = freshView(value, index);
  views.set(value, view);
  return view;
}

function freshView(value: unknown, index: number): MessageView {
  const json = isJson(value) ? value : {};
  const role = typeof json['role'] === 'string' ? json['role'] : '';
  return { index, role, json, blocks: blocksOf(json['content'], `messages.${index}.content`, index) };
}

function blocksOf(content: unknown, path: string, message: number): BlockView[] {
  if (typeof content === 'string') return [blockView({ type: 'text', text: content }, path, message, 0)];
  return listOf(content).flatMap((block, index) =>
    isJson(block) ? [blockView(block, `${path}.${index}`, message, index)] : [],
  );
}

function blockView(json: Json, path: string, message: number, index: number, depth = 0): BlockView {
  const type = typeof json['type'] === 'string' ? json['type'] : '';
  return { type, json, message, index, path, inner: innerOf(json, type, path, message, depth) };
}

/** Results hold documents, which hold images: no rule asks for more. */
const INNER_DEPTH_MAX = 3;

function innerOf(json: Json, type: string, path: string, message: number, depth: number): BlockView[] {
  const isDocument = type === 'document';
  const source = json['source'];
  const content = isDocument && isJson(source) ? source['content'] : json['content'];
  if (depth >= INNER_DEPTH_MAX || !Array.isArray(content)) return [];
  const place = `${path}.${type}.${isDocument ? 'source.content.content' : 'content'}`;
  return content.flatMap((block, index) => {
    if (!isJson(block)) return [];
    const view = blockView(block, `${place}.${index}`, message, index, depth + 1);
    return [view, ...view.inner];
  });
}

function turnsOf(messages: readonly MessageView[]): TurnView[] {
  const runs: MessageView[][] = [];
  for (const message of messages) {
    if (isDirectiveOnly(message)) continue;
    const run = runs.at(-1);
    if (run !== undefined && run[0]?.role === message.role) run.push(message);
    else runs.push([message]);
  }
  return runs.map((run) => ({
    role: run[0]?.role ?? '',
    messages: run,
    blocks: run.flatMap((m) => m.blocks),
  }));
}

function toolView(value: unknown, index: number): ToolView {
  const json = isJson(value) ? value : {};
  const type = typeof json['type'] === 'string' ? json['type'] : 'custom';
  const name = typeof json['name'] === 'string' ? json['name'] : '';
  return { index, type, name, json };
}

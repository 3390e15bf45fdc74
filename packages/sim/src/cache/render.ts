/**
 * A request as the cache sees it: one line of positions in the order tools → system → messages (API-CONTRACT D1),
 * each with a hash of everything up to it.
 *
 *     key · model · speed → [tool][tool] → web search · citations → [system] → tool_choice · images · thinking · effort → [u][a][u]…
 *
 * What stands between the sections is the invalidation table of D: a change there changes every hash behind it.
 * Markers are left out, so moving one changes nothing. A message object that was seen before (the server hands the
 * same object on while a history grows) is neither rendered nor hashed again.
 */

import { createHash } from 'node:crypto';
import type { Model } from '../models/index.ts';
import type { Block, Json, Message, MessagesRequest } from '../types.ts';
import { ANSWER_OPENING_TOKENS, TURN_TOKENS, tokensOfBlock, tokensOfTool } from '../usage/estimate.ts';
import { readSignature } from '../usage/signature.ts';

/** Lifetime class of a cache entry. */
export type Ttl = '5m' | '1h';

/** One place where a prefix can end. */
interface Position {
  /** Hash of the request up to and including this position. */
  readonly hash: string;
  /** Tokens up to and including this position. */
  readonly tokens: number;
  /** A run of neighbours with the same value counts as one position of the look-back (D5). */
  readonly run: 'tool_use' | 'tool_result' | null;
  /** A breakpoint stands here. */
  readonly mark: Ttl | null;
}

/** A whole request, rendered. */
export interface Rendered {
  readonly positions: readonly Position[];
  /** All input tokens, with the opening of the answer. */
  readonly tokens: number;
  /** Hash up to the end of the tools, and of the system prompt. */
  readonly toolsHash: string;
  readonly systemHash: string;
  /** Hash of all positions: equal requests have equal hashes. */
  readonly hash: string;
}

/** What else decides which entries a request may use (D10). */
export interface Isolation {
  readonly key: string;
  readonly model: Model;
  readonly fast: boolean;
}

interface Piece {
  readonly canonical: string;
  readonly tokens: number;
  readonly run: Position['run'];
  readonly mark: Ttl | null;
}

interface Chained {
  readonly before: string;
  readonly variant: string;
  readonly pieces: readonly (Piece & { readonly hash: string })[];
}

/** The last chain through each message object. */
const chains = new WeakMap<Message, Chained>();

/** Renders a request that passed the contract. */
export function render(request: MessagesRequest, isolation: Isolation): Rendered {
  const { model } = isolation;
  const positions: Position[] = [];
  let tokens = 0;
  let hash = link('', `${isolation.key}\u0000${model.id}\u0000${isolation.fast ? 'fast' : 'standard'}`);
  const place = (piece: Piece, linked: string) => {
    hash = linked;
    tokens += piece.tokens;
    positions.push({ hash, tokens, run: piece.run, mark: piece.mark });
  };
  const tools = new Map((request.tools ?? []).map((tool) => [String(tool['name']), tool]));
  for (const tool of tools.values()) {
    if (tool['defer_loading'] === true) continue;
    const piece = toolPiece(tool, model);
    place(piece, link(hash, piece.canonical));
  }
  const toolsHash = hash;
  hash = link(hash, systemSalt(request));
  for (const piece of systemPieces(request, model)) place(piece, link(hash, piece.canonical));
  const systemHash = hash;
  hash = link(hash, messageSalt(request, model));
  const stripBefore = model.stripsEarlierThinking ? lastPlainUserIndex(request.messages) : 0;
  let role: string | null = null;
  for (const [index, message] of request.messages.entries()) {
    const opensTurn = message.role !== role;
    role = message.role;
    const chained = chainOf(message, hash, { model, opensTurn, strip: index < stripBefore, tools });
    for (const piece of chained.pieces) place(piece, piece.hash);
  }
  markAutomatic(request, positions);
  return { positions, tokens: tokens + ANSWER_OPENING_TOKENS, toolsHash, systemHash, hash };
}

interface Variant {
  readonly model: Model;
  readonly opensTurn: boolean;
  readonly strip: boolean;
  readonly tools: ReadonlyMap<string, Json>;
}

function chainOf(message: Message, before: string, variant: Variant): Chained {
  const name = `${variant.model.id} ${variant.opensTurn} ${variant.strip}`;
  const known = chains.get(message);
  if (known !== undefined && known.before === before && known.variant === name) return known;
  let hash = before;
  const pieces = messagePieces(message, variant).map((piece) => {
    hash = link(hash, piece.canonical);
    return { ...piece, canonical: '', hash };
  });
  const chained = { before, variant: name, pieces };
  chains.set(message, chained);
  return chained;
}

function messagePieces(message: Message, variant: Variant): Piece[] {
  const { model } = variant;
  const blocks: readonly Block[] =
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
  const pieces: Piece[] = [];
  for (const block of blocks) {
    if (isThinking(block) && (variant.strip || isUnreadable(block, model))) continue;
    const opening = variant.opensTurn && pieces.length === 0 ? TURN_TOKENS : 0;
    const referenced = referencedTools(block, variant.tools);
    pieces.push({
      canonical: `${message.role}\u0000${canonicalBlock(block)}\u0000${referenced.map(canonicalTool).join('\u0000')}`,
      tokens:
        opening +
        tokensOfBlock(block, model.tokenizer) +
        referenced.reduce((sum, tool) => sum + tokensOfTool(tool, model.tokenizer), 0),
      run: block.type === 'tool_use' || block.type === 'tool_result' ? block.type : null,
      mark: markOf(block) ?? nestedMark(block),
    });
  }
  return pieces;
}

function toolPiece(tool: Json, model: Model): Piece {
  return {
    canonical: canonicalTool(tool),
    tokens: tokensOfTool(tool, model.tokenizer),
    run: null,
    mark: markOf(tool),
  };
}

function systemPieces(request: MessagesRequest, model: Model): Piece[] {
  const { system } = request;
  if (system === undefined) return [];
  const blocks: readonly Block[] = typeof system === 'string' ? [{ type: 'text', text: system }] : system;
  return blocks.map((block, index) => ({
    canonical: canonicalBlock(block),
    tokens: tokensOfBlock(block, model.tokenizer) + (index === 0 ? TURN_TOKENS : 0),
    run: null,
    mark: markOf(block),
  }));
}

/** What changes system and messages but not the tools (D, second row). */
function systemSalt(request: MessagesRequest): string {
  const webSearch = (request.tools ?? []).some((tool) => String(tool['type']).startsWith('web_search'));
  return JSON.stringify({ webSearch, citations: someBlock(request.messages, hasCitations) });
}

/** What changes the messages alone: tool_choice, images, thinking, effort (D, rows four to six). */
function messageSalt(request: MessagesRequest, model: Model): string {
  const choice = request.tool_choice ?? {};
  const effort = request.output_config?.['effort'] ?? model.effortDefault;
  return JSON.stringify([
    choice['type'] ?? 'auto',
    choice['name'] ?? null,
    choice['disable_parallel_tool_use'] === true,
    someBlock(request.messages, isImage),
    thinkingSalt(request.thinking, model),
    effort,
  ]);
}

/** Thinking left out and thinking set to the model's default are the same; how it is shown does not matter. */
function thinkingSalt(thinking: Json | undefined, model: Model): unknown {
  const standard = model.thinksByDefault ? 'adaptive' : 'disabled';
  const type = thinking?.['type'] ?? standard;
  return type === 'enabled' ? ['enabled', thinking?.['budget_tokens']] : type;
}

/** Top-level `cache_control` marks the last block that can carry a breakpoint (D2). */
function markAutomatic(request: MessagesRequest, positions: Position[]): void {
  const mark = markOf(request);
  const last = positions.at(-1);
  const block = request.messages.at(-1)?.content.at(-1);
  const thinks = typeof block === 'object' && isThinking(block);
  if (mark === null || last === undefined || thinks) return;
  positions[positions.length - 1] = { ...last, mark: last.mark ?? mark };
}

/** Index of the last user message that is more than tool results: thinking before it belongs to earlier turns. */
function lastPlainUserIndex(messages: readonly Message[]): number {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.role !== 'user') continue;
    const { content } = message;
    if (typeof content === 'string' || content.some((block) => block.type !== 'tool_result')) return index;
  }
  return 0;
}

const flags = new WeakMap<Message, Map<(block: Block) => boolean, boolean>>();
const isImage = (block: Block) => block.type === 'image';

/** Whether any block, or any block inside a result, fits. Remembered per message. */
function someBlock(messages: readonly Message[], fits: (block: Block) => boolean): boolean {
  return messages.some((message) => {
    const known = flags.get(message) ?? new Map<(block: Block) => boolean, boolean>();
    flags.set(message, known);
    const before = known.get(fits);
    if (before !== undefined) return before;
    const found =
      typeof message.content !== 'string' && message.content.some((block) => reaches(block, fits));
    known.set(fits, found);
    return found;
  });
}

function reaches(block: Block, fits: (block: Block) => boolean): boolean {
  if (fits(block)) return true;
  const inner = block['content'];
  return block.type === 'tool_result' && Array.isArray(inner) && inner.some((nested) => fits(nested));
}

function hasCitations(block: Block): boolean {
  const citations = block['citations'];
  return isObject(citations) && citations['enabled'] === true;
}

/** Thinking of another model is dropped unbilled (B30). Only a signature of ours says whose it is. */
function isUnreadable(block: Block, model: Model): boolean {
  const signature = typeof block['signature'] === 'string' ? readSignature(block['signature']) : null;
  return signature !== null && signature.model !== model.id;
}

const isThinking = (block: Block): boolean => block.type === 'thinking' || block.type === 'redacted_thinking';

/** Definitions of deferred tools enter the prompt where they are first referenced (A17). */
function referencedTools(block: Block, tools: ReadonlyMap<string, Json>): Json[] {
  const inner = block['content'];
  const nested: readonly unknown[] = Array.isArray(inner)
    ? inner
    : isObject(inner) && Array.isArray(inner['tool_references'])
      ? inner['tool_references']
      : [];
  return [block, ...nested].flatMap((item): Json[] => {
    if (!isObject(item) || item['type'] !== 'tool_reference') return [];
    const tool = tools.get(String(item['tool_name']));
    return tool === undefined ? [] : [tool];
  });
}

/** Key order inside schemas and inputs counts (D9); markers do not. */
function canonicalBlock(block: Block): string {
  if (block.type === 'text') return `text\u0000${String(block['text'])}\u0000${json(block['citations'])}`;
  if (block.type === 'tool_use') {
    return `tool_use\u0000${String(block['id'])}\u0000${String(block['name'])}\u0000${json(block['input'])}`;
  }
  return JSON.stringify(block, withoutMark);
}

function canonicalTool(tool: Json): string {
  const { cache_control: _mark, defer_loading: _deferred, ...definition } = tool;
  return JSON.stringify(definition);
}

const withoutMark = (key: string, value: unknown): unknown => (key === 'cache_control' ? undefined : value);

function markOf(carrier: Json): Ttl | null {
  const mark = carrier['cache_control'];
  if (!isObject(mark)) return null;
  return mark['ttl'] === '1h' ? '1h' : '5m';
}

function nestedMark(block: Block): Ttl | null {
  const inner = block['content'];
  if (block.type !== 'tool_result' || !Array.isArray(inner)) return null;
  const marked = inner.findLast((nested) => isObject(nested) && markOf(nested) !== null);
  return marked === undefined ? null : markOf(marked);
}

const json = (value: unknown): string =>
  value === undefined || value === null ? '' : (JSON.stringify(value) ?? '');
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One step of the hash chain. */
function link(before: string, canonical: string): string {
  return createHash('sha1').update(before).update('\u0000').update(canonical).digest('base64');
}

/**
 * The hash of everything that stands before a block: what the signature of a thinking block is bound to (B32).
 *
 *     system ─ block ─ block ─ … ─ block        a chain, one link per block
 *                       └── + tools in force there ──▶ hash
 *
 * What the comparison ignores: `cache_control` and null fields of a block, a string versus one text block, white
 * space around a text, blank text blocks, key order, thinking blocks themselves, where one message ends and the next
 * of the same role begins. Tools count as a set by name; a deferred one counts from where it is first referenced.
 */

import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical.ts';
import { isSettled } from './settled.ts';
import { isJson, listOf, stringOf, textOf } from './json.ts';

/** The hashes of one request, all found in one pass. */
interface BoundPrefixes {
  /** Hash before block `blockIndex` of message `messageIndex`; a string counts as block 0. */
  at(messageIndex: number, blockIndex: number): string;
  /** Hash of the whole request: what a signature in the answer's first block is bound to. */
  readonly end: string;
}

/** Hash of what stands before one block; an index past the end means the end (see `boundPrefixes`). */
export function boundPrefix(request: unknown, messageIndex: number, blockIndex: number): string {
  return boundPrefixes(request).at(messageIndex, blockIndex);
}

/** Hash chain through one message: before each block, and behind the last. */
interface Link {
  readonly before: string;
  readonly chains: readonly string[];
  /** What `at` has answered, by tools and place. */
  readonly answers: Map<string, string>;
}

/** The last chain through each settled message. */
const links = new WeakMap<object, Link>();

/** All hashes of a request. Takes any JSON and never throws. */
export function boundPrefixes(request: unknown): BoundPrefixes {
  const body = isJson(request) ? request : {};
  const tools = toolSet(body['tools']);
  let chain = digest(`system ${canonicalBlocks(body['system'])}`);
  const marks: (Link & { readonly toolHashes: readonly string[] })[] = [];
  for (const message of listOf(body['messages'])) {
    const through = linkThrough(message, chain);
    const toolHashes = [...blocksOf(isJson(message) ? message['content'] : undefined), null].map((block) => {
      const hash = tools.hash();
      tools.reference(block);
      return hash;
    });
    marks.push({ ...through, toolHashes });
    chain = through.chains.at(-1) ?? chain;
  }
  const end = digest(`${chain} ${tools.hash()}`);
  const at = (m: number, b: number): string => {
    const mark = marks[m];
    if (mark === undefined) return end;
    const index = Math.min(b, mark.chains.length - 1);
    const key = `${index} ${mark.toolHashes[index]}`;
    const answer = mark.answers.get(key) ?? digest(`${mark.chains[index]} ${mark.toolHashes[index]}`);
    mark.answers.set(key, answer);
    return answer;
  };
  return { at, end };
}

function linkThrough(message: unknown, before: string): Link {
  const known = isSettled(message) ? links.get(message) : undefined;
  if (known !== undefined && known.before === before) return known;
  const role = isJson(message) ? stringOf(message['role']) : '';
  const chains = [before];
  for (const block of blocksOf(isJson(message) ? message['content'] : undefined)) {
    const text = canonicalBlock(block);
    const last = chains.at(-1) ?? before;
    chains.push(text === null ? last : digest(`${last} ${role} ${text}`));
  }
  const link = { before, chains, answers: new Map<string, string>() };
  if (isSettled(message)) links.set(message, link);
  return link;
}

/**
 * Blocks of an answer under construction: the hash before each of them, given the request. The server signs with it:
 * `boundPrefix` of the next request, at these blocks, is the same.
 */
export function boundPrefixesOfAnswer(request: unknown, blocks: readonly unknown[]): string[] {
  const body = isJson(request) ? request : {};
  const messages = listOf(body['messages']);
  const whole = boundPrefixes({ ...body, messages: [...messages, { role: 'assistant', content: blocks }] });
  return blocks.map((_, index) => whole.at(messages.length, index));
}

/** The tools in force at a point of the conversation. Their hash is kept until a reference adds one. */
function toolSet(value: unknown) {
  const inForce = new Map<string, string>();
  const deferred = new Map<string, string>();
  for (const tool of listOf(value)) {
    if (!isJson(tool)) continue;
    const name =
      [tool['name'], tool['mcp_server_name'], tool['type']].map(stringOf).find((each) => each !== '') ?? '';
    const { cache_control: _ignored, defer_loading: isDeferred, ...rest } = tool;
    (isDeferred === true ? deferred : inForce).set(name, canonicalJson(rest));
  }
  let hash: string | null = null;
  return {
    hash(): string {
      hash ??= digest(
        [...inForce.entries()]
          .map((entry) => JSON.stringify(entry))
          .toSorted()
          .join('\n'),
      );
      return hash;
    },
    reference(block: unknown): void {
      if (deferred.size === 0) return;
      for (const name of referencesIn(block)) {
        const tool = deferred.get(name);
        if (tool === undefined || inForce.has(name)) continue;
        inForce.set(name, tool);
        hash = null;
      }
    },
  };
}

/** Names that `tool_reference` blocks inside a result name. */
function referencesIn(block: unknown): string[] {
  if (!isJson(block)) return [];
  const content = block['content'];
  const inner = [...listOf(content), ...listOf(isJson(content) ? content['tool_references'] : undefined)];
  return inner
    .filter(isJson)
    .flatMap((entry) => (entry['type'] === 'tool_reference' ? [stringOf(entry['tool_name'])] : []));
}

/** A string counts as one text block. */
function blocksOf(content: unknown): readonly unknown[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
}

function canonicalBlocks(content: unknown): string {
  return blocksOf(content)
    .map(canonicalBlock)
    .filter((text) => text !== null)
    .join(',');
}

/** Canonical text of a block; `null` for what the comparison ignores. */
function canonicalBlock(block: unknown): string | null {
  if (!isJson(block)) return canonicalJson(block);
  const type = block['type'];
  if (type === 'thinking' || type === 'redacted_thinking') return null;
  const rest = Object.fromEntries(
    Object.entries(block).filter(([key, v]) => key !== 'cache_control' && v !== null),
  );
  if (type === 'text') {
    const text = textOf(block).trim();
    return text === '' ? null : canonicalJson({ ...rest, text });
  }
  if (type === 'tool_result') return canonicalJson({ ...rest, content: canonicalBlocks(block['content']) });
  return canonicalJson(rest);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * N12 every block is rebuilt from the allowed keys of its type (API-CONTRACT B44, B45); internal fields go, and blocks that
 * this place or the profile does not take go with words where meaning would be lost; lone surrogates are replaced (A3).
 * What comes out is new objects with a fixed order of keys, so the same record always has the same bytes.
 */
import type { ContentBlock, ToolResultBlock, ToolUseBlock } from '../../timeline/block.ts';
import { isAnyThinking, isMedia, isText, isToolResult, isToolUse } from '../../timeline/block.ts';
import { isBlankText } from '../../timeline/white-space.ts';
import { TOOL_NAME_CHARS_MAX } from '../../limits.ts';
import { EMPTY_RESULT, blockInWords, callInWords, resultInWords } from '../fixed-texts.ts';
import { innerBlocks, mediaOf, textOf, wordsOf } from '../block-text.ts';
import { cleanJson, wellFormed } from '../clean-json.ts';
import { type Draft, type DraftBlock, type Entry, type Setting, mapEntries } from '../draft.ts';
import { isBlank } from './n07-blank.ts';

export function allowed(draft: Draft, setting: Setting): Draft {
  return mapEntries(draft, (entry) => ({
    ...entry,
    blocks: entry.blocks.flatMap((part) =>
      rebuilt(part.block, entry.role, setting).map((block): DraftBlock => ({ ...part, block })),
    ),
  }));
}

function rebuilt(block: ContentBlock, role: Entry['role'], setting: Setting): readonly ContentBlock[] {
  if (isText(block)) return [text(block.text)];
  if (isAnyThinking(block) && role === 'assistant')
    return [block.type === 'thinking' ? thought(block) : redacted(block)];
  if (isToolUse(block)) return [role === 'assistant' ? call(block, setting) : text(inWords(block))];
  if (isToolResult(block)) return role === 'user' ? result(block, setting) : [text(inWords(block))];
  if (isMedia(block)) return [role === 'user' ? media(block, setting) : text(inWords(block))];
  return [text(inWords(block))];
}

const text = (words: string): ContentBlock => ({ type: 'text', text: wellFormed(words) });

const thought = (block: ContentBlock): ContentBlock => {
  const { thinking, signature } = block as { thinking: string; signature?: string }; // N6 has checked both
  return { type: 'thinking', thinking: wellFormed(thinking), signature: wellFormed(signature ?? '') };
};

const redacted = (block: ContentBlock): ContentBlock => ({
  type: 'redacted_thinking',
  data: wellFormed(String((block as { data?: unknown }).data)), // N6 has checked it
});

/** A call. `inputText` and `wireId` go on to the renderer, which puts them where `input` and `id` stand. */
function call(block: ToolUseBlock, { tools }: Setting): ContentBlock {
  if (tools.size === 0) return text(inWords(block)); // C42: without definitions no calls may stand
  return {
    type: 'tool_use',
    id: block.id,
    name: toolName(block.name),
    input: cleanJson(block.input),
    ...(block.wireId === undefined ? {} : { wireId: block.wireId }),
    ...(block.inputText === undefined ? {} : { inputText: block.inputText }),
  };
}

function toolName(name: unknown): string {
  const clean = String(name)
    .replace(/[^A-Za-z0-9_-]/g, '_')
    .slice(0, TOOL_NAME_CHARS_MAX);
  return clean === '' ? 'tool' : clean;
}

function result(block: ToolResultBlock, setting: Setting): readonly ContentBlock[] {
  if (setting.tools.size === 0)
    return [text(inWords(block)), ...mediaOf(block).map((inner) => media(inner, setting))];
  const inner = innerBlocks(block.content)
    .flatMap((part) => [innerBlock(part, setting)])
    .filter((part) => !isBlank(part));
  const content = inner.length > 0 ? inner : [text(EMPTY_RESULT)];
  const base = { type: 'tool_result', tool_use_id: block.tool_use_id, content } as const;
  return [block.is_error === true ? { ...base, is_error: true } : base];
}

function innerBlock(block: ContentBlock, setting: Setting): ContentBlock {
  if (isText(block)) return text(block.text);
  if (isMedia(block)) return media(block, setting);
  if (block.type === 'tool_reference' && setting.profile.deferredTools) {
    const name = (block as { tool_name?: unknown }).tool_name; // any value: judged right here
    if (typeof name === 'string' && setting.tools.has(name))
      return { type: 'tool_reference', tool_name: name };
  }
  return text(inWords(block));
}

/** Media keep their source as it is; N13 judges it. */
function media(block: ContentBlock, { profile }: Setting): ContentBlock {
  if (!isMedia(block)) return text(inWords(block));
  const isTaken = block.type === 'image' ? profile.images : profile.documents;
  if (!isTaken) return text(blockInWords(block.type, 'this model does not take it'));
  const title = block.type === 'document' && typeof block.title === 'string' ? block.title : '';
  return isBlankText(title)
    ? { type: block.type, source: block.source }
    : { type: 'document', source: block.source, title: wellFormed(title) };
}

/** What a block says, where it can't stand as itself. */
function inWords(block: ContentBlock): string {
  if (isToolUse(block))
    return callInWords(String(block.name), block.inputText ?? JSON.stringify(block.input) ?? '');
  if (isToolResult(block)) return resultInWords(block.tool_use_id, textOf(block));
  if (isAnyThinking(block)) return '';
  if (block.type === 'server_tool_use' || block.type === 'mcp_tool_use') {
    const { name, input } = block as { name?: unknown; input?: unknown }; // an unknown block: any values
    return callInWords(String(name), JSON.stringify(input) ?? '');
  }
  if (block.type === 'compaction') return wordsOf(block);
  const words = wordsOf(block).trim();
  return blockInWords(block.type, words === '' ? 'nothing readable' : words);
}

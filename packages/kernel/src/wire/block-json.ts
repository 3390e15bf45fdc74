/**
 * The JSON text of one block, byte for byte the same for the same block: keys stand in the order in which N12 put them,
 * a tool's input in the order in which the model wrote it (`inputText` verbatim where it was kept). A blob leaves a gap:
 * its base64 stands there when the body goes out.
 */
import type { ContentBlock, MediaSource } from '../timeline/block.ts';
import { isMedia, isToolResult, isToolUse } from '../timeline/block.ts';
import { base64Bytes } from '../assembly/passes/n13-media.ts';
import { isPlainObjectText } from '../assembly/clean-json.ts';
import { innerBlocks } from '../assembly/block-text.ts';
import type { BlobChunk } from '../assembly/types.ts';

/** Text with the blobs that stand in it, each at a number of characters from the start. */
export interface BlockJson {
  readonly text: string;
  readonly blobs: readonly { readonly at: number; readonly chunk: BlobChunk }[];
}

/** Renders a block that went through the passes. */
export function blockJson(block: ContentBlock): BlockJson {
  if (isToolUse(block)) {
    const { id, name, input, inputText, wireId } = block;
    const isKept = inputText !== undefined && isPlainObjectText(inputText);
    const inputJson = isKept ? inputText : JSON.stringify(input);
    return plain(
      `{"type":"tool_use","id":${JSON.stringify(wireId ?? id)},"name":${JSON.stringify(name)},"input":${inputJson}}`,
    );
  }
  if (isMedia(block) && block.source.type === 'blob') return mediaJson(block.type, block.source, block);
  if (isToolResult(block) && innerBlocks(block.content).some(isBlob)) return resultJson(block);
  return plain(JSON.stringify(block));
}

const plain = (text: string): BlockJson => ({ text, blobs: [] });

const isBlob = (block: ContentBlock): boolean => isMedia(block) && block.source.type === 'blob';

function mediaJson(
  type: string,
  source: Extract<MediaSource, { type: 'blob' }>,
  block: ContentBlock,
): BlockJson {
  const before = `{"type":${JSON.stringify(type)},"source":{"type":"base64","media_type":${JSON.stringify(source.media_type)},"data":"`;
  const title =
    'title' in block && typeof block.title === 'string' ? `,"title":${JSON.stringify(block.title)}` : '';
  const chunk = { blob: source.hash, mediaType: source.media_type, base64Bytes: base64Bytes(source) };
  return { text: `${before}"}${title}}`, blobs: [{ at: before.length, chunk }] };
}

function resultJson(
  block: ContentBlock & { readonly tool_use_id: string; readonly content?: unknown },
): BlockJson {
  let text = `{"type":"tool_result","tool_use_id":${JSON.stringify(block.tool_use_id)},"content":[`;
  const blobs: { at: number; chunk: BlobChunk }[] = [];
  for (const [index, inner] of innerBlocks(block.content).entries()) {
    if (index > 0) text += ',';
    const json = blockJson(inner);
    for (const { at, chunk } of json.blobs) blobs.push({ at: text.length + at, chunk });
    text += json.text;
  }
  const isError = (block as { is_error?: boolean }).is_error === true; // N12 has rebuilt it
  return { text: `${text}]${isError ? ',"is_error":true' : ''}}`, blobs };
}

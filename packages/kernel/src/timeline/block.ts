/**
 * Content blocks as the Messages API knows them. Unknown types are carried, never dropped, so the union is open:
 * code narrows with the guards below and treats what is left as `UnknownBlock`.
 */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}
export interface ImageBlock {
  readonly type: 'image';
  readonly source: MediaSource;
}
export interface DocumentBlock {
  readonly type: 'document';
  readonly source: MediaSource;
  readonly title?: string;
}
/** Base64 data in the record, or a blob of the session's folder by its hash (large media: SPEC 5). */
export type MediaSource =
  | { readonly type: 'base64'; readonly media_type: string; readonly data: string }
  | { readonly type: 'blob'; readonly media_type: string; readonly hash: string; readonly bytes: number }
  | { readonly type: 'text'; readonly media_type: string; readonly data: string }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'file'; readonly file_id: string };
export interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  /** A JSON object in valid timelines; anything in garbage (N9 repairs it). */
  readonly input: unknown;
  /** The streamed JSON text, kept only where a number in it does not round-trip. */
  readonly inputText?: string;
  /** The id that the wire carries, where `id` can't be carried or recurs on the path; decided when the call came (N9). */
  readonly wireId?: string;
}
export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content?: string | readonly ContentBlock[];
  readonly is_error?: boolean;
}
export interface ThinkingBlock {
  readonly type: 'thinking';
  readonly thinking: string;
  readonly signature?: string;
}
export interface RedactedThinkingBlock {
  readonly type: 'redacted_thinking';
  readonly data: string;
}
export interface ToolReferenceBlock {
  readonly type: 'tool_reference';
  readonly tool_name: string;
}
/** Server tool blocks, compaction, fallback and every type that is not known yet. */
export interface UnknownBlock {
  readonly type: string;
  readonly [key: string]: unknown;
}
export type KnownBlock =
  | TextBlock
  | ImageBlock
  | DocumentBlock
  | ToolUseBlock
  | ToolResultBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolReferenceBlock;
export type ContentBlock = KnownBlock | UnknownBlock;

export const isText = (block: ContentBlock): block is TextBlock =>
  block.type === 'text' && typeof (block as TextBlock).text === 'string'; // narrowed by the check itself
export const isToolUse = (block: ContentBlock): block is ToolUseBlock =>
  block.type === 'tool_use' && typeof (block as ToolUseBlock).id === 'string'; // narrowed by the check itself
export const isToolResult = (block: ContentBlock): block is ToolResultBlock =>
  block.type === 'tool_result' && typeof (block as ToolResultBlock).tool_use_id === 'string'; // narrowed by the check itself
export const isThinking = (block: ContentBlock): block is ThinkingBlock => block.type === 'thinking';
export const isRedactedThinking = (block: ContentBlock): block is RedactedThinkingBlock =>
  block.type === 'redacted_thinking';
/** Thinking of either kind. */
export const isAnyThinking = (block: ContentBlock): block is ThinkingBlock | RedactedThinkingBlock =>
  isThinking(block) || isRedactedThinking(block);
export const isMedia = (block: ContentBlock): block is ImageBlock | DocumentBlock =>
  (block.type === 'image' || block.type === 'document') && typeof (block as ImageBlock).source === 'object'; // narrowed by the check itself

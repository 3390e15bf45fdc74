/**
 * The head's bytes (SPEC 9.1, 9.4): tools, then system, as they go out in front of `messages`, rendered once. What varies
 * (model, limits, thinking) stands behind the messages, so that nothing in front of them moves.
 *
 *     {"tools":[…],"system":[…],"messages":[
 */
import type { Digest, Head, ToolDefinition } from '../assembly/types.ts';
import { isBlankText } from '../timeline/white-space.ts';
import type { Profile } from '../model/profile.ts';
import { cleanJson, wellFormed } from '../assembly/clean-json.ts';
import { type Estimate, addEstimates, estimateText, estimateTool } from '../tokens/estimate.ts';
import { MESSAGE_OVERHEAD_TOKENS } from '../limits.ts';
import { utf8Bytes } from '../tokens/kind.ts';

/** A head ready for the wire. */
export interface HeadBytes {
  readonly source: Head;
  /** Hash of the head as recorded: the same on every profile. */
  readonly hash: string;
  readonly text: string;
  /** Bytes of the text on the wire. */
  readonly bytes: number;
  /** Where slot 1's `cache_control` goes: before the closing brace of the last system segment or tool; null = nowhere. */
  readonly breakpointAt: number | null;
  /** Start of the chain of block hashes. */
  readonly chain: string;
  readonly tools: ReadonlySet<string>;
  readonly estimate: Estimate;
}

/** Canonical hash of a head: what `request` and `control head` records name. */
export function hashOfHead(head: Head, digest: Digest): string {
  return digest(JSON.stringify([head.system, head.tools, head.context]));
}

/** Renders a head for a profile. Blank segments go; of two tools with one name the first stays (API-CONTRACT C32). */
export function headBytes(head: Head, profile: Profile, digest: Digest): HeadBytes {
  const tools = uniqueTools(head.tools, profile);
  const system = head.system.map(wellFormed).filter((text) => !isBlankText(text));
  const toolJson = tools.map((tool) => JSON.stringify(tool));
  const systemJson = system.map((text) => JSON.stringify({ type: 'text', text }));
  const toolsPart = toolJson.length > 0 ? `"tools":[${toolJson.join(',')}],` : '';
  const systemPart = systemJson.length > 0 ? `"system":[${systemJson.join(',')}],` : '';
  const text = `{${toolsPart}${systemPart}"messages":[`;
  const hash = hashOfHead(head, digest);
  return {
    source: head,
    hash,
    text,
    bytes: utf8Bytes(text),
    breakpointAt: breakpointAt(toolsPart, systemPart, tools),
    chain: digest(`${profile.name}\n${text}`),
    tools: new Set(tools.map((tool) => tool.name)),
    estimate: headEstimate(tools, system, profile),
  };
}

function breakpointAt(
  toolsPart: string,
  systemPart: string,
  tools: readonly ToolDefinition[],
): number | null {
  if (systemPart !== '') return 1 + toolsPart.length + systemPart.length - '}],'.length;
  const last = tools.at(-1);
  return last !== undefined && last.defer_loading !== true ? 1 + toolsPart.length - '}],'.length : null;
}

function uniqueTools(tools: readonly ToolDefinition[], profile: Profile): readonly ToolDefinition[] {
  const byName = new Map<string, ToolDefinition>();
  for (const tool of tools) if (!byName.has(tool.name)) byName.set(tool.name, tool);
  const all = [...byName.values()].map((tool) => cleanJson(tool) as ToolDefinition); // cleaning keeps the shape
  const mayDefer = profile.deferredTools && all.some((tool) => tool.defer_loading !== true); // C36
  return mayDefer ? all : all.map(({ defer_loading: _deferred, ...tool }) => tool);
}

function headEstimate(
  tools: readonly ToolDefinition[],
  system: readonly string[],
  profile: Profile,
): Estimate {
  let sum: Estimate = { prose: MESSAGE_OVERHEAD_TOKENS };
  for (const text of system) sum = addEstimates(sum, estimateText(text, profile.tokenizer));
  const loaded = tools.filter((tool) => tool.defer_loading !== true);
  for (const tool of loaded) sum = addEstimates(sum, estimateTool(tool, profile.tokenizer));
  return loaded.length > 0 ? addEstimates(sum, { prose: profile.toolOverheadTokens }) : sum;
}

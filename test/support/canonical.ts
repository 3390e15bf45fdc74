/** A body as the law of the prefix compares it: tools, system, then blocks with their role, all without cache_control. */
type Json = { readonly [key: string]: unknown };

export interface Body {
  readonly tools?: readonly Json[];
  readonly system?: string | readonly Json[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Json[] }[];
}

export function canonicalBlocks(body: Body): {
  readonly blocks: readonly string[];
  readonly lastBreakpoint: number;
} {
  const blocks: string[] = [];
  let lastBreakpoint = -1;
  const add = (place: string, block: Json) => {
    const { cache_control: mark, ...rest } = block;
    if (mark !== undefined) lastBreakpoint = blocks.length;
    blocks.push(`${place} ${JSON.stringify(rest)}`);
  };
  for (const tool of body.tools ?? []) add('tool', tool);
  for (const block of listOf(body.system ?? [])) add('system', block);
  for (const message of body.messages) for (const block of listOf(message.content)) add(message.role, block);
  return { blocks, lastBreakpoint };
}

const listOf = (content: string | readonly Json[]): readonly Json[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

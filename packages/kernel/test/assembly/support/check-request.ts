/**
 * A small checker of request bodies, written from API-CONTRACT B and sharing nothing with the kernel: pairing, roles,
 * emptiness, thinking, ids, keys. Returns what is wrong, or null.
 */
interface Block {
  readonly type: string;
  readonly [key: string]: unknown;
}
interface Message {
  readonly role: string;
  readonly content: readonly Block[];
}
interface Body {
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly name: string }[];
}

export interface ModelFacts {
  readonly systemMessages: boolean;
  readonly manualThinking: boolean;
}

const keysOf: Record<string, readonly string[]> = {
  text: ['type', 'text'],
  image: ['type', 'source'],
  document: ['type', 'source', 'title'],
  tool_use: ['type', 'id', 'name', 'input'],
  tool_result: ['type', 'tool_use_id', 'content', 'is_error'],
  thinking: ['type', 'thinking', 'signature'],
  redacted_thinking: ['type', 'data'],
  tool_reference: ['type', 'tool_name'],
};
const inRole: Record<string, readonly string[]> = {
  user: ['text', 'image', 'document', 'tool_result'],
  assistant: ['text', 'thinking', 'redacted_thinking', 'tool_use'],
  system: ['text'],
};

export function checkRequest(text: string, facts: ModelFacts): string | null {
  if (/\\ud[89a-f]/i.test(text.replaceAll('\\\\', ''))) return 'lone surrogate';
  const body = JSON.parse(text) as Body;
  const seen = new Set<string>();
  if (body.messages.length === 0) return 'no messages';
  if (body.messages[0]?.role !== 'user') return 'first message is no user message';
  for (const [m, message] of body.messages.entries()) {
    const fault = checkMessage(message, body.messages[m - 1], body.messages[m + 1], seen, facts);
    if (fault !== null) return `messages.${m}: ${fault}`;
  }
  if (body.messages.at(-1)?.role === 'assistant') return 'ends with an answer';
  const marks = text.split('"cache_control"').length - 1;
  return marks > 4 ? `${marks} breakpoints` : null;
}

function checkMessage(
  message: Message,
  before: Message | undefined,
  after: Message | undefined,
  seen: Set<string>,
  facts: ModelFacts,
): string | null {
  const { role, content } = message;
  if (!Array.isArray(content) || content.length === 0) return 'empty';
  if (before?.role === role) return 'same role twice';
  if (role === 'system') {
    if (!facts.systemMessages) return 'system message on a model without them';
    if (before?.role !== 'user' || (after !== undefined && after.role !== 'assistant'))
      return 'system misplaced';
  }
  for (const [b, block] of content.entries()) {
    const fault = checkBlock(block, role);
    if (fault !== null) return `content.${b}: ${fault}`;
  }
  if (role === 'user') return checkResults(content, before);
  if (role !== 'assistant') return null;
  if (/thinking/.test(content.at(-1)?.type ?? '')) return 'ends with thinking';
  const first = content.findIndex((block) => /thinking/.test(block.type));
  if (facts.manualThinking && first > 0) return 'thinking not first';
  const ids = callsOf(message);
  if (ids.length > 0 && after?.role !== 'user') return 'calls without a user message behind';
  for (const id of ids) {
    if (seen.has(id)) return `id ${id} twice`;
    seen.add(id);
  }
  return null;
}

const callsOf = (message: Message | undefined): readonly string[] =>
  (message?.content ?? []).flatMap((block) => (block.type === 'tool_use' ? [String(block['id'])] : []));

function checkResults(content: readonly Block[], before: Message | undefined): string | null {
  const calls = before?.role === 'assistant' ? callsOf(before) : [];
  const results = content.flatMap((block) =>
    block.type === 'tool_result' ? [String(block['tool_use_id'])] : [],
  );
  if (content.slice(0, results.length).some((block) => block.type !== 'tool_result'))
    return 'results not first';
  if (results.join() !== calls.join()) return `results ${results.join()} for calls ${calls.join()}`;
  return null;
}

function checkBlock(block: Block, role: string): string | null {
  if (!inRole[role]?.includes(block.type)) return `${block.type} in ${role}`;
  return checkShape(block) ?? (block.type === 'tool_result' ? checkInner(block) : null);
}

function checkInner(result: Block): string | null {
  const content = result['content'] as readonly Block[];
  if (!Array.isArray(content) || content.length === 0) return 'result without blocks';
  for (const inner of content) {
    if (!['text', 'image', 'document', 'tool_reference'].includes(inner.type))
      return `${inner.type} in a result`;
    if (result['is_error'] === true && inner.type !== 'text') return 'error result with more than text';
    const fault = checkShape(inner);
    if (fault !== null) return fault;
  }
  return null;
}

function checkShape(block: Block): string | null {
  const allowed = keysOf[block.type] ?? [];
  const strange = Object.keys(block).find((key) => !allowed.includes(key) && key !== 'cache_control');
  if (strange !== undefined) return `key ${strange} on ${block.type}`;
  if (block.type === 'text' && (typeof block['text'] !== 'string' || block['text'].trim() === ''))
    return 'blank text';
  if (block.type === 'tool_use') {
    const { id, name, input } = block;
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(id))) return `id ${String(id)}`;
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(name))) return `name ${String(name)}`;
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return 'input is no object';
  }
  if (block.type === 'thinking' && (typeof block['signature'] !== 'string' || block['signature'] === ''))
    return 'unsigned';
  if (/thinking/.test(block.type) && 'cache_control' in block) return 'breakpoint on thinking';
  return null;
}

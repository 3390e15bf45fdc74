/**
 * A body in one line, so that a case is a line: `user(hello) assistant(~ words +t1) user(t1=result t2!=error words)`.
 * `~` thinking, `+id` a call, `id=…` its result, `!` an error, `#` an image, `@` a document, `&name` a tool reference.
 */
import {
  type AssembleInput,
  type Assembled,
  type Head,
  assemble,
  bodyText,
  parseNotation,
  profileOf,
  requestOf,
} from '@leat/kernel';
import { digest } from './digest.ts';

interface Block {
  readonly type: string;
  readonly [key: string]: unknown;
}

export const head: Head = {
  system: ['system'],
  tools: [
    { name: 'Read', description: 'reads', input_schema: { type: 'object' } },
    { name: 'tool', description: 'does', input_schema: { type: 'object' } },
  ],
  context: null,
};

const settings = { stream: true, cache: { enabled: true, ttl: '5m' } } as const;

/** Assembles what a notation says. Default model: one without system messages inside the conversation. */
export function assembled(notation: string, input: Partial<AssembleInput> = {}): Assembled {
  const profile = profileOf('claude-sonnet-5');
  return assemble({ timeline: parseNotation(notation), head, profile, digest, ...input });
}

/** The shape of what a notation assembles to. */
export const shape = (notation: string, input: Partial<AssembleInput> = {}): string =>
  shapeOf(bodyText(requestOf(assembled(notation, input).wire, settings)));

/** The shape of a body. */
function shapeOf(body: string): string {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: Block[] }[] };
  return messages.map(({ role, content }) => `${role}(${content.map(blockShape).join(' ')})`).join(' ');
}

function blockShape(block: Block): string {
  switch (block.type) {
    case 'text':
      return String(block['text']);
    case 'thinking':
    case 'redacted_thinking':
      return '~';
    case 'tool_use':
      return `+${String(block['id'])}`;
    case 'image':
      return '#';
    case 'document':
      return '@';
    case 'tool_reference':
      return `&${String(block['tool_name'])}`;
    case 'tool_result': {
      const inner = (block['content'] as Block[]).map(blockShape).join('+'); // bodies carry arrays
      return `${String(block['tool_use_id'])}${block['is_error'] === true ? '!' : ''}=${inner}`;
    }
    default:
      return `?${block.type}`;
  }
}

/** Records and view items as text for a terminal: a heading, then what they hold. */
import type { ContentBlock, EditRecord, EpochRecord, TimelineRecord, ViewItem } from '@leat/kernel';
import { isText, isThinking, isToolResult, isToolUse } from '@leat/kernel';
import { plainText } from '../print/plain-text.ts';

export function recordText(record: TimelineRecord): string {
  return plainText(`${heading(record)}${body(record)}`);
}

/** An item of the model view: the record, or what stands in its place. */
export function itemText(item: ViewItem): string {
  if (item.form === 'itself') return recordText(item.record);
  const content = blocksText(item.content);
  const what =
    item.form === 'fold' ? `fold of ${item.covered} records` : `${item.record.type}, cleared in part`;
  return plainText(`— ${what}\n${content}`);
}

function heading(record: TimelineRecord): string {
  const time = record.timestamp.slice(11, 19);
  switch (record.type) {
    case 'user':
      return `— ${time} ${record.origin.kind === 'human' ? 'you' : record.origin.kind.replaceAll('_', ' ')}${audience(record.audience)}\n`;
    case 'assistant':
      return `— ${time} ${record.error === undefined ? record.model : 'error'}${audience(record.audience)}\n`;
    case 'system':
      return `— ${time} ${record.subtype}: `;
    case 'attachment':
      return `— ${time} attachment ${record.subtype}\n`;
    case 'control':
      return `— ${time} ${record.control.kind}`;
    default:
      return `— ${time} ${record.type}`;
  }
}

const audience = (to: string): string => (to === 'both' ? '' : ` (for ${to})`);

function body(record: TimelineRecord): string {
  switch (record.type) {
    case 'user':
    case 'assistant':
      return blocksText(record.content);
    case 'system':
      return record.text;
    case 'attachment':
      return record.words === null ? '(nothing for the model)' : blocksText(record.words);
    case 'request':
      return ` ${record.round}.${record.attempt} to ${record.model}, about ${record.estimatedTokens} tokens, ${record.bytes} bytes`;
    case 'response': {
      const cost = record.costUsd === null ? '' : `, $${record.costUsd.toFixed(5)}`;
      return ` ${record.outcome}${record.stopReason === null ? '' : `, ${record.stopReason}`}${cost}`;
    }
    case 'edit':
    case 'epoch':
      return ` ${editText(record)}`;
    case 'tombstone':
      return ` of ${record.target}`;
    case 'progress':
    case 'foreign':
    case 'control':
      return record.type === 'control' ? ` ${JSON.stringify(record.control)}` : '';
  }
}

function editText(record: EditRecord | EpochRecord): string {
  if (record.type === 'edit') return `${record.op.kind}: ${record.why}`;
  const price = record.price === null ? '' : ` ($${record.price.toFixed(5)})`;
  return `${record.reason}: ${record.apply.length} applied, ${record.undo.length} undone${price}. ${record.sentence}`;
}

function blocksText(blocks: readonly ContentBlock[]): string {
  return blocks.map(blockText).join('\n');
}

function blockText(block: ContentBlock): string {
  if (isText(block)) return block.text;
  if (isThinking(block))
    return block.thinking === '' ? '(thinking, not shown by the server)' : `(thinking) ${block.thinking}`;
  if (isToolUse(block)) return `${block.name} ${JSON.stringify(block.input)}`;
  if (isToolResult(block)) {
    const { content } = block;
    const text = content === undefined ? '' : typeof content === 'string' ? content : blocksText(content);
    return block.is_error === true ? `(error) ${text}` : text;
  }
  return `[${block.type}]`;
}

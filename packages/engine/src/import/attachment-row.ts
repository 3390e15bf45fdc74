/**
 * Attachments of a transcript. The words that the recording agent gave the model were its own and are not in the file, so
 * only those whose content is plain words get some; the others are kept as rows and say nothing to the model.
 */
import type { AttachmentRecord, ContentBlock } from '@leat/kernel';
import { isObject, type Json, text } from './foreign.ts';
import { blocksOf } from './blocks.ts';

/** `known` false: a subtype that has no words here, which the person is told of. */
export interface AttachmentRow {
  readonly row: Pick<AttachmentRecord, 'type' | 'subtype' | 'data' | 'words' | 'about'>;
  readonly known: boolean;
}

/** Subtypes that never said anything to the model. */
const SILENT: ReadonlySet<string> = new Set(['hook_success', 'hook_cancelled', 'command_permissions']);

export function attachmentRow(value: Json): AttachmentRow {
  const attachment = isObject(value.attachment) ? value.attachment : {};
  const subtype = text(attachment.type) ?? 'unknown';
  const words = wordsOf(subtype, attachment);
  const { type: _type, ...data } = attachment;
  return {
    row: { type: 'attachment', subtype, data, words, about: null },
    known: words !== null || SILENT.has(subtype),
  };
}

function wordsOf(subtype: string, attachment: Json): readonly ContentBlock[] | null {
  switch (subtype) {
    case 'queued_command': // what a person typed while the agent worked: never lost
      return blocksOf(attachment.prompt);
    case 'hook_additional_context':
      return reminder(lines(attachment.content));
    default:
      return null;
  }
}

const lines = (content: unknown): string =>
  Array.isArray(content)
    ? content.filter((part) => typeof part === 'string').join('\n')
    : (text(content) ?? '');

const reminder = (words: string): readonly ContentBlock[] | null =>
  words.trim() === '' ? null : [{ type: 'text', text: `<system-reminder>\n${words}\n</system-reminder>` }];

/** Text blocks (B.2). Paths of results and documents count too, where a block is empty. */

import type { Rejection } from '../types.ts';
import { isBlank, textOf } from './json.ts';
import { refuse, refuseOurWords } from './rejection.ts';
import { rule } from './rule.ts';
import type { BlockView, Subject } from './subject.ts';

const isText = (block: BlockView) => block.type === 'text' && typeof block.json['text'] === 'string';
const isEmptyText = (block: BlockView) => isText(block) && block.json['text'] === '';

/** A string for content has no block of its own to complain of; empty, it is an empty message (C10). */
const isWritten = (block: BlockView) => /\.\d+$/.test(block.path);

/** C111: an empty text holds no breakpoint. */
function emptyTextIsUnmarked(s: Subject): Rejection | null {
  const marked = [...s.system, ...s.blocks].find(
    (block) =>
      isEmptyText(block) && block.json['cache_control'] !== undefined && block.json['cache_control'] !== null,
  );
  if (marked === undefined) return null;
  return refuse('C111', `${marked.path}.text: cache_control cannot be set for empty text blocks`);
}

/** C13: no text block is empty, also inside results. */
function textIsNotEmpty(s: Subject): Rejection | null {
  const empty = s.blocks.find((block) => isEmptyText(block) && isWritten(block));
  return empty === undefined ? null : refuse('C13', 'messages: text content blocks must be non-empty');
}

/** C14: none is blank. */
function textIsNotBlank(s: Subject): Rejection | null {
  const blank = s.messages
    .flatMap((message) => message.blocks)
    .find((block) => isText(block) && textOf(block.json) !== '' && isBlank(textOf(block.json)));
  return blank === undefined
    ? null
    : refuse('C14', 'messages: text content blocks must contain non-whitespace text');
}

/** B10: the same of `system`. The server as observed may take blank text there. */
function systemTextIsNotEmpty(s: Subject): Rejection | null {
  const bad = s.system.find((block) => isText(block) && isBad(textOf(block.json), s.context.lenient));
  return bad === undefined
    ? null
    : refuseOurWords('B10', `${bad.path}: text content blocks must be non-empty.`);
}

const isBad = (text: string, lenient: boolean) => (lenient ? text === '' : isBlank(text));

export const textRules = [
  rule('C111 D3', emptyTextIsUnmarked),
  rule('C13 B8 B19', textIsNotEmpty),
  rule('C14 B8', textIsNotBlank),
  rule('B10', systemTextIsNotEmpty),
];

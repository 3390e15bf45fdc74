/** Summaries, notes and titles of a conversation, by extraction: what was asked, done, and said last. */
import type { Entry } from './conversation.ts';
import { LIMITS } from './limits.ts';

function firstLine(text: string): string {
  return (
    text
      .split('\n')
      .find((row) => row.trim() !== '')
      ?.trim() ?? ''
  );
}

function targetOf(input: { readonly [key: string]: unknown }): string {
  const value = Object.values(input).find((field) => typeof field === 'string');
  return typeof value === 'string' ? firstLine(value).slice(0, 120) : '';
}

/** A title of a few words. */
export function titleOf(entries: readonly Entry[], prompt: string): string {
  const asked = entries.find((entry) => entry.kind === 'human' && entry.text !== prompt);
  const quotedText = /<(?:conversation|session|message)[^>]*>([\s\S]+?)</.exec(prompt)?.[1];
  const text = asked?.kind === 'human' ? asked.text : (quotedText ?? prompt);
  const words = firstLine(text)
    .replace(/[^\p{L}\p{N}\s'-]/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  const title = words.slice(0, 7).join(' ');
  return title === '' ? 'Untitled session' : `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
}

/** Notes on a conversation. */
export function digestOf(entries: readonly Entry[], prompt: string): string {
  const asked = entries.flatMap((entry) =>
    entry.kind === 'human' && entry.text !== prompt ? [`- ${firstLine(entry.text).slice(0, 300)}`] : [],
  );
  const done = entries.flatMap((entry) =>
    entry.kind === 'call'
      ? [`- ${entry.call.name}: ${targetOf(entry.call.input)}${entry.call.failed ? ' (failed)' : ''}`]
      : [],
  );
  const last = entries.findLast((entry) => entry.kind === 'said');
  const parts = [
    `Asked:\n${asked.slice(-12).join('\n') || '- nothing that is visible here'}`,
    `Done (${done.length} calls):\n${done.slice(-30).join('\n') || '- no calls'}`,
    last?.kind === 'said' ? `Said last: ${last.text.slice(0, 600)}` : '',
  ];
  return parts
    .filter((part) => part !== '')
    .join('\n\n')
    .slice(0, LIMITS.digestCharsMax);
}

/** What a prompt asks for, by plain rules on its words. */
import { holdsDiff } from './commit-words.ts';

export type Wish =
  | { readonly kind: 'repair' }
  | { readonly kind: 'test' }
  | { readonly kind: 'list' }
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'search'; readonly pattern: string }
  | { readonly kind: 'about' }
  | { readonly kind: 'greet'; readonly words: string }
  | { readonly kind: 'commit' }
  | { readonly kind: 'title' }
  | { readonly kind: 'digest' }
  | { readonly kind: 'go on' }
  | { readonly kind: 'unknown' };

const CONVERSATION = /\b(conversation|transcript|session|messages|dialog(ue)?|so far|above|history)\b/i;

/** Reads the wish from a prompt. */
export function wishOf(prompt: string): Wish {
  const short = prompt.length < 400;
  if (/\bcommit (message|title|subject)\b/i.test(prompt) && holdsDiff(prompt)) return { kind: 'commit' };
  if (
    /\b(title|headline|slug)\b/i.test(prompt) &&
    (CONVERSATION.test(prompt) || /\b(generate|write|give|create|short)\b/i.test(prompt)) &&
    !/\bfix|bug|fail/i.test(prompt)
  )
    return { kind: 'title' };
  if (/\b(summar\w+|recap|notes?|memory|compact|condense)\b/i.test(prompt) && CONVERSATION.test(prompt))
    return { kind: 'digest' };
  if (/^(please )?(continue|go on|carry on|resume|proceed|keep going)\b/i.test(prompt.trim()))
    return { kind: 'go on' };
  const says = /^(?:please )?say[: ]+["'`]?(.{1,200}?)["'`]?[.!]?$/i.exec(prompt.trim())?.[1];
  if (says !== undefined) return { kind: 'greet', words: /^hello$/i.test(says) ? 'Hello!' : says };
  if (/^(hi|hello|hey|good (morning|day|evening)|ping)\b[\s!.,]*$/i.test(prompt.trim()))
    return { kind: 'greet', words: 'Hello!' };
  if (
    /\b(fix|repair|mend|debug|solve|correct|broken|bug|fails?|failing|failed|make .{0,40}pass|goes? red)\b/i.test(
      prompt,
    )
  )
    return { kind: 'repair' };
  if (/\b(run|execute|start|do)\b.{0,30}\btests?\b/i.test(prompt)) return { kind: 'test' };
  const path =
    /\b(?:read|show|print|open|cat|display|view|look at)\b[^\n]{0,30}?[\s"'`]((?:[\w.-]+\/)*[\w-]*\.[\w.]+|(?:[\w.-]+\/)*(?:LICENSE|Makefile|README))/i.exec(
      prompt,
    )?.[1];
  if (path !== undefined) return { kind: 'read', path };
  if (/\b(list|show|which|what)\b.{0,30}\b(files|folders?|director(y|ies)|tree)\b/i.test(prompt))
    return { kind: 'list' };
  const sought =
    /\b(?:where|find|search|grep|look for|uses?|occurrences?)\b[^\n]*?["'`]([^"'`\n]{1,80})["'`]/i.exec(
      prompt,
    )?.[1] ?? /\bwhere is (?:the )?(?:function |class |variable )?([A-Za-z_$][\w$]{2,})\b/i.exec(prompt)?.[1];
  if (sought !== undefined && short) return { kind: 'search', pattern: sought };
  if (/\b(what|explain|describe|tell|about|overview|understand|summar\w+)\b/i.test(prompt))
    return { kind: 'about' };
  return { kind: 'unknown' };
}

/** Compactions of the recording agent as edits of ours: a summary that stands for all before it, results that were cleared. */
import type { BlockTarget, NewRecord, UserRecord, Uuid } from '@leat/kernel';
import { isObject, type Json } from './foreign.ts';
import type { Spine } from './spine.ts';

type NewUser = Omit<UserRecord, 'uuid' | 'parentUuid' | 'timestamp'>;

/** The summary's own record: the model reads it, the person sees it in the transcript. */
export function folded(record: NewUser, path: Spine): NewUser {
  const span = path.span();
  return {
    ...record,
    audience: 'model',
    origin: {
      kind: 'summary',
      of: span && { first: span.first, last: span.last },
      direction: 'up_to',
      count: span?.count ?? 0,
    },
  };
}

/** A micro-compaction's row names the calls whose results the model saw no more. */
export function cleared(
  value: Json,
  results: ReadonlyMap<string, Uuid>,
  calls: ReadonlyMap<string, { readonly tool: string }>,
): readonly NewRecord[] {
  if (value.type !== 'system' || value.subtype !== 'microcompact_boundary') return [];
  const facts = isObject(value.microcompactMetadata) ? value.microcompactMetadata : {};
  const ids = Array.isArray(facts.compactedToolIds) ? facts.compactedToolIds : [];
  const targets: { target: BlockTarget; words: string }[] = [];
  for (const id of ids) {
    const uuid = typeof id === 'string' ? results.get(id) : undefined;
    if (uuid === undefined || typeof id !== 'string') continue;
    const tool = calls.get(id)?.tool ?? 'a tool';
    targets.push({
      target: { uuid, toolUseId: id },
      words: `[Result of ${tool} cleared to save room; run it again if it is needed]`,
    });
  }
  if (targets.length === 0) return [];
  return [
    {
      type: 'edit',
      op: { kind: 'clear', targets },
      by: 'microcompact',
      why: 'the recording agent had cleared these results',
      scope: 'path',
      applies: 'at_once',
    },
  ];
}

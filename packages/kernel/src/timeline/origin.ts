import type { ToolUseId, Uuid } from './id.ts';

/** Why a record was settled (SPEC 9, 12): what a request needed and the timeline lacked. */
export type SettledWhy =
  | 'never_ran'
  | 'interrupted'
  | 'result_lost'
  | 'outcome_unknown'
  | 'cut_answer'
  | 'unanswered';

/** Where the content of a `user` record came from. A closed union: a new need is first a new origin (SPEC 4). */
export type Origin =
  | { readonly kind: 'human' }
  | {
      readonly kind: 'tool_result';
      readonly toolUseId: ToolUseId;
      /** The assistant record that holds the call; null where an import does not know it. */
      readonly assistantUuid: Uuid | null;
      /** What the person's row shows; never for the model. */
      readonly display?: unknown;
    }
  | { readonly kind: 'context'; readonly name: string }
  | {
      readonly kind: 'summary';
      readonly of: { readonly first: Uuid; readonly last: Uuid } | null;
      readonly direction: 'up_to' | 'from';
      readonly count: number;
    }
  | { readonly kind: 'interruption'; readonly of: 'reply' | 'tool_use' }
  | { readonly kind: 'command_output'; readonly command: string }
  | { readonly kind: 'hook'; readonly event: string }
  | { readonly kind: 'task_notification'; readonly taskId: string }
  | { readonly kind: 'teammate'; readonly from: string }
  | { readonly kind: 'channel'; readonly name: string }
  | { readonly kind: 'continuation' }
  | { readonly kind: 'settled'; readonly why: SettledWhy }
  | { readonly kind: 'other'; readonly name: string };

/** Who reads a record: both, the model only (meta), the person only (virtual), nobody (transcript only). */
export type Audience = 'both' | 'model' | 'person' | 'nobody';

/**
 * Branches of a transcript (SPEC 5): the order of the file decides; a fork whose later child is a human message is a rewind,
 * every other one is parallel work and stays on the path.
 *
 * Parents are followed through records beside the conversation (progress, notices) to the nearest message, so that a hook's
 * row makes no fork.
 */
import type { Uuid } from '@leat/kernel';

export interface Branches {
  /** `conversation`: a message of person or model, not a row beside it. */
  note(uuid: Uuid, parent: Uuid | null, conversation: boolean): void;
  /** Whether a human message with this parent leaves what came behind that parent. */
  leaves(parent: Uuid | null): boolean;
  /** The nearest message at or above a record, null where there is none. */
  messageAt(uuid: Uuid | null): Uuid | null;
  knows(uuid: Uuid): boolean;
}

export function branches(): Branches {
  /** Each record's nearest message, itself included. */
  const nearest = new Map<Uuid, Uuid | null>();
  const answered = new Set<Uuid>();
  const messageAt = (uuid: Uuid | null): Uuid | null => (uuid === null ? null : (nearest.get(uuid) ?? null));
  return {
    note: (uuid, parent, conversation) => {
      const before = messageAt(parent);
      if (conversation && before !== null) answered.add(before);
      nearest.set(uuid, conversation ? uuid : before);
    },
    leaves: (parent) => {
      const message = messageAt(parent);
      return message !== null && answered.has(message);
    },
    messageAt,
    knows: (uuid) => nearest.has(uuid),
  };
}

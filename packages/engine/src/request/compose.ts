/**
 * Phase 3 of the loop: from the timeline to a request (SPEC 9). What a request needs and the timeline lacks is appended
 * first, as records (S3); then the kernel builds the wire, grown from the last one, and the request from it.
 */
import { assemble, prefixHashOf, requestOf, type WireRequest } from '@leat/kernel';
import { sha256 } from '../query/digest.ts';
import { settleOptions } from '../query/open-calls.ts';
import type { State } from '../query/state.ts';
import { notice, type TurnContext } from '../query/turn-context.ts';

/** A request ready to be sent, and what thinking of its answer is signed over. */
export interface Composed {
  readonly wire: WireRequest;
  readonly prefixHash: string;
}

/** The next round's state, and its request. */
export const compose = async (
  before: State,
  turn: TurnContext,
): Promise<{ readonly state: State; readonly request: Composed }> => {
  const { chain, profile, head } = turn;
  const calibration = turn.calibration();
  const assembled = assemble({
    timeline: chain.timeline,
    head: head.head,
    profile,
    digest: sha256,
    wire: before.wire,
    settle: settleOptions(chain.timeline, turn.tools),
    calibration,
  });
  for (const record of assembled.settle) chain.addWhole(record);
  for (const issue of assembled.issues) notice(turn, 'warning', 'LEAT_ASSEMBLY', issue.what);
  turn.keepWire(assembled.wire);
  const request = requestOf(assembled.wire, turn.settings, { nowMs: turn.host.clock.now(), calibration });
  return {
    state: { ...before, timeline: chain.timeline, wire: assembled.wire, round: before.round + 1 },
    request: { wire: request, prefixHash: prefixHashOf(assembled.wire) },
  };
};

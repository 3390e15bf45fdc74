/**
 * Runs the collectors side by side before a request, each under one deadline; one that is late or throws is skipped with a
 * notice (SPEC 4.1). What they found becomes records, in the collectors' order.
 */
import type { AttachmentRecord } from '@leat/kernel';
import { COLLECTOR_MS_MAX } from '../query/limits.ts';
import { notice, type TurnContext } from '../query/turn-context.ts';
import { wordsOf } from '../tool/tool-call.ts';
import type { Collector, Found } from './collector.ts';

type Outcome = Found | null | 'late' | { readonly failed: string };

export const gatherAttachments = async (turn: TurnContext): Promise<void> => {
  const outcomes = await Promise.all(turn.collectors.map((collector) => collectInTime(collector, turn)));
  for (const [at, { subtype }] of turn.collectors.entries()) {
    const outcome = outcomes[at] ?? null;
    if (outcome === null || turn.signal.aborted) continue;
    if (outcome === 'late' || 'failed' in outcome) {
      const why = outcome === 'late' ? 'it took too long' : outcome.failed;
      notice(turn, 'warning', 'LEAT_ATTACHMENT_SKIPPED', `${subtype} was left out of this request: ${why}.`);
    } else {
      turn.chain.add<AttachmentRecord>({ type: 'attachment', subtype, ...outcome, about: null });
    }
  }
};

const collectInTime = async (collector: Collector, turn: TurnContext): Promise<Outcome> => {
  const over = new AbortController();
  const stop = (): void => over.abort();
  turn.signal.addEventListener('abort', stop, { once: true });
  const late = turn.host.clock.sleep(COLLECTOR_MS_MAX, over.signal).then(
    () => 'late' as const,
    () => null, // Stopped: by the turn's abort, or because the collector was in time.
  );
  const found = collector
    .collect(turn.chain.timeline)
    .catch((error: unknown): Outcome => ({ failed: wordsOf(error) }));
  const outcome = await Promise.race([found, late]);
  over.abort();
  turn.signal.removeEventListener('abort', stop);
  return outcome;
};

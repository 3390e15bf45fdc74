/** Back to the beginning: everything that requests have left behind is forgotten. */

import type { Core } from './core.ts';

/** Forgets log, cache, bodies and numbers, and begins the script anew. Clock and faults stay as they are. */
export function resetCore(core: Core): void {
  core.log.clear();
  core.cache.clear();
  core.diagnosis.clear();
  core.bodies.clear();
  core.repeats.clear();
  core.behaviour.restart?.();
  core.epoch++;
  for (const kind of ['requests', 'messages', 'count_tokens', 'models', 'other'] as const)
    core.counts[kind] = 0;
}

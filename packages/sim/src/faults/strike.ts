/** Which faults meet a request: by its number, its words, or by chance with a seed. */

import { randomOf } from '../clock/random.ts';
import type { FaultCondition, FaultPlan, FaultRule } from './fault.ts';

/** What a condition is judged by. */
interface FaultedRequest {
  /** Number among the requests to the same path, from 1. */
  readonly number: number;
  readonly path: 'messages' | 'count_tokens' | 'models';
  readonly model: string | null;
  readonly stream: boolean;
  /** Text of the body; asked for only where a condition looks at it. */
  readonly body: () => string;
}

/** A plan at work: it counts how often each fault has struck. */
export interface FaultSource {
  /** The faults that strike this request, in the order of the plan. Each call is one strike. */
  strike(request: FaultedRequest): readonly FaultRule[];
}

/** Puts a plan to work. */
export function createFaultSource(plan: FaultPlan, seed: number): FaultSource {
  const struck = plan.faults.map(() => 0);
  const strike = (request: FaultedRequest) =>
    plan.faults.filter((fault, index) => {
      if ((struck[index] ?? 0) >= (fault.times ?? Infinity)) return false;
      const chance = () => randomOf('fault', plan.seed ?? seed, index, request.path, request.number)();
      if (!meets(fault.when ?? {}, request, chance)) return false;
      struck[index] = (struck[index] ?? 0) + 1;
      return true;
    });
  return { strike };
}

function meets(when: FaultCondition, request: FaultedRequest, chance: () => number): boolean {
  return (
    request.path === (when.path ?? 'messages') &&
    numberMeets(when.request, request.number) &&
    (when.every === undefined || request.number % when.every === 0) &&
    (when.model === undefined || when.model === request.model) &&
    (when.stream === undefined || when.stream === request.stream) &&
    (when.contains === undefined || request.body().includes(when.contains)) &&
    (when.pattern === undefined || new RegExp(when.pattern, 'u').test(request.body())) &&
    (when.rate === undefined || chance() < when.rate)
  );
}

function numberMeets(wanted: FaultCondition['request'], number: number): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === 'number') return wanted === number;
  if ('includes' in wanted) return wanted.includes(number);
  return number >= (wanted.from ?? 1) && number <= (wanted.to ?? Infinity);
}

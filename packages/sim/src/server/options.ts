/** What a simulator can be told. */

import type { Clock } from '../clock/clock.ts';
import type { FaultPlan } from '../faults/index.ts';
import type { Script, ScriptFunction, ScriptTurn } from '../script/index.ts';
import type { Behaviour } from '../types.ts';

/** All fields are optional: without any the simulator answers every request with one closing sentence. */
export interface SimulatorOptions {
  /** Port on 127.0.0.1. Default 0: one that is free. */
  readonly port?: number;
  /** What the model says. Exactly one of `behaviour`, `script` and `replay` may be given. */
  readonly behaviour?: Behaviour;
  readonly script?: Script | readonly ScriptTurn[] | ScriptFunction;
  /** Text of a transcript whose assistant turns are said again. */
  readonly replay?: string;
  readonly faults?: FaultPlan;
  /** Name of a profile; default `first-party`, which serves every model of the table. */
  readonly profile?: string;
  /** Context window in tokens in place of the models' own. */
  readonly windowTokens?: number;
  /** The first-party server as observed, rather than at its strictest. */
  readonly lenient?: boolean;
  /** Decides ids, the cuts of deltas, and faults by rate. Default 1. */
  readonly seed?: number;
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** Log lines go to this file too. */
  readonly logFile?: string;
  /** Keeps each body in its log entry. */
  readonly keepBodies?: boolean;
  /** Only these keys are known (C120); default: any. */
  readonly keys?: readonly string[];
  /** Hears of what goes wrong inside the simulator. Default: standard error. */
  readonly onError?: (error: Error) => void;
}

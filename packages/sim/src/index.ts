/** The simulator of the Messages API: a server on loopback, its contract, and its parts. */

export * from './types.ts';
export { createClock } from './clock/clock.ts';
export type { Clock } from './clock/clock.ts';
export { runSimCommand } from './command/index.ts';
export type { SimIo } from './command/index.ts';
export { createSimulator } from './server/simulator.ts';
export type { Simulator } from './server/simulator.ts';
export type { SimulatorOptions } from './server/options.ts';
export { BadFileError, createScriptBehaviour, parseScript } from './script/index.ts';
export type {
  Script,
  ScriptedAnswer,
  ScriptFunction,
  ScriptTurn,
  ServedBehaviour,
  TurnChoice,
  TurnCondition,
} from './script/index.ts';
export { createReplayBehaviour, recordedTurns } from './replay/index.ts';
export { checkFaults, ERROR_WORDS, FAULT_KINDS, parseFaults } from './faults/index.ts';
export type { Fault, FaultCondition, FaultPlan, FaultRule, Place, RateLimits } from './faults/index.ts';
export type { LogEntry, Outcome, Totals } from './log/index.ts';
export type { Bill, Usage } from './usage/usage.ts';
export { MODELS, modelOf, priceOf, PROFILES, profileOf } from './models/index.ts';
export type { Model, Profile } from './models/index.ts';
export { boundPrefix, RULES, validate, validateBytes, validationContext } from './contract/index.ts';
export type { Rule, ValidationContext } from './contract/index.ts';
export { createRehearsal, type RehearsalOptions } from './rehearsal/rehearsal.ts';

export { jsonFaultPlace } from './json-place.ts';
export { createFunctionBehaviour, createScriptBehaviour } from './behaviour.ts';
export type { ServedBehaviour } from './behaviour.ts';
export { BadFileError, parseScript } from './parse.ts';
export type {
  Script,
  ScriptedAnswer,
  ScriptFunction,
  ScriptTurn,
  TurnChoice,
  TurnCondition,
} from './turn.ts';

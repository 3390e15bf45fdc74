export { jsonFaultPlace } from './json-place.ts';
export { createFunctionBehaviour, createScriptBehaviour, OUT_OF_TURNS } from './behaviour.ts';
export type { ServedBehaviour } from './behaviour.ts';
export { BadFileError, checkTurns, parseScript } from './parse.ts';
export { answerOf, fits, textOf } from './turn.ts';
export type {
  Script,
  ScriptedAnswer,
  ScriptFunction,
  ScriptTurn,
  TurnChoice,
  TurnCondition,
} from './turn.ts';

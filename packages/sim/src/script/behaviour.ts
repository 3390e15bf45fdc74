/** Behaviours that say what was written down: a script, or a function that writes it as it goes. */

import type { Answer, Behaviour, MessagesRequest } from '../types.ts';
import { answerOf, fits } from './turn.ts';
import type { Script, ScriptFunction, ScriptTurn, ScriptedAnswer } from './turn.ts';

/** A behaviour that wants to know whether its answer arrived. */
export interface ServedBehaviour extends Behaviour {
  /** Called once for each answer: whether all of it was written to a client that was still there. */
  settle?(answer: Answer, delivered: boolean): void;
  /** Begins anew, as if nothing had been asked yet. */
  restart?(): void;
  /** Turns taken and turns in all, where there is such a thing. */
  progress?(): { readonly taken: number; readonly turns: number };
}

/** What is said when a script has no more turns. */
const OUT_OF_TURNS = 'The script has no more turns.';

/** Speaks the turns of a script, then one closing sentence for ever. */
export function createScriptBehaviour(script: Script, name = 'script'): ServedBehaviour {
  return script.by === 'history' ? historyBehaviour(script.turns, name) : orderBehaviour(script.turns, name);
}

/** Asks a function for each turn. */
export function createFunctionBehaviour(write: ScriptFunction): ServedBehaviour {
  let number = 0;
  return {
    name: 'script',
    answer: async (request) => answerOf(await write(request, number++), request),
    restart: () => {
      number = 0;
    },
  };
}

function orderBehaviour(turns: readonly ScriptTurn[], name: string): ServedBehaviour {
  const fresh = () => turns.map((turn) => (turn.times === 'always' ? Infinity : (turn.times ?? 1)));
  let left = fresh();
  const given = new WeakMap<Answer, number>();
  let first = 0;
  let taken = 0;

  const answer = (request: MessagesRequest): ScriptedAnswer => {
    for (let index = first; index < turns.length; index++) {
      const turn = turns[index];
      if (turn === undefined || left[index] === 0 || !fits(turn.when, request)) continue;
      left[index] = (left[index] ?? 0) - 1;
      taken++;
      while (first < turns.length && left[first] === 0) first++;
      const spoken = answerOf(turn, request);
      given.set(spoken, index);
      return spoken;
    }
    return closing(request);
  };

  const settle = (spoken: Answer, delivered: boolean) => {
    const index = given.get(spoken);
    if (index === undefined) return;
    given.delete(spoken);
    if (delivered) return;
    left[index] = (left[index] ?? 0) + 1;
    taken--;
    first = Math.min(first, index);
  };

  const restart = () => {
    left = fresh();
    first = 0;
    taken = 0;
  };

  return { name, answer, settle, restart, progress: () => ({ taken, turns: turns.length }) };
}

function historyBehaviour(turns: readonly ScriptTurn[], name: string): ServedBehaviour {
  const answer = (request: MessagesRequest) => {
    const turn = turns[assistantTurnsOf(request)];
    return turn === undefined || !fits(turn.when, request) ? closing(request) : answerOf(turn, request);
  };
  return { name, answer };
}

function assistantTurnsOf(request: MessagesRequest): number {
  let count = 0;
  let role = '';
  for (const message of request.messages) {
    if (message.role === 'assistant' && role !== 'assistant') count++;
    role = message.role;
  }
  return count;
}

const closing = (request: MessagesRequest): ScriptedAnswer => answerOf({ text: OUT_OF_TURNS }, request);

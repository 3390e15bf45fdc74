/** A behaviour that says again what a recorded session's model said. */

import { createScriptBehaviour } from '../script/index.ts';
import type { ServedBehaviour } from '../script/index.ts';
import { recordedTurns } from './transcript.ts';

/** Replays the assistant turns of a transcript's text, in order. Throws a `BadFileError` if there are none. */
export function createReplayBehaviour(transcript: string, name = 'replay'): ServedBehaviour {
  return createScriptBehaviour({ turns: recordedTurns(transcript, name).turns }, 'replay');
}

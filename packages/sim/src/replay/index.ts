export { createReplayBehaviour } from './behaviour.ts';
export { recordedTurns } from './transcript.ts';

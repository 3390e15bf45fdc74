export { createReplayBehaviour } from './behaviour.ts';
export { recordedTurns } from './transcript.ts';
export type { RecordedTurns } from './transcript.ts';

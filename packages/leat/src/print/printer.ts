/** What print mode writes: a printer takes a turn's events and turns them into output. */
import type { QueryEvent, TurnSummary } from '@leat/engine';

/** What is known before the turn begins, for the first line of stream-json. */
export interface SessionFacts {
  readonly session: string;
  readonly cwd: string;
  readonly model: string;
  readonly permissionMode: string;
  readonly tools: readonly string[];
  readonly apiKeySource: string;
  readonly version: string;
  readonly contextWindow: number | null;
  readonly maxOutputTokens: number | null;
}

export interface Printer {
  start(): void;
  event(event: QueryEvent): void;
  finish(summary: TurnSummary): void;
}

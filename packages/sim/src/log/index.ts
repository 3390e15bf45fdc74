export type { LogEntry, Outcome, Totals } from './entry.ts';
export { createRequestLog } from './log.ts';
export type { RequestLog } from './log.ts';

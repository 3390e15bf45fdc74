export type {
  ErrorFault,
  ErrorReply,
  Fault,
  FaultCondition,
  FaultPlan,
  FaultRule,
  Place,
  RateLimits,
} from './fault.ts';
export { checkFaults, FAULT_KINDS, parseFaults } from './parse.ts';
export { createRateWindow } from './rate-limits.ts';
export type { RateWindow } from './rate-limits.ts';
export { envelope, faultReply, rejectionReply } from './reply.ts';
export { bodySteps, breaksOff, PING_BYTES, PING_EVERY_MS, streamSteps } from './steps.ts';
export type { Ending, Step } from './steps.ts';
export { createFaultSource } from './strike.ts';
export type { FaultSource, FaultedRequest } from './strike.ts';
export { ERROR_TYPES, ERROR_WORDS } from './words.ts';

export { createDiagnosis } from './diagnosis.ts';
export type { Diagnosed, Diagnosis } from './diagnosis.ts';
export { createPrefixCache, TTL_MS } from './prefix-cache.ts';
export type { Arrival, CachePlan, PlannedCache, PrefixCache } from './prefix-cache.ts';
export { render } from './render.ts';
export type { Isolation, Position, Rendered, Ttl } from './render.ts';

export { createDiagnosis } from './diagnosis.ts';
export type { Diagnosed, Diagnosis } from './diagnosis.ts';
export { createPrefixCache } from './prefix-cache.ts';
export type { PlannedCache, PrefixCache } from './prefix-cache.ts';
export { render } from './render.ts';
export type { Rendered } from './render.ts';

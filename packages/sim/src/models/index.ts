export { EFFORTS } from './model.ts';
export type { Effort, Model, ThinkingKind } from './model.ts';
export { MODELS, modelOf, priceOf } from './table.ts';
export { FIRST_PARTY, PROFILES, profileOf } from './profile.ts';
export type { Profile } from './profile.ts';

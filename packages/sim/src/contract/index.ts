export { betasOf, validationContext } from './context.ts';
export type { ContextOptions, SignatureCheck, SignatureVerdict, ValidationContext } from './context.ts';
export { validate, validateBytes } from './validate.ts';
export type { ReadBody } from './validate.ts';
export { boundPrefix, boundPrefixes, boundPrefixesOfAnswer } from './bound-prefix.ts';
export type { BoundPrefixes } from './bound-prefix.ts';
export { RULES } from './rule-list.ts';
export type { Rule } from './rule.ts';

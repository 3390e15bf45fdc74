/** Every rule, in the order in which a request meets them. The first that refuses answers. */

import { bodyRules } from './body.ts';
import { headerRules } from './headers.ts';
import type { Rule } from './rule.ts';

export const RULES: readonly Rule[] = [...headerRules, ...bodyRules];

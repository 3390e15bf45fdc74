/** The list of repair rules. Each is general; none knows a project. */
import type { Rule } from '../candidate.ts';
import { args } from './arguments.ts';
import { conditions } from './conditions.ts';
import { modules } from './modules.ts';
import { names } from './names.ts';
import { numbers } from './numbers.ts';
import { operators } from './operators.ts';
import { properties } from './properties.ts';
import { returns } from './returns.ts';
import { siblings } from './siblings.ts';
import { strings } from './strings.ts';

export const RULES: readonly Rule[] = [
  operators,
  numbers,
  names,
  returns,
  conditions,
  properties,
  strings,
  args,
  siblings,
  modules,
];

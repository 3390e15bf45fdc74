/** What a rule is to the list: ids of API-CONTRACT that it stands for, and a question to a request. */

import type { Rejection } from '../types.ts';
import type { Subject } from './subject.ts';

/** One rule of the contract. */
export interface Rule {
  /** A name of its own within the list. */
  readonly name: string;
  /** The rules of API-CONTRACT that it checks. */
  readonly cites: readonly string[];
  /** `null` if the request keeps the rule. Takes any JSON and never throws. */
  readonly check: (subject: Subject) => Rejection | null;
}

/** A rule: its name is the function's. */
export function rule(cites: string, check: (subject: Subject) => Rejection | null): Rule {
  return { name: check.name, cites: cites.split(' '), check };
}

/**
 * The rules about keys and types. One walk over the body notes every fault of shape; each rule answers with the
 * first fault that is its own, so that each can be taken out alone.
 */

import { refuse } from './rejection.ts';
import type { Rule } from './rule.ts';
import { countTokensBody, messagesBody } from './shape/body.ts';
import type { Fault } from './shape/shape.ts';
import type { Subject } from './subject.ts';

const walked = new WeakMap<Subject, readonly Fault[]>();

/** All faults of shape, found once per request. */
function faultsOf(subject: Subject): readonly Fault[] {
  const known = walked.get(subject);
  if (known !== undefined) return known;
  const faults: Fault[] = [];
  const shape = subject.context.endpoint === 'messages' ? messagesBody : countTokensBody;
  shape(subject.body, '', { faults, betas: subject.betas });
  walked.set(subject, faults);
  return faults;
}

/** A rule that a shape checks; the first id is the one that answers. */
function fromShape(cites: string): Rule {
  const ids = cites.split(' ');
  const id = ids[0] ?? '';
  return {
    name: `shape ${id}`,
    cites: ids,
    check: (subject) => {
      const found = faultsOf(subject).find((fault) => fault.rule === id);
      return found === undefined ? null : refuse(id, found.message);
    },
  };
}

export const shapeRules: readonly Rule[] = [
  fromShape('A.3'),
  fromShape('C7'),
  fromShape('B1'),
  fromShape('C95 B44'),
  fromShape('B12'),
  fromShape('B13'),
  fromShape('C17 B13'),
  fromShape('B19'),
  fromShape('B23'),
  fromShape('B24'),
  fromShape('C53 B24'),
  fromShape('C54 B24 D3'),
  fromShape('C55 B24 D3'),
  fromShape('B35'),
  fromShape('C80 B35'),
  fromShape('B39'),
  fromShape('B40'),
  fromShape('B43'),
  fromShape('B44'),
  fromShape('B49'),
  fromShape('B50'),
  fromShape('A13'),
  fromShape('A15'),
  fromShape('C33 A15'),
  fromShape('A16'),
  fromShape('A23'),
  fromShape('A24'),
  fromShape('C59e A24'),
  fromShape('A29'),
  fromShape('A30'),
  fromShape('A31'),
  fromShape('A32'),
  fromShape('D4'),
  fromShape('C114'),
  fromShape('C6 A6'),
  fromShape('A2'),
  fromShape('C3 A6 B45 D3'),
];

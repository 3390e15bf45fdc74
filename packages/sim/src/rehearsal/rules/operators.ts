/** Wrong operators: comparisons, logic, arithmetic, assignment, and the keywords that act like them. */
import { endsOperand, replaceToken, type Candidate, type Rule } from '../candidate.ts';
import type { Clue } from '../clue.ts';
import { numberOf } from '../clue.ts';
import type { Source } from '../source.ts';

type Swaps = readonly (readonly [string, number])[];

const SWAPS = new Map<string, Swaps>([
  [
    '<',
    [
      ['<=', 2.3],
      ['>', 2],
      ['>=', 1.2],
      ['===', 0.3],
    ],
  ],
  [
    '<=',
    [
      ['<', 2.3],
      ['>=', 2],
      ['>', 1.2],
      ['===', 0.3],
    ],
  ],
  [
    '>',
    [
      ['>=', 2.3],
      ['<', 2],
      ['<=', 1.2],
      ['===', 0.3],
      ['!==', 0.4],
    ],
  ],
  [
    '>=',
    [
      ['>', 2.3],
      ['<=', 2],
      ['<', 1.2],
      ['===', 0.3],
    ],
  ],
  [
    '===',
    [
      ['!==', 2.2],
      ['>=', 0.4],
      ['<=', 0.4],
      ['==', 0.1],
    ],
  ],
  [
    '!==',
    [
      ['===', 2.2],
      ['>', 0.5],
      ['<', 0.4],
      ['!=', 0.1],
    ],
  ],
  [
    '==',
    [
      ['!=', 2.2],
      ['===', 1],
    ],
  ],
  [
    '!=',
    [
      ['==', 2.2],
      ['!==', 1],
    ],
  ],
  [
    '&&',
    [
      ['||', 2.2],
      ['??', 0.2],
    ],
  ],
  [
    '||',
    [
      ['&&', 2.2],
      ['??', 0.9],
    ],
  ],
  [
    '??',
    [
      ['||', 1.2],
      ['&&', 0.9],
    ],
  ],
  [
    '+',
    [
      ['-', 2.1],
      ['*', 0.9],
      ['/', 0.1],
    ],
  ],
  [
    '-',
    [
      ['+', 2.1],
      ['*', 0.4],
      ['/', 0.4],
      ['%', 0.1],
    ],
  ],
  [
    '*',
    [
      ['/', 2.1],
      ['+', 1],
      ['**', 0.5],
      ['-', 0.2],
    ],
  ],
  [
    '/',
    [
      ['*', 2.1],
      ['%', 0.9],
      ['-', 0.3],
      ['+', 0.2],
    ],
  ],
  [
    '%',
    [
      ['/', 1.6],
      ['*', 1.2],
    ],
  ],
  [
    '**',
    [
      ['*', 1.8],
      ['+', 0.4],
    ],
  ],
  [
    '+=',
    [
      ['-=', 2],
      ['=', 1.7],
      ['*=', 0.7],
    ],
  ],
  [
    '-=',
    [
      ['+=', 2],
      ['=', 1.4],
    ],
  ],
  [
    '*=',
    [
      ['/=', 1.8],
      ['+=', 1.2],
      ['=', 1],
    ],
  ],
  [
    '/=',
    [
      ['*=', 1.8],
      ['-=', 0.6],
    ],
  ],
  ['%=', [['/=', 1.2]]],
  [
    '|=',
    [
      ['&=', 1.6],
      ['^=', 1],
    ],
  ],
  [
    '&=',
    [
      ['|=', 1.6],
      ['^=', 1],
    ],
  ],
  [
    '^=',
    [
      ['|=', 1.2],
      ['&=', 1.2],
    ],
  ],
  [
    '<<=',
    [
      ['>>=', 1.6],
      ['>>>=', 1],
    ],
  ],
  [
    '>>=',
    [
      ['<<=', 1.6],
      ['>>>=', 1.2],
    ],
  ],
  [
    '>>>=',
    [
      ['<<=', 1.6],
      ['>>=', 1.2],
    ],
  ],
  ['++', [['--', 2]]],
  ['--', [['++', 2]]],
  [
    '<<',
    [
      ['>>', 1.9],
      ['>>>', 1.2],
    ],
  ],
  [
    '>>',
    [
      ['<<', 1.9],
      ['>>>', 1.4],
    ],
  ],
  [
    '>>>',
    [
      ['<<', 1.6],
      ['>>', 1.4],
    ],
  ],
  [
    '&',
    [
      ['|', 1.9],
      ['^', 1],
      ['&&', 0.8],
    ],
  ],
  [
    '|',
    [
      ['&', 1.9],
      ['^', 1],
      ['||', 0.8],
    ],
  ],
  [
    '^',
    [
      ['&', 1.5],
      ['|', 1.5],
    ],
  ],
  ['true', [['false', 1.9]]],
  ['false', [['true', 1.9]]],
  ['break', [['continue', 0.9]]],
  ['continue', [['break', 0.9]]],
  ['null', [['undefined', 0.4]]],
  ['of', [['in', 0.7]]],
  ['in', [['of', 0.9]]],
]);

function nudge(clue: Clue, from: string, to: string): number {
  const pair = clue.differences[0];
  const actual = numberOf(pair?.actual);
  const expected = numberOf(pair?.expected);
  if (clue.kind === 'hang') return /^(\+\+|--|[+-]=|[<>]=?)$/.test(from) ? 1.5 : 0;
  if (pair && /^(true|false)$/.test(pair.actual))
    return /^([!=]==?|&&|\|\||true|false|[<>]=?)$/.test(from) ? 0.5 : 0;
  const nothing = pair !== undefined && /^(0|null|undefined|\[\]|\{\}|)$/.test(pair.actual);
  if (nothing && /^([<>]=?|[!=]==?|&&|\|\|)$/.test(from)) return 0.6;
  if (actual === undefined || expected === undefined) return 0;
  const arithmetic = /^([-+*/%]|\*\*|[-+*/]=)$/.test(from) ? 0.6 : 0;
  const bound = Math.abs(actual - expected) === 1 && /^[<>]=?$/.test(from) && /^[<>]=?$/.test(to) ? 0.6 : 0;
  return arithmetic + bound;
}

function assignments(source: Source, at: number): Candidate[] {
  const token = source.tokens[at];
  const before = source.tokens[at - 1];
  const head = source.tokens[at - 2]?.text ?? '';
  if (!token || token.text !== '=' || !endsOperand(before) || /^(const|let|var)$/.test(head)) return [];
  const around = source.tokens
    .slice(Math.max(0, at - 4), at)
    .some((other) => /^(if|while)$/.test(other.text));
  const propose = (text: string, weight: number): Candidate =>
    replaceToken(source, token, text, 'assignment', weight, `\`=\` assigns where \`${text}\` may be meant`);
  return [
    ...(around ? [propose('===', 2.6)] : []),
    propose('+=', 1),
    propose('-=', 0.1),
    propose('||=', 0.1),
  ];
}

/** Proposes another operator in place of each one. */
export const operators: Rule = (source, clue) =>
  source.tokens.flatMap((token, at): Candidate[] => {
    if (token.kind !== 'punct' && token.kind !== 'keyword') return [];
    if (token.text === '=') return assignments(source, at);
    const before = source.tokens[at - 1];
    const after = source.tokens[at + 1];
    if (/^[-+*/%]$/.test(token.text) && !endsOperand(before)) return [];
    if (token.text === '*' && (before?.text === 'function' || before?.text === 'yield')) return [];
    const joins =
      token.text === '+' && [before, after].some((other) => other?.kind === 'string' || other?.text === '`');
    return (SWAPS.get(token.text) ?? []).map(([text, weight]) => {
      const value = weight + nudge(clue, token.text, text) - (joins ? 1.8 : 0);
      return replaceToken(
        source,
        token,
        text,
        'operator',
        value,
        `\`${token.text}\` could be meant as \`${text}\``,
      );
    });
  });

import { parseNotation, printNotation } from '@leat/kernel';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const RUNS = Number(process.env['LEAT_RUNS'] ?? 200);

type Names = { readonly all: string[]; readonly edits: string[]; readonly humans: string[] };
type Make = (number: number, names: Names, of: (list: readonly string[]) => string, text: string) => string;

const quote = (text: string): string => JSON.stringify(text);

/** Each makes one item; `number` names it, `of` picks a name that stands before. */
const MAKERS: readonly Make[] = [
  (n) => `u${n}`,
  (n, _, __, text) => `u${n}(${quote(text)},mode:plan,image)`,
  (n) => `a${n}`,
  (n) => `a${n}@opus[t${n},x${n}:Bash](think,redacted,bare)`,
  (n, _, __, text) => `a${n}(msg:m${n % 3},round:-,person,${quote(text)})`,
  (n) => `a${n}(error)`,
  (n) => `r${n - 1}.b!`,
  (n, _, __, text) => `r${n}(t${n - 1},x${n - 1},image,${quote(text)})`,
  (n) => `r${n}(settled:never_ran)`,
  (n) => `ctx${n}`,
  (n, _, __, text) => `sys${n}(local_command,${quote(text)})`,
  (n, names, of) => `att${n}(.diagnostics,${of(names.all)},silent)`,
  (n) => `prog${n}(t1)`,
  (n) => `|Q${n}|`,
  (n) => `|Q${n}.2@opus!| `,
  (n) => `|Q${n}>| a${n} |>Q${n}~|`,
  (n) => `|Q${n}?|`,
  (n, names, of) => `remove#${n}(${of(names.all)},${of(names.all)})`,
  (n, names, of, text) =>
    `clear#${n}/session/now(${of(names.all)}=${quote(text)},${of(names.all)}:1,?gone:t9)`,
  (n, names, of) => `fold#${n}(${of(names.all)}..${of(names.all)})`,
  (n, names, of, text) => `reset#${n}/by:person(${of(names.all)}..${of(names.all)},${quote(text)})`,
  (n, names, of) => `wipe#${n}(${of(names.all)}..${of(names.all)})`,
  (_, names, of) => `withdraw(${of(names.edits)})`,
  (_, names, of) => `undo(${of(names.edits)})`,
  (_, names, of, text) =>
    `epoch(+${of(names.edits)} -${of(names.edits)} x${of(names.edits)}:${quote(text)} ^${of(names.all)} =economics ${quote(text)})`,
  (_, names, of) => `void(${of(names.all)})`,
  (_, names, of) => (names.humans.length === 0 ? 'mode(plan)' : `rewind(${of(names.humans)})`),
  (_, names, of) => `keep(${of(names.all)})`,
  (_, __, ___, text) => `title(${quote(text)})`,
  (n) => `latch("beta:p${n}")`,
  (n, names, of) => `u${n}<${of(names.all)}`,
  () => 'turn_end(completed)',
];

const compose = (steps: readonly (readonly [number, number, string])[]): string => {
  const names = { all: ['u0'], edits: ['?none'], humans: ['u0'] };
  const items = ['u0'];
  for (const [index, [kind, choice, text]] of steps.entries()) {
    let used = choice;
    const of = (list: readonly string[]): string => list[(used = used * 31 + 7) % list.length] ?? 'u0';
    const item = (MAKERS[kind % MAKERS.length] ?? (() => 'u9'))(index + 1, names, of, text);
    items.push(item);
    const name = /^[a-z]+\d[\w.]*/.exec(item)?.[0];
    if (name !== undefined) names.all.push(name);
    if (name?.startsWith('u') === true) names.humans.push(name);
    const edit = /#\d+/.exec(item)?.[0];
    if (edit !== undefined && /^(remove|clear|fold|reset|wipe)#/.test(item)) names.edits.push(edit);
  }
  return items.join(' ');
};

test('what parses prints, and parses back to the same records', () => {
  const step = fc.tuple(fc.nat(MAKERS.length - 1), fc.nat(10_000), fc.string({ minLength: 1, maxLength: 6 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
      const timeline = parseNotation(compose(steps));
      const printed = printNotation(timeline);
      expect([...parseNotation(printed).records]).toEqual([...timeline.records]);
      expect(printNotation(parseNotation(printed))).toBe(printed);
    }),
    { numRuns: RUNS },
  );
});

/**
 * Rules as people write them: `Tool` or `Tool(pattern)` (API-CONTRACT J5). Parsed once, at the edge, with an error that
 * says what is wrong. What a rule covers is asked in `covers`; which calls its pattern matches is `match.ts`'s.
 */
import type { PermissionRule, RuleEffect } from './permission.ts';

export type ParsedRule =
  | {
      readonly ok: true;
      readonly rule: PermissionRule;
      /** What the person may not expect of this rule; null when there is nothing to say. */
      readonly warning: string | null;
    }
  | { readonly ok: false; readonly message: string };

const NAME = /^[A-Za-z0-9_*-]{1,128}$/;
// A rule is a line of settings: control characters in it are a trick or an accident.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;
const RULE_CHARS_MAX = 2_000;

/** Tools that a rule of this name speaks for, beside the one of exactly that name. */
const FAMILIES: { readonly [name: string]: ReadonlySet<string> } = {
  Read: new Set(['Read', 'Grep', 'Glob', 'LS', 'LSP', 'NotebookRead']),
  Edit: new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']),
  Task: new Set(['Task', 'Agent']),
};

const SHELL_SAFE = /^[A-Za-z0-9_@%+=:,./ -]+$/;

/** A command free of everything that a shell gives a meaning to, so that equality is all there is to judge. */
export const isPlainCommand = (command: string): boolean => SHELL_SAFE.test(command);

const problemOfPattern = (tool: string, pattern: string): string | null => {
  if (pattern.trim() === '') return 'the pattern is empty: leave the brackets out to mean every call';
  if (tool === 'WebFetch' && !/^domain:(\*\.)?[A-Za-z0-9.-]+$/.test(pattern)) {
    return 'a pattern for WebFetch has the form domain:HOST or domain:*.HOST';
  }
  return null;
};

const warningFor = (effect: RuleEffect, tool: string, pattern: string | null): string | null => {
  if (tool !== 'Bash' || pattern === null) return null;
  if (effect !== 'allow') {
    return 'patterns that deny or ask for Bash cannot be judged yet, so every Bash call asks while this rule stands';
  }
  return isPlainCommand(pattern)
    ? null
    : 'a pattern that allows Bash matches only a command equal to it and free of shell characters, so this one matches nothing; Bash alone allows all';
};

/** Parses one rule. `base` is the directory that a pattern beginning with one slash is relative to. */
export const parsePermissionRule = (text: string, effect: RuleEffect, base: string): ParsedRule => {
  const trimmed = text.trim();
  const fail = (message: string): ParsedRule => ({
    ok: false,
    message: `Permission rule ${JSON.stringify(text.slice(0, 200))}: ${message}.`,
  });
  if (trimmed === '') return fail('it is empty');
  if (trimmed.length > RULE_CHARS_MAX) return fail(`it is longer than ${RULE_CHARS_MAX} characters`);
  if (CONTROL.test(trimmed)) return fail('it holds a control character');
  const open = trimmed.indexOf('(');
  const tool = open === -1 ? trimmed : trimmed.slice(0, open);
  if (!NAME.test(tool)) return fail('it has the form Tool or Tool(pattern), and this is no name of a tool');
  if (tool.includes('*') && !/^mcp__.+\*$/.test(tool)) return fail('only names of MCP tools may end with *');
  if (open === -1) return ok({ effect, tool, pattern: null, text: trimmed, base });
  if (!trimmed.endsWith(')')) return fail('its bracket is not closed');
  const pattern = trimmed.slice(open + 1, -1);
  const problem = problemOfPattern(tool, pattern);
  return problem === null ? ok({ effect, tool, pattern, text: trimmed, base }) : fail(problem);
};

const ok = (rule: PermissionRule): ParsedRule => ({
  ok: true,
  rule,
  warning: warningFor(rule.effect, rule.tool, rule.pattern),
});

/** Whether a rule speaks of this tool at all. */
export const covers = (rule: PermissionRule, tool: string): boolean => {
  if (rule.tool === tool || FAMILIES[rule.tool]?.has(tool) === true) return true;
  if (!rule.tool.startsWith('mcp__')) return false;
  return rule.tool.endsWith('*')
    ? tool.startsWith(rule.tool.slice(0, -1))
    : tool.startsWith(`${rule.tool}__`);
};

/**
 * Splits a flag's value into rules: by commas and blanks outside brackets, so that `Bash(npm test),Edit Read(src/**)` is
 * three.
 */
export const splitRules = (value: string): readonly string[] => {
  const rules: string[] = [];
  let depth = 0;
  let current = '';
  for (const char of value) {
    if (char === '(') depth++;
    else if (char === ')') depth = Math.max(0, depth - 1);
    if (depth === 0 && (char === ',' || /\s/.test(char))) {
      if (current !== '') rules.push(current);
      current = '';
    } else {
      current += char;
    }
  }
  if (current !== '') rules.push(current);
  return rules;
};

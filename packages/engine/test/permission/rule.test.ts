import { describe, expect, it } from 'vitest';
import { parsePermissionRule, splitRules } from '../../src/permission/rule.ts';

describe('rules as people write them', () => {
  it.each([
    ['', 'it is empty'],
    ['Bash(ls', 'bracket is not closed'],
    ['Bash()', 'pattern is empty'],
    ['(ls)', 'no name of a tool'],
    ['Ba sh', 'no name of a tool'],
    ['Bash(a\u0000b)', 'control character'],
    ['Ba*', 'only names of MCP tools'],
    ['WebFetch(https://x.org)', 'domain:HOST'],
  ])('%j is refused: %s', (text, words) => {
    expect(parsePermissionRule(text, 'allow', '/')).toEqual({
      ok: false,
      message: expect.stringContaining(words),
    });
  });
  it.each([
    'Bash',
    'Bash(npm test)',
    'Read(~/x/**)',
    'WebFetch(domain:*.example.org)',
    'mcp__git__*',
    'Agent(Explore)',
  ])('%s is a rule', (text) => {
    expect(parsePermissionRule(text, 'deny', '/')).toMatchObject({
      ok: true,
      rule: { text, effect: 'deny' },
    });
  });
  it('warns of a Bash pattern that can match nothing', () => {
    expect(parsePermissionRule('Bash(npm run *)', 'allow', '/')).toMatchObject({
      warning: expect.stringContaining('matches nothing'),
    });
    expect(parsePermissionRule('Bash(npm test)', 'allow', '/')).toMatchObject({ warning: null });
  });
  it('are split at commas and blanks outside brackets', () => {
    expect(splitRules('Bash(npm run a, b),Edit  Read(src/**)')).toEqual([
      'Bash(npm run a, b)',
      'Edit',
      'Read(src/**)',
    ]);
  });
});

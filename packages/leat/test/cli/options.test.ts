import { describe, expect, test } from 'vitest';
import { parseCommandLine, type ParsedCommand } from '../../src/cli/options.ts';

function parse(...argv: string[]): { command: ParsedCommand; out: string; err: string } {
  const text = { out: '', err: '' };
  const command = parseCommandLine(argv, '1.2.3', {
    out: (part) => (text.out += part),
    err: (part) => (text.err += part),
  });
  return { command, ...text };
}

describe('parseCommandLine', () => {
  test('print mode with everything that wrappers of other agents pass', () => {
    const { command } = parse(
      '-p',
      'do it',
      '--output-format=stream-json',
      '--verbose',
      '--model=m',
      '--max-turns=3',
      '--max-budget-usd=0.5',
      '--permission-mode=acceptEdits',
      '--append-system-prompt=Be brief.',
      '--allowedTools',
      'Bash(npm test),Read Edit(src/**)',
      '--disallowed-tools',
      'WebFetch',
    );
    expect(command).toEqual({
      kind: 'print',
      options: {
        prompt: 'do it',
        outputFormat: 'stream-json',
        continueLast: false,
        resume: null,
        forkSession: false,
        sessionId: null,
        model: 'm',
        maxTurns: 3,
        maxBudgetUsd: 0.5,
        allowedTools: ['Bash(npm test)', 'Read', 'Edit(src/**)'],
        disallowedTools: ['WebFetch'],
        permissionMode: 'acceptEdits',
        appendSystemPrompt: 'Be brief.',
        addDir: [],
        includePartialMessages: false,
        verbose: true,
      },
    });
  });

  test('both spellings of the tool flags add up', () => {
    const { command } = parse(
      '-p',
      '--allowed-tools',
      'Read',
      'Grep',
      '--allowedTools',
      'Bash',
      '--',
      'prompt',
    );
    expect(command.kind === 'print' && [command.options.allowedTools, command.options.prompt]).toEqual([
      ['Read', 'Grep', 'Bash'],
      'prompt',
    ]);
  });

  test.each([
    [['-p', 'x', '--output-format', 'xml'], /--output-format/],
    [['-p', 'x', '--max-turns', '0'], /whole number/],
    [['-p', 'x', '--max-turns', 'many'], /whole number/],
    [['-p', 'x', '--max-budget-usd', '-1'], /above 0/],
    [['-p', 'x', '--permission-mode', 'plan'], /permission-mode/],
    [['-p', 'x', '--nonsense'], /--nonsense/],
    [['-p', 'x', '--model', ''], /name of a model/],
    [['-p', 'x', '--model', 'a\nb'], /name of a model/],
    [['-p', 'x', '--resume', ' '], /beginning of one/],
    [['-p', 'x', '-c', '--resume', 'a'], /--continue/],
    [['sesions'], /no command "sesions".*leat -p "sesions"/],
    [['view'], /session/],
    [['view', ''], /beginning of one/],
    [['fsck', ''], /beginning of one/],
    [['sessions', 'more'], /leat sessions --help/],
    [['view', 'id', '--as', 'cat'], /person/],
  ])('wrong words %j are said on stderr, with exit code 2', (argv, words) => {
    const { command, out, err } = parse(...argv);
    expect({ command, out }).toEqual({ command: { kind: 'done', exitCode: 2 }, out: '' });
    expect(err).toMatch(words);
    expect(err).toMatch(/^leat: [^\n]+ --help [^\n]+\n$/);
  });

  test('help goes to stdout and is no error', () => {
    const { command, out, err } = parse('--help');
    expect({ command, err }).toEqual({ command: { kind: 'done', exitCode: 0 }, err: '' });
    expect(out).toContain('--continue');
  });

  test('nothing at all shows the help on stderr, and is no success', () => {
    const { command, out, err } = parse();
    expect({ command, out }).toEqual({ command: { kind: 'done', exitCode: 2 }, out: '' });
    expect(err).toContain('Usage: leat -p');
  });

  test('the commands', () => {
    expect(parse('sessions', '--json').command).toEqual({ kind: 'sessions', all: false, json: true });
    expect(parse('import', 'a.jsonl').command).toEqual({ kind: 'import', file: 'a.jsonl', cwd: null });
    expect(parse('view', 's', '--as', 'request').command).toEqual({
      kind: 'view',
      session: 's',
      as: 'request',
      json: false,
    });
    expect(parse('fsck', 's').command).toEqual({ kind: 'fsck', session: 's', json: false });
    expect(parse('demo').command).toEqual({ kind: 'demo' });
  });
});

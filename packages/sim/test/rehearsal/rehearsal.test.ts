import { describe, expect, test } from 'vitest';
import { createRehearsal } from '../../src/rehearsal/rehearsal.ts';
import type { Answer, Json, Message } from '../../src/types.ts';

const object = (properties: Json, ...required: string[]): Json => ({ type: 'object', properties, required });
const string = { type: 'string' };
const READ: Json = { name: 'Read', input_schema: object({ file_path: string }, 'file_path') };
const BASH: Json = { name: 'Bash', input_schema: object({ command: string }, 'command') };
const GLOB: Json = { name: 'Glob', input_schema: object({ pattern: string }, 'pattern') };

async function answer(
  messages: readonly Message[] | string,
  tools: readonly Json[] = [READ, BASH, GLOB],
  system = 'cwd: /work/project',
): Promise<Answer> {
  const list: readonly Message[] =
    typeof messages === 'string' ? [{ role: 'user', content: messages }] : messages;
  return await createRehearsal().answer({ model: 'm', max_tokens: 100, system, tools, messages: list });
}

const said = (given: Answer): unknown => given.content[0]?.['text'];
const call = (given: Answer): unknown => given.content.find((block) => block.type === 'tool_use');

function exchange(name: string, input: Json, text: string, failed = false): Message[] {
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id: name, name, input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: name, content: text, is_error: failed }] },
  ];
}

describe('the rehearsal', () => {
  test('greets without tools', async () => {
    expect(await answer('say hello', [])).toEqual({
      content: [{ type: 'text', text: 'Hello!' }],
      stopReason: 'end_turn',
    });
  });

  test('looks around before a repair', async () => {
    expect(call(await answer('fix the failing test'))).toEqual({
      type: 'tool_use',
      name: 'Glob',
      input: { pattern: '**/*.{js,cjs,mjs,json,md}' },
    });
  });

  test('reads a file by the tool that is offered, under the folder that was told', async () => {
    expect(call(await answer('read src/a.js'))).toEqual({
      type: 'tool_use',
      name: 'Read',
      input: { file_path: '/work/project/src/a.js' },
    });
    const viewer: Json = { name: 'view_file', input_schema: object({ path: string }, 'path') };
    expect(call(await answer('show me src/a.js', [viewer], ''))).toEqual({
      type: 'tool_use',
      name: 'view_file',
      input: { path: 'src/a.js' },
    });
  });

  test('answers from what a tool showed', async () => {
    const messages: Message[] = [
      { role: 'user', content: 'read a.js' },
      ...exchange('Read', { file_path: '/work/project/a.js' }, '     1→let a;\n     2→'),
    ];
    const given = await answer(messages);
    expect(given.stopReason).toBe('end_turn');
    expect(said(given)).toContain('let a;');
  });

  test('says what a project is by the words of its README, however short', async () => {
    const about: Message[] = [
      { role: 'user', content: 'what does this project do?' },
      ...exchange('Glob', { pattern: '**/*.{js,cjs,mjs,json,md}' }, '/work/project/README.md'),
    ];
    const readme = '     1→# Heron\n     2→\n     3→Heron counts fish.\n     4→';
    const messages = [...about, ...exchange('Read', { file_path: '/work/project/README.md' }, readme)];
    expect(
      String(said(await answer(messages)))
        .split('\n\n')
        .slice(0, 3),
    ).toEqual(['Its README is titled "Heron".', 'Heron counts fish.', 'It has 1 file.']);
  });

  test('does not call tests passing that were cut off', async () => {
    const messages: Message[] = [
      { role: 'user', content: 'run the tests with `node test.js`' },
      ...exchange('Glob', { pattern: '**/*.{js,cjs,mjs,json,md}' }, '/work/project/test.js'),
      ...exchange('Bash', { command: 'node test.js 2>&1; echo "[exit $?]"' }, '[exit 0]\n[Stopped]', true),
    ];
    expect(said(await answer(messages))).toMatch(/did not end/);
  });

  test('does not take the words of a test run for a refusal of the tool', async () => {
    const text = 'Exit code 1\nok 1 - a login with a wrong word is denied\n(killed after 60 s)';
    const messages: Message[] = [
      { role: 'user', content: 'run the tests with `node test.js`' },
      ...exchange('Glob', { pattern: '**/*.{js,cjs,mjs,json,md}' }, '/work/project/test.js'),
      ...exchange('Bash', { command: 'node test.js 2>&1; echo "[exit $?]"' }, text, true),
    ];
    expect(said(await answer(messages))).toMatch(/did not end/);
  });

  test('is not led astray by reminders beside results', async () => {
    const messages: Message[] = [
      { role: 'user', content: '<system-reminder>fix the failing test</system-reminder>' },
      { role: 'user', content: 'read a.js' },
      ...exchange(
        'Read',
        { file_path: '/work/project/a.js' },
        '     1→let a;\n<system-reminder>be brief</system-reminder>',
      ),
    ];
    expect(said(await answer(messages))).toContain('`a.js` has 1 lines');
  });

  test('goes on where it was after a continuation', async () => {
    const messages: Message[] = [
      { role: 'user', content: 'list the files' },
      ...exchange(
        'Glob',
        { pattern: '**/*.{js,cjs,mjs,json,md}' },
        '/work/project/a.js\n/work/project/lib/b.js',
      ),
      { role: 'user', content: 'Continue.' },
    ];
    expect(said(await answer(messages))).toBe('2 files:\n\n- a.js\n- lib/b.js');
  });

  test('begins anew where the conversation was cut off at its head', async () => {
    const messages: Message[] = [
      { role: 'user', content: 'fix the failing test' },
      ...exchange('Read', { file_path: '/work/project/zzz.js' }, 'x'),
    ];
    expect(call(await answer(messages))).toMatchObject({ name: 'Glob' });
  });

  test('gives notes and titles by extraction', async () => {
    const messages: Message[] = [
      { role: 'user', content: 'Why is the invoice total wrong?' },
      ...exchange('Read', { file_path: '/work/project/total.js' }, 'x'),
      { role: 'assistant', content: 'The tax is counted twice.' },
      { role: 'user', content: 'Summarize the conversation so far.' },
    ];
    const notes = String(said(await answer(messages, [])));
    expect(notes).toContain('Why is the invoice total wrong?');
    expect(notes).toContain('/work/project/total.js');
    expect(notes).toContain('The tax is counted twice.');
  });

  test('writes a commit message from the diff that it is given', async () => {
    const diff =
      'diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1,2 +1,3 @@\n let a;\n-fix();\n+fixed();\n+more();\n' +
      'diff --git a/b.js b/b.js\nnew file mode 100644\n--- /dev/null\n+++ b/b.js\n@@ -0,0 +1 @@\n+let b;\n';
    const given = await answer(`Write a commit message for this diff:\n\n${diff}\n+ be brief`, []);
    expect(said(given)).toBe('Change a.js; add b.js. 3 lines added, 1 line removed.');
  });

  test('says in one sentence which permission a refused call needs', async () => {
    const messages: Message[] = [
      { role: 'user', content: 'run the tests with `node test.js`' },
      ...exchange('Glob', { pattern: '**/*.{js,cjs,mjs,json,md}' }, '/work/project/test.js'),
      ...exchange(
        'Bash',
        { command: 'node test.js 2>&1; echo "[exit $?]"' },
        'Permission denied. Do not try it again.',
        true,
      ),
    ];
    const words = String(said(await answer(messages)));
    expect(words).toContain('it needs the permission for running shell commands.');
    expect(words).not.toContain('Do not try');
  });

  test('ends a description with one stop', async () => {
    const read = { file_path: '/work/project/package.json' };
    const messages: Message[] = [
      { role: 'user', content: 'what does this project do?' },
      ...exchange('Glob', { pattern: '**/*.{js,cjs,mjs,json,md}' }, '/work/project/package.json'),
      ...exchange('Read', read, '     1→{ "name": "wc", "description": "Counts words in texts." }'),
    ];
    expect(said(await answer(messages))).toContain('`wc`: Counts words in texts.\n');
  });

  test('is honest about what it has no rule for', async () => {
    expect(said(await answer('paint the sky'))).toMatch(/I have no rule for this request/);
  });

  test('gives the same answer to the same request', async () => {
    expect(await answer('fix the failing test')).toEqual(await answer('fix the failing test'));
  });
});

/** Small jobs that need little: list, read, search, run the tests, say what a project is. Answers are extracted. */
import { countOf, marked } from './failure.ts';
import { LIMITS } from './limits.ts';
import { BY_RULES } from './report.ts';
import type { Job } from './step.ts';
import { manifestOf, testPlanOf } from './test-plan.ts';
import { seenOutcome } from './test-run.ts';
import { isSourcePath, isTestPath } from './tool-text.ts';
import type { Workspace } from './workspace.ts';

const REFUSED = (what: string, workspace: Workspace): string =>
  `I could not ${what}${workspace.refusal ? `: ${workspace.refusal}` : ''}. ${BY_RULES}`;

/** A sentence with one stop at its end. */
const stopped = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

function clipped(text: string): string {
  return text.length > LIMITS.quoteCharsMax
    ? `${text.slice(0, LIMITS.quoteCharsMax)}\n… (${text.length - LIMITS.quoteCharsMax} more characters)`
    : text;
}

export function* listJob(workspace: Workspace): Job<string> {
  yield* workspace.list('I list the files.');
  if (workspace.paths.length === 0) return REFUSED('list the files', workspace);
  const shown = workspace.paths.slice(0, LIMITS.listedMax);
  const more = workspace.paths.length - shown.length;
  return `${workspace.paths.length} files:\n\n${shown.map((path) => `- ${path}`).join('\n')}${more > 0 ? `\n- … and ${more} more` : ''}`;
}

export function* readJob(workspace: Workspace, path: string): Job<string> {
  const text = yield* workspace.read(path, `I read \`${path}\`.`);
  if (text === undefined) return REFUSED(`read \`${path}\``, workspace);
  return `\`${path}\` has ${text.split('\n').length} lines:\n\n\`\`\`\n${clipped(text)}\n\`\`\``;
}

export function* searchJob(workspace: Workspace, pattern: string): Job<string> {
  const literal = pattern.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const seen = yield* workspace.take(`I search for \`${pattern}\`.`, { kind: 'search', pattern: literal });
  if (seen.refused) return REFUSED('search', workspace);
  const rows = seen.text.split('\n').filter((row) => row.trim() !== '');
  if (seen.failed || rows.length === 0) return `I found no place that mentions \`${pattern}\`.`;
  return `\`${pattern}\` is mentioned here:\n\n${clipped(rows.slice(0, LIMITS.listedMax).join('\n'))}`;
}

export function* testJob(workspace: Workspace, prompt: string): Job<string> {
  yield* workspace.list('I look how the tests are run.');
  const manifest = workspace.paths.includes('package.json')
    ? yield* workspace.read('package.json', 'I read package.json.')
    : undefined;
  const command = testPlanOf(prompt, manifest, workspace.paths).suites[0];
  if (command === undefined) return `I found no tests to run. ${BY_RULES}`;
  const seen = yield* workspace.shell(
    `I run \`${command}\`.`,
    marked(command),
    'Run the tests',
    LIMITS.suiteMs,
  );
  if (seen.refused) return REFUSED('run the tests', workspace);
  const { exit, passed } = seenOutcome(seen, workspace.folder);
  if (exit === undefined)
    return `\`${command}\` did not end: it was cut off, at the latest after ${LIMITS.suiteMs / 1000} s, so I can't say whether the tests pass. ${BY_RULES}`;
  if (passed) return `\`${command}\` passes (exit status 0).`;
  const count = countOf(seen.text);
  return `\`${command}\` fails (exit status ${exit}${count === undefined ? '' : `, ${count} failing`}). The end of its output:\n\n\`\`\`\n${seen.text.slice(-LIMITS.quoteCharsMax)}\n\`\`\``;
}

/** The title of a README, and its first paragraph of prose; either is empty where there is none. */
function proseOf(text: string): { readonly title: string; readonly paragraph: string } {
  const title = /^#\s+(.+?)\s*#*$/m.exec(text)?.[1] ?? /^(\S.*)\n=+\s*$/m.exec(text)?.[1] ?? '';
  const paragraphs = text
    .replace(/^(`{3,}|~{3,})[\s\S]*?^\1.*$/gm, '')
    .replace(/^#.*$|^\S.*\n[=-]+\s*$/gm, '\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => /[A-Za-z]{2}/.test(part) && !/^(!?\[|<|\||-{3})/.test(part));
  const paragraph = paragraphs.find((part) => part.length > 30) ?? paragraphs[0] ?? '';
  return { title, paragraph: paragraph.replaceAll('\n', ' ') };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function filesSentence(paths: readonly string[]): string {
  const sources = paths.filter((path) => isSourcePath(path) && !isTestPath(path));
  const tests = paths.filter(isTestPath);
  const named = sources.slice(0, 8).map((path) => `\`${path}\``);
  const parts = [
    ...(sources.length > 0 ? [`${counted(sources.length, 'source file')} (${named.join(', ')})`] : []),
    ...(tests.length > 0 ? [counted(tests.length, 'test file')] : []),
  ];
  const among = parts.length > 0 ? `, among them ${parts.join(' and ')}` : '';
  return `It has ${counted(paths.length, 'file')}${among}.`;
}

export function* aboutJob(workspace: Workspace): Job<string> {
  yield* workspace.list('I look at the files first.');
  if (workspace.paths.length === 0) return REFUSED('look at the project', workspace);
  const readme = workspace.paths.find((path) => /^readme(\.\w+)?$/i.test(path));
  const read = readme === undefined ? undefined : yield* workspace.read(readme, `I read ${readme}.`);
  const hasManifest = workspace.paths.includes('package.json');
  const manifest = manifestOf(
    hasManifest ? yield* workspace.read('package.json', 'I read package.json.') : undefined,
  );
  const prose = proseOf(read ?? '');
  const title = prose.title === '' ? '' : `Its README is titled "${prose.title}".`;
  const facts = [
    manifest.name === ''
      ? title
      : stopped(
          `It is called \`${manifest.name}\`${manifest.description === '' ? '' : `: ${manifest.description}`}`,
        ),
    prose.paragraph,
    filesSentence(workspace.paths),
    Object.keys(manifest.scripts).length > 0
      ? `Scripts: ${Object.keys(manifest.scripts)
          .map((name) => `\`${name}\``)
          .join(', ')}.`
      : '',
  ];
  return `${facts.filter((fact) => fact !== '').join('\n\n')}\n\nExtracted from the files. ${BY_RULES}`;
}

/** How the tests of a project are run: what the person said, what package.json says, what the test files suggest. */
import { quoted } from './shell-words.ts';
import { isTestPath } from './tool-text.ts';

/** Commands that may run the whole suite, the most proper one first. */
export interface TestPlan {
  readonly suites: readonly string[];
  /** Options and variables that stand before a test file in the project's own command. */
  readonly prefix: string;
  readonly flags: string;
}

interface Manifest {
  readonly name: string;
  readonly description: string;
  readonly scripts: { readonly [name: string]: string };
}

/** The parts of package.json that matter here; a broken file counts as empty. */
export function manifestOf(text: string | undefined): Manifest {
  const empty = { name: '', description: '', scripts: {} };
  try {
    const data: unknown = JSON.parse(text ?? '{}');
    if (typeof data !== 'object' || data === null) return empty;
    const { name, description, scripts } = data as { [key: string]: unknown }; // an object may be read by any key
    const entries = typeof scripts === 'object' && scripts !== null ? Object.entries(scripts) : [];
    return {
      name: typeof name === 'string' ? name : '',
      description: typeof description === 'string' ? description : '',
      scripts: Object.fromEntries(entries.map(([key, value]) => [key, String(value)])),
    };
  } catch (error) {
    if (error instanceof SyntaxError) return empty;
    throw error;
  }
}

/** What may stand around a node command without being part of the tests: coverage and environment wrappers. */
const WRAPPER = /^(?:npx )?(?:cross-env|c8|nyc|istanbul cover)\s+.*?(?=(?:[A-Z_]+=\S+ )*(?:node|npm run) )/;

function expanded(script: string, scripts: Manifest['scripts'], depth = 0): string[] {
  return script.split(/&&|;|\|\|/).flatMap((part) => {
    const words = part.trim().replace(WRAPPER, '');
    const other = /^(?:npm|yarn|pnpm)(?: run| run-script)? ([\w:.-]+)/.exec(words)?.[1];
    const inner = other === undefined ? undefined : scripts[other];
    return inner !== undefined && depth < 4 ? expanded(inner, scripts, depth + 1) : [words];
  });
}

/** Parts of the test script that run on bare Node. */
function nodeParts(manifest: Manifest): string[] {
  const script = manifest.scripts['test'] ?? '';
  return expanded(script, manifest.scripts)
    .map((part) => part.replace(WRAPPER, ''))
    .filter((part) => /^(?:[A-Z_]+=\S+ )*node\s/.test(part));
}

function told(prompt: string): string | undefined {
  const quotedCommand = /`((?:node|npm|npx|yarn|pnpm) [^`\n]+)`/.exec(prompt)?.[1];
  return (
    quotedCommand ??
    /\b(node (?:--test\b(?: [\w./-]+\.[cm]?js)*|[\w./-]+\.[cm]?js)|npm (?:run [\w:-]*test[\w:-]*|test))/.exec(
      prompt,
    )?.[1]
  );
}

/** Makes the plan. */
export function testPlanOf(
  prompt: string,
  packageText: string | undefined,
  paths: readonly string[],
): TestPlan {
  const manifest = manifestOf(packageText);
  const script = manifest.scripts['test'];
  const parts = nodeParts(manifest);
  const files = paths.filter(
    (path) => /\.[cm]?js$/.test(path) && isTestPath(path) && !/fixture|helper|support/i.test(path),
  );
  const likely = files.filter((path) => /(^|[._/-])(tests?|specs?)[._-]?[^/]*\.[cm]?js$/i.test(path));
  const chosen = (likely.length > 0 ? likely : files).slice(0, 40);
  const suites = [
    told(prompt),
    script !== undefined && !/no test specified/.test(script) ? 'npm test' : undefined,
    parts.length > 0 ? parts.join(' && ') : undefined,
    chosen.length === 1 ? `node ${quoted(chosen[0] ?? '')}` : undefined,
    chosen.length > 1 ? `node --test ${chosen.map(quoted).join(' ')}` : undefined,
  ].filter((command) => command !== undefined);
  const words = (parts[0] ?? '').split(/\s+/);
  const start = words.indexOf('node');
  const prefix = words.slice(0, Math.max(0, start)).join(' ');
  const flags: string[] = [];
  for (let at = start + 1; at > 0 && at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) break;
    if (word.startsWith('--test')) continue;
    flags.push(word);
    if (/^(-r|--require|--import|--loader|-C|--conditions)$/.test(word)) flags.push(words[(at += 1)] ?? '');
  }
  return { suites: [...new Set(suites)], prefix, flags: flags.join(' ') };
}

/** The command that runs one test of a file alone, by its name; for files that use Node's own test runner. */
export function singleTestCommand(plan: TestPlan, file: string, name: string): string {
  const pattern = `^${name.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)}$`;
  const flags = [plan.flags, `--test-name-pattern=${quoted(pattern)}`]
    .filter((word) => word !== '')
    .join(' ');
  return narrowCommand({ ...plan, flags }, file);
}

/** The command that runs one test file alone. */
export function narrowCommand(plan: TestPlan, file: string): string {
  return [plan.prefix, 'node', plan.flags, quoted(file)].filter((word) => word !== '').join(' ');
}

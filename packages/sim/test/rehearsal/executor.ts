/** A tiny local executor of coding tools, so that the rehearsal can be driven without any agent. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Block, Json, Message, MessagesRequest } from '../../src/types.ts';
import type { Behaviour } from '../../src/types.ts';

export interface ToolResult {
  readonly text: string;
  readonly failed: boolean;
}

export interface Tool {
  readonly definition: Json;
  run(input: Json): ToolResult;
}

/** What a session came to. */
export interface Session {
  readonly messages: Message[];
  readonly answer: string;
  readonly rounds: number;
  readonly calls: readonly { readonly name: string; readonly input: Json; readonly result: ToolResult }[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const ok = (said: string): ToolResult => ({ text: said, failed: false });
const wrong = (said: string): ToolResult => ({ text: said, failed: true });

function schema(properties: Json, required: readonly string[]): Json {
  return { type: 'object', properties, required };
}

function walk(folder: string, root = folder): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (/^(node_modules|\.git)$/.test(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path, root) : [relative(root, path)];
  });
}

export function bashTool(folder: string, name = 'Bash', key = 'command', capChars = 30_000): Tool {
  const properties = {
    [key]: { type: 'string' },
    timeout: { type: 'number' },
    description: { type: 'string' },
  };
  return {
    definition: { name, description: 'Runs a shell command', input_schema: schema(properties, [key]) },
    run(input) {
      const timeout = typeof input['timeout'] === 'number' ? input['timeout'] : 120_000;
      const env = { ...process.env };
      delete env['NODE_TEST_CONTEXT'];
      delete env['NODE_OPTIONS'];
      delete env['NODE_V8_COVERAGE'];
      const done = spawnSync('bash', ['-c', text(input[key])], {
        cwd: folder,
        timeout,
        encoding: 'utf8',
        env,
        maxBuffer: 1e8,
        killSignal: 'SIGKILL',
      });
      const all = `${done.stdout}${done.stderr}`;
      const said =
        all.length > capChars ? `${all.slice(0, capChars / 2)}\n… cut …\n${all.slice(-capChars / 2)}` : all;
      if (done.error) return wrong(`${said}\nCommand timed out after ${timeout} ms`);
      return done.status === 0 ? ok(said) : wrong(`Exit code ${done.status}\n${said}`);
    },
  };
}

export function readTool(folder: string, name = 'Read', key = 'file_path'): Tool {
  const properties = { [key]: { type: 'string' }, offset: { type: 'number' }, limit: { type: 'number' } };
  return {
    definition: { name, description: 'Reads a file', input_schema: schema(properties, [key]) },
    run(input) {
      const path = join(text(input[key]).startsWith('/') ? '' : folder, text(input[key]));
      if (!existsSync(path) || !statSync(path).isFile()) return wrong('File does not exist.');
      const from = typeof input['offset'] === 'number' ? input['offset'] : 1;
      const limit = typeof input['limit'] === 'number' ? input['limit'] : 2_000;
      const rows = readFileSync(path, 'utf8').split('\n');
      const shown = rows.slice(from - 1, from - 1 + limit);
      const more =
        rows.length > from - 1 + limit ? `\n(the file goes on after line ${from - 1 + limit})` : '';
      return ok(shown.map((row, index) => `${String(from + index).padStart(6)}→${row}`).join('\n') + more);
    },
  };
}

function editTool(
  folder: string,
  name = 'Edit',
  keys: readonly [string, string, string] = ['file_path', 'old_string', 'new_string'],
): Tool {
  const [path, old, fresh] = keys;
  return {
    definition: {
      name,
      description: 'Replaces text',
      input_schema: schema(
        { [path]: { type: 'string' }, [old]: { type: 'string' }, [fresh]: { type: 'string' } },
        [...keys],
      ),
    },
    run(input) {
      const file = join(text(input[path]).startsWith('/') ? '' : folder, text(input[path]));
      const parts = readFileSync(file, 'utf8').split(text(input[old]));
      if (parts.length !== 2) return wrong(`old text occurs ${parts.length - 1} times`);
      writeFileSync(file, parts.join(text(input[fresh])));
      return ok(`The file ${file} has been updated.`);
    },
  };
}

function grepTool(folder: string, name = 'Grep'): Tool {
  const properties = {
    pattern: { type: 'string' },
    path: { type: 'string' },
    output_mode: { type: 'string', enum: ['content', 'files_with_matches', 'count'] },
    '-n': { type: 'boolean' },
  };
  return {
    definition: { name, description: 'Searches', input_schema: schema(properties, ['pattern']) },
    run(input) {
      const pattern = new RegExp(text(input['pattern']));
      const hits = walk(folder).flatMap((path) =>
        readFileSync(join(folder, path), 'utf8')
          .split('\n')
          .flatMap((row, index) => (pattern.test(row) ? [`${path}:${index + 1}:${row.slice(0, 200)}`] : [])),
      );
      return ok(hits.length === 0 ? 'No matches found' : hits.slice(0, 100).join('\n'));
    },
  };
}

function globTool(folder: string, name = 'Glob'): Tool {
  return {
    definition: {
      name,
      description: 'Finds files',
      input_schema: schema({ pattern: { type: 'string' }, path: { type: 'string' } }, ['pattern']),
    },
    run: () =>
      ok(
        walk(folder)
          .filter((path) => /\.(js|cjs|mjs|json|md)$/.test(path))
          .map((path) => join(folder, path))
          .join('\n'),
      ),
  };
}

export function usualTools(folder: string): Tool[] {
  return [readTool(folder), editTool(folder), globTool(folder), grepTool(folder), bashTool(folder)];
}

/** What is changed about a session, to try the odd cases. */
export interface Oddities {
  readonly roundsMax?: number;
  readonly system?: string;
  /** May replace a result, e.g. by a refusal. */
  readonly intercept?: (name: string, input: Json, round: number) => ToolResult | undefined;
  readonly reminder?: string;
  readonly trace?: (line: string) => void;
  readonly messages?: Message[];
}

/** Drives a behaviour until it rests. */
export async function drive(
  behaviour: Behaviour,
  tools: readonly Tool[],
  prompt: string,
  folder: string,
  odd: Oddities = {},
): Promise<Session> {
  const messages: Message[] = odd.messages ?? [{ role: 'user', content: prompt }];
  const calls: { name: string; input: Json; result: ToolResult }[] = [];
  const system = odd.system ?? `You are an agent.\nWorking directory: ${folder}\nPlatform: linux`;
  for (let round = 1; round <= (odd.roundsMax ?? 300); round += 1) {
    const request: MessagesRequest = {
      model: 'm',
      max_tokens: 1_000,
      system,
      tools: tools.map((tool) => tool.definition),
      messages,
    };
    const answer = await behaviour.answer(request);
    const content = answer.content.map((block): Block =>
      block.type === 'tool_use' ? { ...block, id: `toolu_${round}` } : block,
    );
    messages.push({ role: 'assistant', content });
    const said = content.flatMap((block) => (block.type === 'text' ? [text(block['text'])] : [])).join('\n');
    odd.trace?.(`${round}. ${said}`);
    const call = content.find((block) => block.type === 'tool_use');
    if (!call) return { messages, answer: said, rounds: round, calls };
    const name = text(call['name']);
    const input = call['input'] as Json; // the behaviour always gives an object
    odd.trace?.(`   ${name} ${JSON.stringify(input).slice(0, 300)}`);
    const tool = tools.find((each) => each.definition['name'] === name);
    const result = odd.intercept?.(name, input, round) ?? tool?.run(input) ?? wrong(`no tool ${name}`);
    odd.trace?.(result.text.slice(0, 600).replace(/^/gm, '   | '));
    calls.push({ name, input, result });
    const block: Block = {
      type: 'tool_result',
      tool_use_id: `toolu_${round}`,
      content: result.text,
      is_error: result.failed,
    };
    messages.push({
      role: 'user',
      content: odd.reminder ? [block, { type: 'text', text: odd.reminder }] : [block],
    });
  }
  return { messages, answer: '(no answer)', rounds: odd.roundsMax ?? 300, calls };
}

/** A `system` line as a notice; of a local command its name, arguments and output are told apart, for the model reads those. */
import type { SystemRecord } from '@leat/kernel';
import { isObject, type Json, text } from './foreign.ts';

/** Members that every line has: they are not a notice's own data. */
const COMMON: ReadonlySet<string> = new Set([
  'uuid',
  'parentUuid',
  'timestamp',
  'type',
  'subtype',
  'content',
  'level',
  'isSidechain',
  'userType',
  'cwd',
  'sessionId',
  'version',
  'gitBranch',
  'slug',
  'isMeta',
  'entrypoint',
]);

export function systemRow(value: Json): Pick<SystemRecord, 'type' | 'subtype' | 'level' | 'text' | 'data'> {
  const subtype = text(value.subtype) ?? 'informational';
  const words = text(value.content) ?? '';
  const own = Object.fromEntries(Object.entries(value).filter(([key]) => !COMMON.has(key)));
  const data = subtype === 'local_command' ? { ...own, ...commandData(words) } : own;
  return {
    type: 'system',
    subtype,
    level: levelOf(value.level),
    text: words === '' ? errorWords(value) : words,
    ...(Object.keys(data).length === 0 ? {} : { data }),
  };
}

function levelOf(level: unknown): SystemRecord['level'] {
  return level === 'error' || level === 'warning' ? level : 'info';
}

function errorWords(value: Json): string {
  if (!isObject(value.error)) return '';
  const { status } = value.error;
  return typeof status === 'number' ? `API error ${status}` : 'API error';
}

const between = (words: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(words)?.[1]?.trim();

function commandData(words: string): { [key: string]: string } {
  const output = between(words, 'local-command-stdout') ?? between(words, 'local-command-stderr');
  const command = between(words, 'command-name');
  const args = between(words, 'command-args');
  return {
    ...(command === undefined ? {} : { command }),
    ...(args === undefined ? {} : { args }),
    ...(output === undefined ? {} : { output }),
  };
}

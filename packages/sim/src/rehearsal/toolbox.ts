/**
 * Recognizes the tools of a request by name and schema, and puts an action into the words of one of them. What no
 * tool offers goes through the shell.
 */
import type { Json, MessagesRequest } from '../types.ts';
import { shellCommandOf } from './shell-words.ts';
import type { Action, ActionKind } from './step.ts';

/** A call as the model would write it. */
export interface ToolCall {
  readonly name: string;
  readonly input: Json;
}

interface Offer {
  readonly name: string;
  readonly properties: { readonly [key: string]: Json };
  readonly required: readonly string[];
}

/** The tools of a request, by what they are good for. */
export interface Toolbox {
  /** Working folder, absolute; undefined where nobody told it. */
  readonly folder: string | undefined;
  has(kind: ActionKind): boolean;
  /** The call for an action; undefined where no tool can do it. `shellOnly` asks for the way through the shell. */
  call(action: Action): ToolCall | undefined;
}

const PATH_KEYS = ['file_path', 'filePath', 'absolute_path', 'target_file', 'path', 'filename', 'file'];
const COMMAND_KEYS = ['command', 'cmd', 'script', 'commandLine', 'command_line', 'input'];
const OLD_NEW = [
  ['old_string', 'new_string'],
  ['old_str', 'new_str'],
  ['oldString', 'newString'],
  ['oldText', 'newText'],
  ['old_text', 'new_text'],
  ['search', 'replace'],
  ['find', 'replace'],
] as const;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function offerOf(tool: Json): Offer | undefined {
  const name = typeof tool['name'] === 'string' ? tool['name'] : '';
  const type = typeof tool['type'] === 'string' ? tool['type'] : 'custom';
  if (type.startsWith('bash_'))
    return { name, properties: { command: { type: 'string' } }, required: ['command'] };
  if (type.startsWith('text_editor_')) {
    const commands = { type: 'string', enum: ['view', 'create', 'str_replace', 'insert'] };
    return {
      name,
      properties: { command: commands, path: {}, old_str: {}, new_str: {} },
      required: ['command'],
    };
  }
  const schema = tool['input_schema'];
  if (type !== 'custom' || !isObject(schema)) return undefined;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  const known = Object.entries(properties).map(
    ([key, value]) => [key, isObject(value) ? value : {}] as const,
  );
  return { name, properties: Object.fromEntries(known), required };
}

function keyOf(offer: Offer, keys: readonly string[]): string | undefined {
  return keys.find((key) => key in offer.properties);
}

function commandsOf(offer: Offer): readonly unknown[] {
  const options = offer.properties['command']?.['enum'];
  return Array.isArray(options) ? options : [];
}

/** Fills what a schema requires and the action does not know: the first allowed value, or a neutral one. */
function complete(offer: Offer, input: Json, words: string): Json {
  const filled: { [key: string]: unknown } = { ...input };
  for (const key of offer.required) {
    if (key in filled) continue;
    const property = offer.properties[key] ?? {};
    const options = property['enum'];
    if (Array.isArray(options)) filled[key] = options[0];
    else if (property['type'] === 'boolean') filled[key] = false;
    else if (property['type'] === 'number' || property['type'] === 'integer') filled[key] = 1;
    else if (property['type'] === 'array') filled[key] = [];
    else filled[key] = words;
  }
  return filled;
}

type Writer = (action: Action) => ToolCall | undefined;

function shellWriter(offer: Offer): Writer | undefined {
  const key = keyOf(offer, COMMAND_KEYS);
  if (!key || commandsOf(offer).length > 0) return undefined;
  if (!/bash|shell|exec|command|terminal|run|console/i.test(offer.name)) return undefined;
  return (action) => {
    const command = action.kind === 'shell' ? action.command : shellCommandOf(action);
    const purpose = action.kind === 'shell' ? action.purpose : `${action.kind} in the project`;
    const timed = action.kind === 'shell' && action.timeoutMs !== undefined && 'timeout' in offer.properties;
    const inSeconds = /(?<!milli)second/i.test(String(offer.properties['timeout']?.['description'] ?? ''));
    const more: Json = {
      ...('description' in offer.properties ? { description: purpose } : {}),
      ...(timed ? { timeout: (action.timeoutMs ?? 0) / (inSeconds ? 1000 : 1) } : {}),
    };
    return { name: offer.name, input: complete(offer, { [key]: command, ...more }, purpose) };
  };
}

function readWriter(offer: Offer, absolute: (path: string) => string): Writer | undefined {
  const key = keyOf(offer, PATH_KEYS);
  const views = commandsOf(offer).includes('view');
  if (!key || (!views && !/read|view|cat\b|open_?file|get_?file/i.test(offer.name))) return undefined;
  if (/notebook|mcp|image|pdf|todo|memory/i.test(offer.name) && !views) return undefined;
  const offset = keyOf(offer, ['offset', 'start_line', 'startLine']);
  const limit = keyOf(offer, ['limit', 'lines', 'max_lines']);
  const end = keyOf(offer, ['end_line', 'endLine']);
  return (action) => {
    if (action.kind !== 'read') return undefined;
    const from = action.fromLine;
    const lines = action.lines ?? 0;
    const range: { [key: string]: unknown } = {};
    if (from !== undefined && views) range['view_range'] = [from, from + lines - 1];
    if (from !== undefined && offset) range[offset] = from;
    if (from !== undefined && limit) range[limit] = lines;
    if (from !== undefined && end) range[end] = from + lines - 1;
    const input = { ...(views ? { command: 'view' } : {}), [key]: absolute(action.path), ...range };
    return { name: offer.name, input: complete(offer, input, action.path) };
  };
}

function editWriter(offer: Offer, absolute: (path: string) => string): Writer | undefined {
  const path = keyOf(offer, PATH_KEYS);
  if (!path) return undefined;
  const whole = OLD_NEW.find(([old, fresh]) => old in offer.properties && fresh in offer.properties);
  const items = offer.properties['edits']?.['items'];
  const inner = isObject(items) && isObject(items['properties']) ? items['properties'] : {};
  const each = OLD_NEW.find(([old, fresh]) => old in inner && fresh in inner);
  const pair = whole ?? each;
  if (!pair) return undefined;
  const command = commandsOf(offer).includes('str_replace') ? { command: 'str_replace' } : {};
  return (action) => {
    if (action.kind !== 'edit') return undefined;
    const change = { [pair[0]]: action.oldText, [pair[1]]: action.newText };
    const input = { ...command, [path]: absolute(action.path), ...(whole ? change : { edits: [change] }) };
    return { name: offer.name, input: complete(offer, input, 'change one line') };
  };
}

function searchWriter(offer: Offer): Writer | undefined {
  const key = keyOf(offer, ['pattern', 'query', 'regex']);
  if (
    !key ||
    !/grep|search|ripgrep|\brg\b/i.test(offer.name) ||
    /web|tool|mcp|memory|session/i.test(offer.name)
  ) {
    return undefined;
  }
  const modes = offer.properties['output_mode']?.['enum'];
  const content = Array.isArray(modes) && modes.includes('content') ? { output_mode: 'content' } : {};
  return (action) => {
    if (action.kind !== 'search') return undefined;
    const numbered = '-n' in offer.properties && 'output_mode' in content ? { '-n': true } : {};
    const input = { [key]: action.pattern, ...content, ...numbered };
    return { name: offer.name, input: complete(offer, input, '.') };
  };
}

function listWriter(offer: Offer, absolute: (path: string) => string): Writer | undefined {
  const globs = 'pattern' in offer.properties && /glob|find|list/i.test(offer.name);
  const lists =
    keyOf(offer, ['path', 'dir', 'directory']) !== undefined &&
    /^(ls|list)|list_?(dir|files)/i.test(offer.name);
  if (/mcp|task|agent|grep|search/i.test(offer.name) || (!globs && !lists)) return undefined;
  return (action) => {
    if (action.kind !== 'list') return undefined;
    const key = keyOf(offer, ['path', 'dir', 'directory']) ?? 'path';
    const input = globs ? { pattern: '**/*.{js,cjs,mjs,json,md}' } : { [key]: absolute('.') };
    return { name: offer.name, input: complete(offer, input, '.') };
  };
}

/** Makes the toolbox of a request. */
export function toolboxOf(request: MessagesRequest, folder: string | undefined): Toolbox {
  const none = request.tool_choice?.['type'] === 'none';
  const offers = none ? [] : (request.tools ?? []).map(offerOf).filter((offer) => offer !== undefined);
  const absolute = (path: string): string => {
    if (folder === undefined || path.startsWith('/')) return path;
    return path === '.' ? folder : `${folder.replace(/\/$/, '')}/${path}`;
  };
  const first = (make: (offer: Offer) => Writer | undefined): Writer | undefined => {
    for (const offer of offers) {
      const writer = make(offer);
      if (writer) return writer;
    }
    return undefined;
  };
  const writers: { readonly [kind in ActionKind]: Writer | undefined } = {
    shell: first(shellWriter),
    read: first((offer) => readWriter(offer, absolute)),
    edit: first((offer) => editWriter(offer, absolute)),
    search: first(searchWriter),
    list: first((offer) => listWriter(offer, absolute)),
  };
  return {
    folder,
    has: (kind) => writers[kind] !== undefined,
    call: (action) => (writers[action.kind] ?? writers.shell)?.(action),
  };
}

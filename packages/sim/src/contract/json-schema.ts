/**
 * Whether a value is a JSON Schema of draft 2020-12 (A15, C35), as far as tool schemas go wrong in practice:
 * keywords of the wrong type, leftovers of older drafts, references into nothing, patterns that do not compile.
 */

import { isJson, listOf, stringOf } from './json.ts';
import { NESTING_MAX } from './limits.ts';

const TYPES = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

const ONE_SCHEMA = [
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const SCHEMA_LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const SCHEMA_MAPS = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties'];
const NUMBERS = ['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum', 'multipleOf'];
const COUNTS = [
  'maxContains',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minContains',
  'minItems',
  'minLength',
  'minProperties',
];
const STRINGS = ['$comment', '$id', '$ref', '$schema', 'description', 'format', 'pattern', 'title'];
const BOOLEANS = ['deprecated', 'readOnly', 'uniqueItems', 'writeOnly'];

/** The pattern that the server was seen to refuse (C35). */
const REFUSED_PATTERN = '^(.*)$';

/** What is wrong with a schema, in a few words; `null` if nothing is. */
export function schemaFault(schema: unknown): string | null {
  return faultAt(schema, schema, 0);
}

function faultAt(value: unknown, root: unknown, depth: number): string | null {
  if (typeof value === 'boolean') return null;
  if (!isJson(value)) return 'a schema is an object or a boolean';
  if (depth > NESTING_MAX) return 'too deep';
  return (
    keywordFault(value) ??
    patternFault(value) ??
    referenceFault(value, root) ??
    childFault(value, root, depth)
  );
}

/** Keywords whose values have one plain type. */
function keywordFault(schema: Readonly<Record<string, unknown>>): string | null {
  const wrong = (keys: readonly string[], isRight: (value: unknown) => boolean) =>
    keys.find((key) => schema[key] !== undefined && !isRight(schema[key]));
  const bad =
    wrong(NUMBERS, (value) => typeof value === 'number') ??
    wrong(COUNTS, (value) => Number.isInteger(value) && Number(value) >= 0) ??
    wrong(STRINGS, (value) => typeof value === 'string') ??
    wrong(BOOLEANS, (value) => typeof value === 'boolean') ??
    wrong(['enum'], Array.isArray) ??
    wrong(['required'], isListOfStrings) ??
    wrong(['type'], isType);
  return bad === undefined ? null : `${bad} has a wrong value`;
}

function isListOfStrings(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((each) => typeof each === 'string') &&
    new Set(value).size === value.length
  );
}

function isType(value: unknown): boolean {
  if (typeof value === 'string') return TYPES.has(value);
  return (
    isListOfStrings(value) &&
    listOf(value).length > 0 &&
    listOf(value).every((each) => TYPES.has(stringOf(each)))
  );
}

function patternFault(schema: Readonly<Record<string, unknown>>): string | null {
  const keyed = isJson(schema['patternProperties']) ? Object.keys(schema['patternProperties']) : [];
  if (keyed.includes(REFUSED_PATTERN)) return 'patternProperties that match everything';
  const patterns = typeof schema['pattern'] === 'string' ? [schema['pattern'], ...keyed] : keyed;
  return patterns.every(compiles) ? null : 'a pattern does not compile';
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    // Patterns of other dialects that a plain RegExp takes are let pass: the server's dialect is not ours.
    return compilesLoosely(pattern);
  }
}

function compilesLoosely(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}

/** A reference inside the document leads somewhere. */
function referenceFault(schema: Readonly<Record<string, unknown>>, root: unknown): string | null {
  const ref = schema['$ref'];
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return null;
  return resolve(ref, root) === undefined ? `$ref ${ref} leads nowhere` : null;
}

/** The value that a pointer inside the document leads to. */
export function resolve(ref: string, root: unknown): unknown {
  let at: unknown = root;
  for (const part of ref.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isJson(at) && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return at;
}

function childFault(schema: Readonly<Record<string, unknown>>, root: unknown, depth: number): string | null {
  for (const key of [...SCHEMA_LISTS, ...SCHEMA_MAPS, ...ONE_SCHEMA]) {
    const value = schema[key];
    if (value === undefined) continue;
    const isList = SCHEMA_LISTS.includes(key);
    if (isList && (!Array.isArray(value) || value.length === 0)) return `${key} is a list of schemas`;
    if (SCHEMA_MAPS.includes(key) && !isJson(value)) return `${key} is a map of schemas`;
    for (const child of childrenOf(schema, key)) {
      const found = faultAt(child, root, depth + 1);
      if (found !== null) return found;
    }
  }
  return null;
}

/** The schemas directly inside one keyword. */
function childrenOf(schema: Readonly<Record<string, unknown>>, key: string): readonly unknown[] {
  const value = schema[key];
  if (value === undefined) return [];
  if (SCHEMA_LISTS.includes(key)) return listOf(value);
  if (SCHEMA_MAPS.includes(key)) return isJson(value) ? Object.values(value) : [];
  return [value];
}

/** Every schema inside a schema, itself first, outermost first. Goes no deeper than the nesting limit. */
export function subschemas(schema: unknown): Readonly<Record<string, unknown>>[] {
  const found: Readonly<Record<string, unknown>>[] = [];
  let level: readonly unknown[] = [schema];
  for (let depth = 0; depth <= NESTING_MAX && level.length > 0; depth += 1) {
    const here = level.filter(isJson);
    found.push(...here);
    level = here.flatMap((each) =>
      [...SCHEMA_LISTS, ...SCHEMA_MAPS, ...ONE_SCHEMA].flatMap((key) => childrenOf(each, key)),
    );
  }
  return found;
}

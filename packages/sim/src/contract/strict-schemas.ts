/** What strict tools and output formats ask of their schemas (A18, A30): they are compiled. */

import type { Rejection } from '../types.ts';
import { isJson, listOf } from './json.ts';
import { resolve, subschemas } from './json-schema.ts';
import { STRICT_OPTIONALS_MAX, STRICT_TOOLS_MAX, STRICT_UNIONS_MAX } from './limits.ts';
import { refuse, refuseOurWords } from './rejection.ts';
import { rule } from './rule.ts';
import type { Subject } from './subject.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The output format, by its current or its beta name. */
function formatOf(s: Subject): unknown {
  const config = s.body['output_config'];
  const format = isJson(config) && isJson(config['format']) ? config['format'] : s.body['output_format'];
  return isJson(format) ? format['schema'] : undefined;
}

const strictTools = (s: Subject) => s.tools.filter((tool) => tool.json['strict'] === true);

/** Every schema that will be compiled, and where it stands. */
function compiled(s: Subject): { path: string; schema: unknown; id: string }[] {
  const tools = strictTools(s).map((tool) => ({
    path: `tools.${tool.index}.${tool.type}.input_schema`,
    schema: tool.json['input_schema'],
    id: 'A18',
  }));
  const format = formatOf(s);
  return format === undefined
    ? tools
    : [...tools, { path: 'output_config.format.schema', schema: format, id: 'A30' }];
}

const isObjectSchema = (schema: Schema) => schema['type'] === 'object' || isJson(schema['properties']);

/** A18, A30: objects say that they hold nothing else. */
function objectsAreClosed(s: Subject): Rejection | null {
  const open = compiled(s).find(({ schema }) =>
    subschemas(schema).some((each) => isObjectSchema(each) && each['additionalProperties'] !== false),
  );
  if (open === undefined) return null;
  return refuseOurWords(open.id, `${open.path}: objects must set additionalProperties to false.`);
}

/** C39: no look-around, no back reference. */
function patternsAreSimple(s: Subject): Rejection | null {
  for (const { schema } of compiled(s)) {
    for (const { pattern } of subschemas(schema)) {
      const odd = typeof pattern === 'string' ? /\(\?<?[=!]|\\[1-9]|\\k<|\\b|\\B/.exec(pattern) : null;
      if (odd !== null) return refuse('C39', `Unsupported regex feature in pattern field: ${odd[0]}`);
    }
  }
  return null;
}

/** C40: no recursion. */
function schemasAreFinite(s: Subject): Rejection | null {
  return compiled(s).some(({ schema }) => isCircular(schema))
    ? refuse('C40', 'Circular $ref detected')
    : null;
}

/** Whether a reference leads, through others, back to where it stands: references are followed as edges of a graph. */
function isCircular(root: unknown): boolean {
  const done = new Set<string>();
  const active = new Set<string>();
  const visit = (ref: string): boolean => {
    if (active.has(ref)) return true;
    if (done.has(ref)) return false;
    active.add(ref);
    const target = ref === '#' ? root : resolve(ref, root);
    const found = referencesIn(target).some(visit);
    active.delete(ref);
    done.add(ref);
    return found;
  };
  return referencesIn(root).some(visit);
}

function referencesIn(schema: unknown): string[] {
  return subschemas(schema).flatMap(({ $ref: ref }) =>
    typeof ref === 'string' && ref.startsWith('#') ? [ref] : [],
  );
}

/** C41: not too much of it. */
function strictToolsAreFew(s: Subject): Rejection | null {
  const schemas = compiled(s).flatMap(({ schema }) => subschemas(schema));
  const optional = schemas.reduce((sum, schema) => sum + optionalsOf(schema), 0);
  const unions = schemas.filter(
    (schema) => Array.isArray(schema['type']) || Array.isArray(schema['anyOf']),
  ).length;
  const fits =
    strictTools(s).length <= STRICT_TOOLS_MAX &&
    optional <= STRICT_OPTIONALS_MAX &&
    unions <= STRICT_UNIONS_MAX;
  return fits ? null : refuse('C41', 'Schema is too complex for compilation.');
}

function optionalsOf(schema: Schema): number {
  if (!isJson(schema['properties'])) return 0;
  const required = new Set(listOf(schema['required']));
  return Object.keys(schema['properties']).filter((key) => !required.has(key)).length;
}

/** A30: an output format and citations exclude each other. */
function formatIsUncited(s: Subject): Rejection | null {
  if (formatOf(s) === undefined) return null;
  const cited = s.blocks.find(
    ({ json }) => isJson(json['citations']) && json['citations']['enabled'] === true,
  );
  return cited === undefined
    ? null
    : refuseOurWords('A30', `${cited.path}: citations cannot be combined with an output format.`);
}

export const strictSchemaRules = [
  rule('A18 A30', objectsAreClosed),
  rule('C39 A18', patternsAreSimple),
  rule('C40 A18', schemasAreFinite),
  rule('C41 A18', strictToolsAreFew),
  rule('A30', formatIsUncited),
];

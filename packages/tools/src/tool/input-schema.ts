/**
 * A tool's input, said once: the definition that goes to the model is what the parser checks and what the types come from.
 * Only the part of JSON Schema that the built-in tools use. No schema library: it would be loaded before the first request
 * (24 ms) only to be asked after it.
 */
import type { ToolDefinition } from '@leat/kernel';

/** A parameter. Bounds are of numbers. */
interface InputProperty {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** An object of named parameters and no others. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: { readonly [name: string]: InputProperty };
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** A definition whose input is of this kind. */
export interface StaticDefinition extends ToolDefinition {
  readonly input_schema: InputSchema & { readonly [key: string]: unknown };
}

type ValueOf<P> = P extends { readonly enum: readonly (infer E)[] }
  ? E
  : P extends { readonly type: 'string' }
    ? string
    : P extends { readonly type: 'integer' }
      ? number
      : boolean;

/** The type of a checked input. */
export type InputOf<D extends { readonly input_schema: InputSchema }> = InputOfSchema<D['input_schema']>;

type InputOfSchema<S extends InputSchema> = {
  readonly [K in keyof S['properties'] & S['required'][number]]: ValueOf<S['properties'][K]>;
} & {
  readonly [K in Exclude<keyof S['properties'], S['required'][number]>]?:
    | ValueOf<S['properties'][K]>
    | undefined;
};

/** Rules that the schema can't say: words for what is wrong with a value of the right type, or null. */
export type InputChecks<I> = { readonly [K in keyof I]?: (value: NonNullable<I[K]>) => string | null };

/** Problems of an input, one line for each, in the order of the schema; empty when there are none. */
export function inputProblems(
  schema: InputSchema,
  checks: { readonly [name: string]: ((value: never) => string | null) | undefined },
  input: { readonly [name: string]: unknown },
): readonly string[] {
  const problems: string[] = [];
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    const problem =
      value === undefined
        ? schema.required.includes(name)
          ? `is missing (expected ${wantedWords(property)})`
          : null
        : (valueProblem(property, value) ?? checks[name]?.(value as never) ?? null); // of the type that the line before checked
    if (problem !== null) problems.push(`${name}: ${problem}`);
  }
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(schema.properties, name));
  if (unknown.length > 0) problems.push(`unknown: ${unknown.map((name) => `\`${name}\``).join(', ')}`);
  return problems;
}

function valueProblem(property: InputProperty, value: unknown): string | null {
  if (!hasType(property, value)) return `expected ${wantedWords(property)}, received ${received(value)}`;
  if (typeof value !== 'number') return null;
  if (property.minimum !== undefined && value < property.minimum)
    return `must be at least ${property.minimum}`;
  if (property.maximum !== undefined && value > property.maximum)
    return `must be at most ${property.maximum}`;
  return null;
}

function hasType(property: InputProperty, value: unknown): boolean {
  if (property.enum !== undefined) return typeof value === 'string' && property.enum.includes(value);
  return property.type === 'integer' ? Number.isSafeInteger(value) : typeof value === property.type;
}

function wantedWords(property: InputProperty): string {
  if (property.enum !== undefined) return `one of ${property.enum.map((value) => `"${value}"`).join(', ')}`;
  return { string: 'a string', integer: 'a whole number', boolean: 'true or false' }[property.type];
}

function received(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `a ${typeof value}` : text;
}

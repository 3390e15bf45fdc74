/**
 * A small schema language with the server's way of complaining: a path, a colon, a sentence. A shape walks a value
 * and notes what is wrong; which note becomes an answer is for the rules to say.
 *
 * Every note names the rule of API-CONTRACT that it breaks, so that each can be taken out alone.
 */

import { isJson } from '../json.ts';
import { SHAPE_FAULTS_MAX } from '../limits.ts';

/** One thing wrong with the shape of a body. */
export interface Fault {
  readonly rule: string;
  readonly message: string;
}

/** What a walk carries along: the faults so far and what makes gated fields exist. */
export interface Walk {
  readonly faults: Fault[];
  readonly betas: ReadonlySet<string>;
}

/** Looks at a value that stands at a path. */
export type Shape = (value: unknown, path: string, walk: Walk) => void;

/** A field of an object. */
export interface Field {
  readonly shape: Shape;
  /** The rule that a missing field breaks; absent: the field may be left out. */
  readonly required?: string;
  /** Any of these betas makes the field exist; without one it is an unknown key. */
  readonly beta?: readonly string[];
  /** The rule that the field breaks where it does not exist; `C3` by default. */
  readonly absentRule?: string;
}

/** Notes a fault; beyond the limit they are dropped, since only the first of a kind is ever told. */
function fault(walk: Walk, rule: string, path: string, sentence: string): void {
  if (walk.faults.length < SHAPE_FAULTS_MAX) walk.faults.push({ rule, message: `${path}: ${sentence}` });
}

/** Any JSON value. */
export const anything: Shape = () => undefined;

/** A string, at most so long. */
export const text =
  (rule: string, charsMax = Infinity): Shape =>
  (value, path, walk) => {
    if (typeof value !== 'string') fault(walk, rule, path, 'Input should be a valid string');
    else if (value.length > charsMax)
      fault(walk, rule, path, `String should have at most ${charsMax} characters`);
  };

/** An integer, at least `min`. */
export const integer =
  (rule: string, min = -Infinity, minRule = rule): Shape =>
  (value, path, walk) => {
    if (typeof value !== 'number' || !Number.isInteger(value))
      fault(walk, rule, path, 'Input should be a valid integer');
    else if (value < min) fault(walk, minRule, path, `Input should be greater than or equal to ${min}`);
  };

/** A number between two others. */
export const number =
  (rule: string, min: number, max: number): Shape =>
  (value, path, walk) => {
    if (typeof value !== 'number') fault(walk, rule, path, 'Input should be a valid number');
    else if (value < min) fault(walk, rule, path, `Input should be greater than or equal to ${min}`);
    else if (value > max) fault(walk, rule, path, `Input should be less than or equal to ${max}`);
  };

/** `true` or `false`. */
export const boolean =
  (rule: string): Shape =>
  (value, path, walk) => {
    if (typeof value !== 'boolean') fault(walk, rule, path, 'Input should be a valid boolean');
  };

/** One of some words. */
export const oneOf =
  (rule: string, words: readonly string[]): Shape =>
  (value, path, walk) => {
    if (typeof value !== 'string' || !words.includes(value))
      fault(walk, rule, path, `Input should be ${either(words)}`);
  };

/** The shape, or `null`. */
export const nullable =
  (shape: Shape): Shape =>
  (value, path, walk) => {
    if (value !== null) shape(value, path, walk);
  };

/** An array whose entries have one shape. */
export const list =
  (rule: string, shape: Shape): Shape =>
  (value, path, walk) => {
    if (!Array.isArray(value)) fault(walk, rule, path, 'Input should be a valid list');
    else value.forEach((item, index) => shape(item, `${path}.${index}`, walk));
  };

/** Any JSON object. */
export const dictionary =
  (rule: string): Shape =>
  (value, path, walk) => {
    if (!isJson(value)) fault(walk, rule, path, 'Input should be a valid dictionary');
  };

/** A string, or what the other shape says. */
export const textOr =
  (shape: Shape): Shape =>
  (value, path, walk) => {
    if (typeof value !== 'string') shape(value, path, walk);
  };

/** An object with these fields and no others. Faults of the fields come first, then unknown keys. */
export const object =
  (rule: string, fields: Readonly<Record<string, Field>>): Shape =>
  (value, path, walk) => {
    if (!isJson(value)) return fault(walk, rule, path, 'Input should be a valid dictionary');
    const at = (key: string) => (path === '' ? key : `${path}.${key}`);
    for (const [key, field] of Object.entries(fields)) {
      if (!exists(field, walk)) continue;
      if (value[key] !== undefined) field.shape(value[key], at(key), walk);
      else if (field.required !== undefined) fault(walk, field.required, at(key), 'Field required');
    }
    for (const key of Object.keys(value)) {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (field !== undefined && exists(field, walk)) continue;
      fault(walk, field?.absentRule ?? 'C3', at(key), 'Extra inputs are not permitted');
    }
  };

/** One alternative of a tagged union, and the betas that bring it. */
export interface Tag {
  readonly shape: Shape;
  readonly beta?: readonly string[];
}

/** An object whose `type` says which shape it has; the tag becomes part of the path. */
export const tagged =
  (rule: string, tags: Readonly<Record<string, Tag>>): Shape =>
  (value, path, walk) => {
    if (!isJson(value)) return fault(walk, rule, path, 'Input should be a valid dictionary');
    const type = value['type'];
    if (typeof type !== 'string')
      return fault(walk, rule, path, `Unable to extract tag using discriminator 'type'`);
    const tag = Object.hasOwn(tags, type) ? tags[type] : undefined;
    if (tag !== undefined && exists(tag, walk)) return tag.shape(value, `${path}.${type}`, walk);
    const known = Object.entries(tags).flatMap(([name, each]) => (exists(each, walk) ? [`'${name}'`] : []));
    fault(
      walk,
      rule,
      path,
      `Input tag '${type}' found using 'type' does not match any of the expected tags: ${known.toSorted().join(', ')}`,
    );
  };

/** `'a', 'b' or 'c'`. */
function either(words: readonly string[]): string {
  const quoted = words.map((word) => `'${word}'`);
  const last = quoted.at(-1) ?? '';
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} or ${last}`;
}

function exists(gated: { readonly beta?: readonly string[] }, walk: Walk): boolean {
  return gated.beta === undefined || gated.beta.some((beta) => walk.betas.has(beta));
}

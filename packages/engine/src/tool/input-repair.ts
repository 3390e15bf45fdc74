/**
 * One try at mending an input that its schema refuses (SPEC 10): a number or a truth value sent as a string, JSON sent as
 * a string, by what the schema says the field is. Nothing is guessed: what doesn't fit the schema's type stays as it came.
 */

type Schema = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typesOf = (schema: Schema): readonly string[] => {
  const type = schema['type'];
  const own =
    typeof type === 'string' ? [type] : Array.isArray(type) ? type.filter((t) => typeof t === 'string') : [];
  const branches = [schema['anyOf'], schema['oneOf']].flatMap((list) => (Array.isArray(list) ? list : []));
  return [...own, ...branches.flatMap((branch) => (isObject(branch) ? typesOf(branch) : []))];
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // No JSON: there is nothing to mend it to.
  }
};

/** A string that stands for what the schema wants; the value itself where none does. */
const mendString = (text: string, types: readonly string[]): unknown => {
  if (types.includes('string') || types.length === 0) return text;
  const value = parse(text.trim());
  if (typeof value === 'number' && types.includes('number')) return value;
  if (Number.isInteger(value) && types.includes('integer')) return value;
  if (typeof value === 'boolean' && types.includes('boolean')) return value;
  if (Array.isArray(value) && types.includes('array')) return value;
  if (isObject(value) && types.includes('object')) return value;
  return text;
};

/** The input with its fields mended; the same object where nothing was. `schema` is the tool's `input_schema`. */
export const repairInput = (input: unknown, schema: Schema): unknown => {
  const whole = typeof input === 'string' ? parse(input) : input;
  if (!isObject(whole)) return input;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  let changed = whole !== input;
  const mended = Object.fromEntries(
    Object.entries(whole).map(([key, value]) => {
      const property = properties[key];
      if (typeof value !== 'string' || !isObject(property)) return [key, value];
      const better = mendString(value, typesOf(property));
      changed ||= better !== value;
      return [key, better];
    }),
  );
  return changed ? mended : input;
};

/** How a tool is put together: the definition says what the model may give, `parse` holds it to that. */
import type { AnyTool, Parsed, Tool } from '@leat/engine';
import { type InputChecks, type InputOf, inputProblems, type StaticDefinition } from './input-schema.ts';

/** A tool without `parse`, and what the definition can't say of its input. */
export type ToolParts<D extends StaticDefinition> = Omit<Tool<InputOf<D>>, 'parse' | 'definition'> & {
  readonly definition: D;
  readonly checks?: InputChecks<InputOf<D>>;
};

/** Adds `parse`: unknown parameters, missing ones and wrong values come back as words that the model can act on. */
export function defineTool<D extends StaticDefinition>(parts: ToolParts<D>): Tool<InputOf<D>> {
  const { definition, checks = {} } = parts;
  const schema = definition.input_schema;
  return {
    ...parts,
    parse(given: unknown): Parsed<InputOf<D>> {
      if (typeof given !== 'object' || given === null || Array.isArray(given))
        return refused(definition, ['the input must be an object']);
      const input = withoutNulls(given, schema.required);
      const problems = inputProblems(schema, checks, input);
      if (problems.length > 0) return refused(definition, problems);
      return { ok: true, input: input as InputOf<D> }; // just checked against the schema that the type comes from
    },
  };
}

/** Forgets the input type, as registries hold tools. */
export function anyTool<I>(tool: Tool<I>): AnyTool {
  return tool as unknown as AnyTool; // the executor only passes `run` what the same tool's `parse` returned
}

/** Models write `null` for an option that they leave out; for a required one it stays and is refused. */
function withoutNulls(input: object, required: readonly string[]): { readonly [name: string]: unknown } {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => value !== null || required.includes(name)),
  );
}

/** The executor names the tool and says that it did not run; here stands what was wrong and what it takes. */
function refused(definition: StaticDefinition, problems: readonly string[]): { ok: false; message: string } {
  const { properties, required } = definition.input_schema;
  const known = `Parameters: ${Object.keys(properties).join(', ')}. Required: ${required.join(', ')}.`;
  return { ok: false, message: `${problems.join('; ')}. ${known}` };
}

/** Words for a text that must not be empty. */
export const notEmpty = (text: string): string | null => (text === '' ? 'must not be empty' : null);

/** Words for a text that is longer than a bound in characters. */
export const notLonger =
  (most: number) =>
  (text: string): string | null =>
    text.length > most ? `is too long (at most ${most} characters)` : null;

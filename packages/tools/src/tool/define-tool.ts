/** How a tool is put together: a hand-written definition for the model and a schema that says the same to the parser. */
import type { AnyTool, Parsed, Tool } from '@leat/engine';
import * as z from 'zod';

/** A tool without `parse`, and the schema that makes it. The schema is built at the first call, not at start-up. */
export type ToolParts<I> = Omit<Tool<I>, 'parse'> & { schema(): z.ZodType<I> };

/** Adds `parse`: unknown keys, missing ones and wrong types come back as words that the model can act on. */
export function defineTool<I>(parts: ToolParts<I>): Tool<I> & { schema(): z.ZodType<I> } {
  return {
    ...parts,
    parse(input: unknown): Parsed<I> {
      const result = parts.schema().safeParse(withoutNulls(input, parts.definition));
      if (result.success) return { ok: true, input: result.data };
      return { ok: false, message: explainInput(parts.definition, result.error) };
    },
  };
}

/** Forgets the input type, as registries hold tools. */
export function anyTool<I>(tool: Tool<I>): AnyTool {
  return tool as unknown as AnyTool; // the executor only passes `run` what the same tool's `parse` returned
}

/** Caches a value that is dear to build and needed late. */
export function once<T>(build: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: build() }).value;
}

/** Models write `null` for an option that they leave out; for a required one it stays and is refused. */
function withoutNulls(input: unknown, { input_schema: schema }: Tool['definition']): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.fromEntries(
    Object.entries(input).filter(([key, value]) => value !== null || required.includes(key)),
  );
}

function explainInput(definition: Tool['definition'], error: z.ZodError): string {
  const { name, input_schema: schema } = definition;
  const required = Array.isArray(schema['required']) ? schema['required'].join(', ') : '';
  const known = Object.keys((schema['properties'] as object | undefined) ?? {}).join(', '); // our own static schema
  const lines = error.issues.slice(0, 8).map((issue) => {
    const where = issue.path.length === 0 ? 'input' : issue.path.join('.');
    return `- ${where}: ${explainIssue(issue)}`;
  });
  return `${name} was not run, its input is not valid:\n${lines.join('\n')}\nParameters: ${known}. Required: ${required}.`;
}

function explainIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `unknown parameter ${issue.keys.map((key) => `\`${key}\``).join(', ')}`;
    case 'invalid_type':
      return issue.input === undefined && /received undefined/.test(issue.message)
        ? `is missing (expected ${issue.expected})`
        : `expected ${issue.expected} (${issue.message})`;
    default:
      return issue.message;
  }
}

/** Tools for tests of the turn: they note when they began and ended, and do what the input says. */
import type { AnyTool, RepeatClass, Tool, ToolContext, ToolOutcome } from '../../src/tool/tool.ts';

interface Input {
  readonly path?: string;
  readonly say?: string;
  readonly fail?: boolean;
  readonly count?: number;
}

export interface ToolTrace {
  readonly lines: string[];
  /** Calls that wait for `release(id)`. */
  readonly held: Map<string, () => void>;
}

export const newTrace = (): ToolTrace => ({ lines: [], held: new Map() });

export interface ToolShape {
  readonly name: string;
  readonly repeat: RepeatClass;
  readonly safe: boolean;
  /** Waits until the test releases it, or the signal aborts. */
  readonly hold?: boolean;
  /** Goes on for ever, whatever the signal says. */
  readonly deaf?: boolean;
  readonly throws?: boolean;
  readonly shell?: boolean;
  /** Leaves the shell in this directory. */
  readonly moves?: string;
  readonly access?: 'none';
}

export const makeTool = (shape: ToolShape, trace: ToolTrace): AnyTool => {
  const tool: Tool<Input> = {
    definition: {
      name: shape.name,
      description: shape.name,
      input_schema: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          say: { type: 'string' },
          fail: { type: 'boolean' },
          count: { type: 'integer' },
        },
      },
    },
    readOnly: shape.repeat === 'read',
    compactable: true,
    maxResultChars: 50_000,
    parse: (input) => {
      const { count } = input as Input; // an object: the collector sees to that
      return count === undefined || typeof count === 'number'
        ? { ok: true, input: input as Input }
        : { ok: false, message: 'count must be a number' };
    },
    concurrencySafe: () => shape.safe,
    repeat: () => shape.repeat,
    access: (input) => {
      if (shape.shell === true) return { kind: 'shell', command: input.say ?? 'true' };
      if (shape.access === 'none') return { kind: 'none' };
      return { kind: shape.repeat === 'read' ? 'read' : 'write', path: input.path ?? '/work/a.txt' };
    },
    title: (input) => `${shape.name} ${input.path ?? ''}`.trim(),
    run: (input, context) => run(shape, input, context, trace),
  };
  // Registries forget the input type: run only ever gets what the same tool's parse returned.
  return tool as unknown as AnyTool; // a registry forgets the input's type
};

const run = async (
  shape: ToolShape,
  input: Input,
  context: ToolContext,
  trace: ToolTrace,
): Promise<ToolOutcome> => {
  const id = context.toolUseId;
  trace.lines.push(`${id}+`);
  if (shape.throws === true) throw new Error('broken inside');
  if (shape.deaf === true) await new Promise(() => undefined);
  if (shape.hold === true) {
    await new Promise<void>((resolve, reject) => {
      trace.held.set(id, resolve);
      context.signal.addEventListener('abort', () => reject(context.signal.reason as Error), { once: true });
    });
  }
  await new Promise((resolve) => setImmediate(resolve));
  if (shape.moves !== undefined) context.session.cwd = shape.moves;
  trace.lines.push(`${id}-`);
  const content = input.say?.repeat(input.count ?? 1) ?? `${shape.name} of ${id}`;
  return input.fail === true ? { content, isError: true } : { content };
};

export const READ: ToolShape = { name: 'Read', repeat: 'read', safe: true };
export const EDIT: ToolShape = { name: 'Edit', repeat: 'effect', safe: false };
export const BASH: ToolShape = { name: 'Bash', repeat: 'effect', safe: false, shell: true };

/** One call of the model, from its whole block to its result, as data: what it is before anything runs. */
import type { ToolUseBlock, UserRecord, Uuid } from '@leat/kernel';
import { repairInput } from './input-repair.ts';
import { unknownToolWords } from './nearest-name.ts';
import type { AnyTool, RepeatClass } from './tool.ts';

/** A whole tool_use block and the record that holds it. */
export interface CallToRun {
  readonly block: ToolUseBlock;
  readonly assistant: Uuid | null;
  /** Why its streamed JSON can't be used; null when it can. */
  readonly invalidInput: string | null;
}

/** `queued → executing → completed → yielded`; an error completes too (SPEC 10). */
export type CallState = 'queued' | 'executing' | 'completed' | 'yielded';

/** What the call turned out to be: something to run, or words that say why it can't. */
export type Prepared =
  | {
      readonly ok: true;
      readonly tool: AnyTool;
      readonly input: never;
      readonly title: string;
      readonly safe: boolean;
      readonly repeat: RepeatClass;
    }
  | { readonly ok: false; readonly words: string };

/** How a call ended. */
export interface CallResult {
  readonly toolUseId: string;
  readonly name: string;
  readonly title: string;
  readonly record: UserRecord;
  readonly isError: boolean;
  readonly durationMs: number;
}

/** Parses and validates a call, with one try at repair. A tool that throws here is treated as one that refused. */
export const prepareCall = (call: CallToRun, tools: ReadonlyMap<string, AnyTool>): Prepared => {
  const { name } = call.block;
  const tool = tools.get(name);
  if (tool === undefined) return { ok: false, words: unknownToolWords(name, [...tools.keys()]) };
  if (call.invalidInput !== null) {
    return {
      ok: false,
      words: `The call of ${name} did not run: ${call.invalidInput}. Call again with whole, valid JSON.`,
    };
  }
  try {
    return prepareWith(tool, call.block.input);
  } catch (error) {
    return { ok: false, words: `The input of ${name} could not be checked: ${wordsOf(error)}` };
  }
};

const prepareWith = (tool: AnyTool, input: unknown): Prepared => {
  const first = tool.parse(input);
  const parsed = first.ok ? first : tool.parse(repairInput(input, tool.definition.input_schema));
  if (!parsed.ok) {
    // The first words speak of what the model really sent.
    const message = first.ok ? parsed.message : first.message;
    return {
      ok: false,
      words: `The input of ${tool.definition.name} is not valid, so it did not run: ${message}`,
    };
  }
  return {
    ok: true,
    tool,
    input: parsed.input,
    title: tool.title(parsed.input),
    safe: tool.concurrencySafe(parsed.input),
    repeat: tool.repeat(parsed.input),
  };
};

/** The words of a thrown thing. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

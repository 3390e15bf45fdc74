/** What a tool is (SPEC 10, 16). Tools live in `@leat/tools`; the engine only knows this shape. */
import type { ContentBlock, ToolDefinition } from '@leat/kernel';
import type { BlobStore, Clock, Machine } from '../host/host.ts';

/** What repeating a call means: after a crash the first two run again, an effect never does unasked. */
export type RepeatClass = 'read' | 'idempotent' | 'effect';

/** What a call would touch, for the permission judge. Paths are as the model gave them, made absolute. */
export type Access =
  | { readonly kind: 'none' }
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string }
  | { readonly kind: 'shell'; readonly command: string };

/** The outcome of a call: expected failure is data (`isError`), never an exception. */
export interface ToolOutcome {
  readonly content: string | readonly ContentBlock[];
  readonly isError?: boolean;
  /** For the person's row (a diff, an exit code); goes to the record's `origin.display`. */
  readonly display?: unknown;
}

/** What this session knows of files it has read, so that an edit of a file changed since is refused. */
export interface FileKnowledge {
  /** `whole` false: only a part was seen. */
  readonly mtimeMs: number;
  readonly size: number;
  readonly hash: string;
  readonly whole: boolean;
}

/** State that lives as long as the chain; rebuilt at resume from the timeline where it can be, else empty. */
export interface ToolSession {
  /** Current directory of the shell; Bash moves it. */
  cwd: string;
  /** Directories that file tools may write in without asking beside cwd. */
  readonly roots: readonly string[];
  readonly files: Map<string, FileKnowledge>;
}

export interface ToolContext {
  readonly toolUseId: string;
  readonly signal: AbortSignal;
  readonly session: ToolSession;
  readonly machine: Machine;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  /** A progress state for the person; cheap, coalesced by the engine. */
  progress(data: unknown): void;
}

/** `ok: false` carries words for the model that say what was wrong. */
export type Parsed<I> =
  | { readonly ok: true; readonly input: I }
  | { readonly ok: false; readonly message: string };

export interface Tool<I = never> {
  readonly definition: ToolDefinition;
  readonly readOnly: boolean;
  readonly compactable: boolean;
  /** Characters above which a result goes to a blob with head and tail kept; null = the tool limits itself. */
  readonly maxResultChars: number | null;
  parse(input: unknown): Parsed<I>;
  concurrencySafe(input: I): boolean;
  repeat(input: I): RepeatClass;
  access(input: I, session: ToolSession): Access;
  /** One line for the person: `Read src/a.ts (1-40)`. */
  title(input: I): string;
  /** Must settle soon after `signal` aborts. A thrown error is a bug of the tool: it becomes an error result. */
  run(input: I, context: ToolContext): Promise<ToolOutcome>;
}

/** A tool whose input type is hidden, as registries hold it. */
// The executor only ever passes `run` what the same tool's `parse` returned, so the input type can be forgotten here.
export type AnyTool = Tool<never> & { parse(input: unknown): Parsed<never> };

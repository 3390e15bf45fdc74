/** A `QueryEngine` with leat's own tools, head and machine: what print mode and the demo run. */
import {
  localMachine,
  QueryEngine,
  type PermissionOptions,
  type Provider,
  type ToolSession,
  type TurnLimits,
} from '@leat/engine';
import type { TimelineRecord } from '@leat/kernel';
import { builtInTools, restoreToolSession } from '@leat/tools';
import { buildHead } from './head.ts';
import type { OpenSession } from './open-session.ts';
import { offeredTools } from './permissions.ts';

export interface EngineParts {
  readonly session: OpenSession;
  readonly provider: Provider;
  readonly model: string;
  /** Tokens; null: the model's own. */
  readonly windowTokens: number | null;
  readonly cwd: string;
  readonly leatHome: string;
  /** What may be read beyond the roots is the session's own: its blobs. */
  readonly permissions: Omit<PermissionOptions, 'readableRoots'>;
  readonly appendSystemPrompt: string | null;
  readonly limits: TurnLimits;
  readonly rawEvents: boolean;
  readonly version: string;
  readonly notice: (text: string) => void;
}

export async function createEngine(parts: EngineParts): Promise<QueryEngine> {
  const { session, cwd } = parts;
  const { host } = session;
  const blobs = host.sessions.blobs(session.log.session);
  const permissions = { ...parts.permissions, readableRoots: (await blobs.folders?.()) ?? [] };
  const machine = localMachine();
  const tools = builtInTools();
  const toolSession: ToolSession = { cwd, roots: permissions.roots, files: new Map() };
  restoreToolSession(toolSession, displaysOf(session.records));
  return new QueryEngine({
    host,
    machine,
    log: session.log,
    records: session.records,
    blobs,
    provider: parts.provider,
    model: parts.model,
    ...(parts.windowTokens === null ? {} : { windowTokens: parts.windowTokens }),
    head: () =>
      buildHead({
        machine,
        cwd,
        roots: permissions.roots,
        leatHome: parts.leatHome,
        model: parts.model,
        tools: offeredTools(tools, permissions.rules),
        appendSystemPrompt: parts.appendSystemPrompt,
        now: host.clock.now(),
        notice: parts.notice,
      }),
    tools,
    toolSession,
    permissions,
    limits: parts.limits,
    rawEvents: parts.rawEvents,
    version: parts.version,
  });
}

/** What earlier results showed: from these the tools know again which files they have read. */
function* displaysOf(records: readonly TimelineRecord[]): Generator<unknown> {
  for (const record of records) {
    if (record.type === 'user' && record.origin.kind === 'tool_result') yield record.origin.display;
  }
}

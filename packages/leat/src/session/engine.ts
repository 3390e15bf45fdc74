/** A `QueryEngine` with leat's own tools, head and machine: what print mode and the demo run. */
import {
  localMachine,
  QueryEngine,
  type Host,
  type PermissionOptions,
  type Provider,
  type TurnLimits,
} from '@leat/engine';
import { builtInTools } from '@leat/tools';
import { buildHead } from './head.ts';
import type { OpenSession } from './open-session.ts';

export interface EngineParts {
  readonly host: Host;
  readonly session: OpenSession;
  readonly provider: Provider;
  readonly model: string;
  readonly cwd: string;
  readonly leatHome: string;
  readonly permissions: PermissionOptions;
  readonly appendSystemPrompt: string | null;
  readonly limits: TurnLimits;
  readonly rawEvents: boolean;
  readonly version: string;
  readonly notice: (text: string) => void;
}

export function createEngine(parts: EngineParts): QueryEngine {
  const { host, session, cwd, permissions } = parts;
  const machine = localMachine();
  const tools = builtInTools();
  return new QueryEngine({
    host,
    machine,
    log: session.log,
    records: session.records,
    blobs: host.sessions.blobs(session.log.session),
    provider: parts.provider,
    model: parts.model,
    head: () =>
      buildHead({
        machine,
        cwd,
        roots: permissions.roots,
        leatHome: parts.leatHome,
        model: parts.model,
        tools,
        appendSystemPrompt: parts.appendSystemPrompt,
        now: host.clock.now(),
        notice: parts.notice,
      }),
    tools,
    toolSession: { cwd, roots: permissions.roots, files: new Map() },
    permissions,
    limits: parts.limits,
    rawEvents: parts.rawEvents,
    version: parts.version,
  });
}

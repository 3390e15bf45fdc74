/** What a turn works with: frozen when it begins, so that nothing changes under a running round. */
import type { Calibration, Profile, RequestSettings, ResponseRecord, Wire } from '@leat/kernel';
import type { Collector } from '../attachment/collector.ts';
import type { BlobStore, Host, Machine } from '../host/host.ts';
import type { PermissionGate } from '../permission/gate.ts';
import type { Provider } from '../provider/provider.ts';
import type { AnyTool, ToolSession } from '../tool/tool.ts';
import type { ExecutorContext } from '../tool/streaming-tool-executor.ts';
import type { Chain } from './chain.ts';
import type { NoticeLevel, QueryEvent } from './events.ts';
import type { TurnLimits } from './options.ts';
import type { RecordedHead } from './recorded-head.ts';

export interface TurnContext {
  readonly chain: Chain;
  readonly host: Host;
  readonly machine: Machine;
  readonly blobs: BlobStore;
  readonly provider: Provider;
  readonly profile: Profile;
  readonly head: RecordedHead;
  readonly tools: ReadonlyMap<string, AnyTool>;
  readonly session: ToolSession;
  readonly gate: PermissionGate;
  readonly collectors: readonly Collector[];
  readonly limits: TurnLimits;
  readonly settings: RequestSettings;
  readonly rawEvents: boolean;
  readonly signal: AbortSignal;
  readonly emit: (event: QueryEvent) => void;
  /** The bill of the engine so far, in US dollars; null where a price is unknown. */
  readonly billUsd: () => number | null;
  /** Number of the next round of the chain, from 1. */
  readonly nextRound: () => number;
  /** The wire as it was built last, by this turn or the one before; null at first. */
  readonly lastWire: () => Wire | null;
  readonly keepWire: (wire: Wire) => void;
  /** What real usage of this model has taught about the estimator so far (SPEC 8.0). */
  readonly calibration: () => Calibration;
  /** Counts a response: into the bill and the calibration. */
  readonly onResponse: (record: ResponseRecord) => void;
}

/** What the executor takes of it. */
export const executorContext = (turn: TurnContext): ExecutorContext => ({
  chain: turn.chain,
  tools: turn.tools,
  gate: turn.gate,
  session: turn.session,
  machine: turn.machine,
  clock: turn.host.clock,
  blobs: turn.blobs,
  signal: turn.signal,
  emit: turn.emit,
});

export const notice = (turn: TurnContext, level: NoticeLevel, code: string, text: string): void =>
  turn.emit({ type: 'notice', level, code, text });

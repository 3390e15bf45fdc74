/**
 * The gate before every call: the judge's verdict, and the question to whoever is there. One dialog at a time; a refusal
 * in one also refuses those that wait behind it (SPEC 12). Keeps the mode and the list of denials.
 */
import type { Machine } from '../host/host.ts';
import type { PermissionDenial } from '../query/events.ts';
import { judge } from './judge.ts';
import type { Asker, PermissionMode, PermissionOptions, PermissionRequest, Verdict } from './permission.ts';

/** What was decided of one call. `kind` picks the words for the model. */
export type Decision =
  | { readonly decision: 'allow'; readonly by: string }
  | {
      readonly decision: 'deny';
      readonly by: string;
      readonly kind: 'person' | 'rule' | 'nobody' | 'dialog_closed';
      /** What the person said, or why the judge refused. */
      readonly reason: string;
      readonly flag: string | null;
    };

export class PermissionGate {
  readonly #machine: Machine;
  readonly #asker: Asker | null;
  #options: PermissionOptions;
  #dialog: Promise<void> = Promise.resolve();
  /** Raised by each refusal of the person: a dialog that waited through one is refused with it. */
  #refusals = 0;
  readonly #denials: PermissionDenial[] = [];

  constructor(options: PermissionOptions, machine: Machine, asker: Asker | null) {
    this.#options = options;
    this.#machine = machine;
    this.#asker = asker;
  }

  get mode(): PermissionMode {
    return this.#options.mode;
  }
  set mode(mode: PermissionMode) {
    this.#options = { ...this.#options, mode };
  }
  /** Denials since the last `takeDenials`. */
  takeDenials(): readonly PermissionDenial[] {
    return this.#denials.splice(0);
  }

  /** Decides one call. Rejects only when the signal aborts while a dialog is open. */
  async decide(request: PermissionRequest, signal: AbortSignal): Promise<Decision> {
    const verdict = await judge(request, this.#options, this.#machine);
    const decision = await this.#settle(request, verdict, signal);
    if (decision.decision === 'deny') {
      this.#denials.push({
        toolUseId: request.toolUseId,
        name: request.name,
        input: request.input,
        reason: decision.reason,
        flag: decision.flag,
      });
    }
    return decision;
  }

  async #settle(request: PermissionRequest, verdict: Verdict, signal: AbortSignal): Promise<Decision> {
    const { by, reason, flag } = verdict;
    if (verdict.decision === 'allow') return { decision: 'allow', by };
    if (verdict.decision === 'deny') return { decision: 'deny', by, kind: 'rule', reason, flag };
    if (this.#asker === null || this.#options.mode === 'dontAsk') {
      return { decision: 'deny', by, kind: 'nobody', reason, flag };
    }
    return this.#ask(request, verdict, this.#asker, signal);
  }

  async #ask(
    request: PermissionRequest,
    verdict: Verdict,
    asker: Asker,
    signal: AbortSignal,
  ): Promise<Decision> {
    const refusalsBefore = this.#refusals;
    const before = this.#dialog;
    let close: () => void = () => undefined;
    this.#dialog = new Promise((resolve) => (close = resolve));
    try {
      await before;
      signal.throwIfAborted();
      const refused = { decision: 'deny', by: 'person', flag: null } as const;
      if (this.#refusals !== refusalsBefore) {
        return { ...refused, kind: 'dialog_closed', reason: 'a call before it was refused' };
      }
      const answer = await asker.ask(request, verdict, signal);
      if (answer.decision === 'allow') return { decision: 'allow', by: 'person' };
      this.#refusals++;
      return { ...refused, kind: 'person', reason: answer.message ?? '' };
    } finally {
      close();
    }
  }
}

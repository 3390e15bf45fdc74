/**
 * Watches over one request (SPEC 10): connection, first byte, silence, content. It holds no timer that outlives the
 * request: each stage is one sleep on the injected clock, cancelled when the stage ends. What it does when a limit passes
 * is one call: `bite`.
 *
 *     send ──connect──→ connected ──first byte──→ events ──silence / content──→ end
 */
import { LeatError } from '../errors.ts';
import type { Clock } from '../host/host.ts';
import type { StreamTiming } from '../provider/provider.ts';

export type WatchdogStage = 'connect' | 'first byte' | 'silence' | 'content';

/** Thrown into the request when a limit passed. */
export class StreamStalled extends LeatError {
  readonly stage: WatchdogStage;
  constructor(stage: WatchdogStage, limitMs: number) {
    const what = {
      connect: 'no connection',
      'first byte': 'no answer began',
      silence: 'the stream fell silent',
      content: 'no content came',
    }[stage];
    super('LEAT_REQUEST_STALLED', `${what} for ${Math.round(limitMs / 1000)} s`);
    this.stage = stage;
  }
}

export class Watchdog {
  readonly #clock: Clock;
  readonly #timing: StreamTiming;
  readonly #bite: (stalled: StreamStalled) => void;
  #timers = new Map<WatchdogStage, AbortController>();
  #deadlines = new Map<WatchdogStage, number>();

  constructor(clock: Clock, timing: StreamTiming, bite: (stalled: StreamStalled) => void) {
    this.#clock = clock;
    this.#timing = timing;
    this.#bite = bite;
    this.#watch('connect', timing.connectMs);
  }

  /** The connection stands; now the first byte is due. */
  connected(): void {
    if (!this.#timers.has('connect')) return;
    this.#stop('connect');
    this.#watch('first byte', this.#timing.firstByteMs);
  }

  /** The answer's head came: the connection surely stands. */
  answered(): void {
    this.connected();
  }

  /** An event came. Pings refresh the silence, but never count as content. */
  heard(hasContent: boolean): void {
    this.connected();
    this.#stop('first byte');
    if (this.#timing.silenceMs !== null) this.#refresh('silence', this.#timing.silenceMs);
    if (hasContent || !this.#timers.has('content')) this.#refresh('content', this.#timing.contentMs);
  }

  /** The request is over. */
  stop(): void {
    for (const stage of this.#timers.keys()) this.#stop(stage);
  }

  /** A stage that runs already only gets a later deadline: no timer per event. */
  #refresh(stage: WatchdogStage, limitMs: number): void {
    if (this.#timers.has(stage)) this.#deadlines.set(stage, this.#clock.now() + limitMs);
    else this.#watch(stage, limitMs);
  }

  #watch(stage: WatchdogStage, limitMs: number): void {
    const timer = new AbortController();
    this.#timers.set(stage, timer);
    this.#deadlines.set(stage, this.#clock.now() + limitMs);
    void this.#run(stage, limitMs, timer.signal);
  }

  async #run(stage: WatchdogStage, limitMs: number, signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        const left = (this.#deadlines.get(stage) ?? 0) - this.#clock.now();
        if (left <= 0) break;
        await this.#clock.sleep(left, signal);
      }
    } catch {
      return; // The stage ended in time: its sleep was cancelled.
    }
    if (signal.aborted) return;
    this.stop();
    this.#bite(new StreamStalled(stage, limitMs));
  }

  #stop(stage: WatchdogStage): void {
    this.#timers.get(stage)?.abort();
    this.#timers.delete(stage);
    this.#deadlines.delete(stage);
  }
}

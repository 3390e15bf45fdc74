/** SIGINT, SIGTERM and SIGHUP while a turn runs: the first asks it to stop, a second of the same kind ends the process. */
import { EXIT_HUNG_UP, EXIT_TERMINATED } from './exit-code.ts';

const CODES = { SIGINT: 130, SIGTERM: EXIT_TERMINATED, SIGHUP: EXIT_HUNG_UP } as const;
type Signal = keyof typeof CODES;

export interface SignalWatch {
  /** Exit code of the first signal that came; null while none has. */
  readonly code: number | null;
  release(): void;
}

/** Calls `stop` once, with whether a person asked (SIGINT) or the machine did. */
export function watchSignals(stop: (byPerson: boolean) => void): SignalWatch {
  const state: { code: number | null } = { code: null };
  const handlers = (Object.keys(CODES) as Signal[]).map((signal) => {
    // keys of the constant above
    const handler = () => {
      if (state.code !== null) process.exit(CODES[signal]);
      state.code = CODES[signal];
      stop(signal === 'SIGINT');
    };
    process.on(signal, handler);
    return [signal, handler] as const;
  });
  return {
    get code() {
      return state.code;
    },
    release: () => {
      for (const [signal, handler] of handlers) process.off(signal, handler);
    },
  };
}

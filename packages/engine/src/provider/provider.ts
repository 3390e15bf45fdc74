/** A provider sends one request and gives back the server's raw events; it never retries and never interprets (SPEC 9.4, 17). */
import type { BodyChunk } from '@leat/kernel';

export interface ProviderRequest {
  readonly chunks: readonly BodyChunk[];
  readonly bytes: number;
  readonly betas: readonly string[];
  /** `anthropic-version`; the provider's own when absent. */
  readonly apiVersion?: string;
  readonly signal: AbortSignal;
  /** Base64 of a blob, for the chunks that are blobs. */
  blob(hash: string): Promise<string>;
  /** Called once when the connection stands and the body begins to leave. */
  connected?(): void;
}

/** One SSE frame as the server sent it: parsed data, whatever its type. */
export interface ServerEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** An error as the server, or the network, put it. */
export interface ProviderError {
  /** Type of the API (`overloaded_error` …); `network_error` when no answer came. */
  readonly type: string;
  readonly message: string;
  /** `error.details.error_code`, a stable name of the cause; `refused_here` where nothing listens on this machine. */
  readonly code: string | null;
}

export type ProviderResponse =
  | {
      readonly ok: true;
      readonly status: number;
      readonly headers: { readonly [name: string]: string };
      readonly requestId: string | null;
      /** Ends silently at EOF; the collector knows whether `message_stop` came. Rejects on a broken connection. */
      readonly events: AsyncIterable<ServerEvent>;
    }
  | {
      readonly ok: false;
      /** Null when no response came (connection refused, reset, DNS). */
      readonly status: number | null;
      readonly headers: { readonly [name: string]: string };
      readonly requestId: string | null;
      readonly error: ProviderError;
    };

/** How long an endpoint may be silent, in milliseconds (SPEC 10); null = no limit. */
export interface StreamTiming {
  readonly connectMs: number;
  /** From the connection to the first byte of the answer. */
  readonly firstByteMs: number;
  /** Without any byte, pings included; null where no pings are promised. */
  readonly silenceMs: number | null;
  /** Without any content, however many pings come. */
  readonly contentMs: number;
}

/** The first-party endpoint: promises pings. */
export const FIRST_PARTY_TIMING: StreamTiming = {
  connectMs: 30_000,
  firstByteMs: 60_000,
  silenceMs: 45_000,
  contentMs: 300_000,
};
/** Any other endpoint: a local server may read a long prompt for minutes before its first byte. */
export const OTHER_TIMING: StreamTiming = {
  connectMs: 30_000,
  firstByteMs: 600_000,
  silenceMs: null,
  contentMs: 300_000,
};

export interface Provider {
  readonly name: string;
  readonly timing: StreamTiming;
  /** Rejects only when the signal aborts, with the signal's reason. */
  send(request: ProviderRequest): Promise<ProviderResponse>;
}

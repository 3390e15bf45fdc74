/** A provider sends one request and gives back the server's raw events; it never retries and never interprets (SPEC 9.4, 17). */
import type { BodyChunk } from '@leat/kernel';

export interface ProviderRequest {
  readonly chunks: readonly BodyChunk[];
  readonly bytes: number;
  readonly betas: readonly string[];
  readonly signal: AbortSignal;
  /** Base64 of a blob, for the chunks that are blobs. */
  blob(hash: string): Promise<string>;
}

/** One SSE frame as the server sent it: parsed data, whatever its type. */
export interface ServerEvent {
  readonly type: string;
  readonly [key: string]: unknown;
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
      readonly error: { readonly type: string; readonly message: string; readonly code: string | null };
    };

export interface Provider {
  readonly name: string;
  send(request: ProviderRequest): Promise<ProviderResponse>;
}

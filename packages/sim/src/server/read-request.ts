/** Reads a request's body from the socket: bounded, and unpacked where it is compressed (API-CONTRACT A4, A5). */

import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Rejection } from '../types.ts';
import { BODY_BYTES_MAX, PASSED_BYTES_MAX } from './limits.ts';

/** The bytes of a body, or why there are none. `null`: the client went away. */
export type ReadBytes =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly rejection: Rejection | null };

/** Reads all of it. A body that is too large is kept no further; what is still to come is let pass, up to a bound. */
export async function readRequest(request: IncomingMessage, gone: AbortSignal): Promise<ReadBytes> {
  const chunks: Buffer[] = [];
  let total = 0;
  const stated = Number(request.headers['content-length'] ?? 0);
  if (stated > BODY_BYTES_MAX) return tooLarge(request);
  try {
    // Chunks are buffers because no encoding is set; the stream must outlive the loop, or no answer could be sent.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > BODY_BYTES_MAX) return tooLarge(request);
      chunks.push(chunk);
    }
  } catch {
    return { ok: false, rejection: null }; // the socket closed in the middle of the body
  }
  if (gone.aborted) return { ok: false, rejection: null };
  const [first] = chunks;
  const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, total);
  return unpack(bytes, request.headers['content-encoding']);
}

/** Clients read an answer once they have sent their body: so the rest of it is taken, but not for ever. */
function tooLarge(request: IncomingMessage): ReadBytes {
  let passed = 0;
  request.on('data', (chunk: Buffer) => {
    passed += chunk.length;
    if (passed > PASSED_BYTES_MAX) request.destroy();
  });
  return { ok: false, rejection: TOO_LARGE };
}

const TOO_LARGE: Rejection = {
  rule: 'C60',
  status: 413,
  type: 'request_too_large',
  message: 'Request exceeds the maximum size',
};

const UNPACK = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync } as const;

function unpack(bytes: Buffer, encoding: string | undefined): ReadBytes {
  if (encoding === undefined || encoding === 'identity') return { ok: true, bytes };
  const known = Object.entries(UNPACK).find(([name]) => name === encoding.trim().toLowerCase());
  if (known === undefined) {
    return refuse('request_body_encoding_unsupported', `content-encoding '${encoding}' is not supported.`);
  }
  try {
    return { ok: true, bytes: known[1](bytes, { maxOutputLength: BODY_BYTES_MAX }) };
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    return isTooLarge
      ? refuse('request_body_too_large_after_decoding', 'the body is too large after decoding.')
      : refuse('request_body_encoding_invalid', `the body is not valid ${encoding}.`);
  }
}

function refuse(errorCode: string, sentence: string): ReadBytes {
  const message = `A5: ${sentence}`;
  return {
    ok: false,
    rejection: { rule: 'A5', status: 400, type: 'invalid_request_error', message, errorCode },
  };
}

/**
 * The body of a refusal, read within bounds: a server that says 529 and then holds the connection, or sends a page without
 * end, must not hold the turn. What came by then is the error's text; the status says the rest.
 */
import { ERROR_BODY_BYTES_MAX, ERROR_BODY_MS_MAX } from '../query/limits.ts';

type Fetch = typeof globalThis.fetch;

/** A `fetch` whose refusals carry a whole, bounded body. Answers pass through untouched. */
export const withBoundedErrors =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (response.ok || response.body === null) return response;
    const { status, statusText } = response;
    const headers = new Headers(response.headers);
    // The text is decoded and whole: what these headers say of the bytes no longer holds.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
    return new Response(await boundedText(response.body), { status, statusText, headers });
  };

const boundedText = async (body: ReadableStream<Uint8Array>): Promise<string> => {
  const reader = body.getReader();
  const stop = (): void => void reader.cancel().catch(() => undefined); // already broken: nothing to cancel
  const timer = setTimeout(stop, ERROR_BODY_MS_MAX);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    while (bytes < ERROR_BODY_BYTES_MAX) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      bytes += value.byteLength;
    }
  } catch {
    // The connection broke inside the error: what came of it is all there is to say.
  } finally {
    clearTimeout(timer);
    stop();
  }
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, ERROR_BODY_BYTES_MAX));
};

/**
 * What a failed `fetch` means, in plain words with the cause kept. The innermost cause says what happened
 * (`connect ECONNREFUSED …`); the outer ones ("fetch failed", "terminated") only that it did. A request that can't be
 * sent at all is no failure of the network: it is not tried again.
 */
import { isLeatError } from '../errors.ts';
import type { ProviderError } from './provider.ts';

const CAUSES_MAX = 5;

/** `code` of a connection that this machine itself refused: nothing listens there. */
export const REFUSED_HERE = 'refused_here';
/** Hosts as `URL` writes them, whatever form they were given in. */
const LOOPBACK = /^(localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Codes of node and undici for a connection that never stood. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const NOT_SECURE = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO$)/;
/** Words of fetch for an address that it doesn't take; they hold nothing secret. */
const BAD_ADDRESS = /bad port|unknown scheme|invalid url|failed to parse url/i;
/** Words for a header or address that holds what can't be sent. They may quote the credential, so they are not shown. */
const BAD_HEADER = /invalid header (value|name)|ByteString/i;
const BAD_CREDENTIALS = /includes credentials/i;

/** The error of a request that got no answer. `baseUrl` is where it should have gone. */
export const networkError = (thrown: unknown, baseUrl: string): ProviderError => {
  const cause = innermost(thrown);
  const refusal = unsendable(cause.message);
  return refusal === null
    ? { type: 'network_error', message: networkWords(cause, placeOf(baseUrl)), code: codeOf(cause, baseUrl) }
    : { type: 'invalid_request_error', message: refusal, code: null };
};

/** The error of an answer that broke off; a leat error passes through. */
export const brokenAnswer = (thrown: unknown, baseUrl: string): unknown => {
  if (isLeatError(thrown)) return thrown;
  const words = `the connection to ${placeOf(baseUrl)} broke in the middle of the answer`;
  return new Error(`${words} (${causeWords(innermost(thrown))})`, { cause: thrown });
};

interface Cause {
  readonly code: string;
  readonly message: string;
}

const innermost = (thrown: unknown): Cause => {
  let cause: Cause = { code: '', message: 'no cause was given' };
  let current = thrown;
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error; depth++) {
    const code = (current as { code?: unknown }).code; // node's errors have one
    cause = { code: typeof code === 'string' ? code : '', message: current.message };
    if (current instanceof AggregateError && current.errors.length > 0) current = current.errors[0];
    else current = current.cause;
  }
  return cause;
};

const codeOf = (cause: Cause, baseUrl: string): string | null =>
  cause.code === 'ECONNREFUSED' && URL.canParse(baseUrl) && LOOPBACK.test(new URL(baseUrl).hostname)
    ? REFUSED_HERE
    : null;

const causeWords = ({ code, message }: Cause): string =>
  code === '' || message.includes(code) ? message : `${code} ${message}`;

const networkWords = (cause: Cause, place: string): string => {
  const words = causeWords(cause);
  if (NO_CONNECTION.has(cause.code)) return `no connection to ${place} (${words})`;
  if (NOT_SECURE.test(cause.code)) return `no secure connection to ${place} (${words})`;
  if (cause.code.startsWith('HPE_')) return `what answers at ${place} does not speak HTTP (${words})`;
  return `the connection to ${place} broke (${words})`;
};

const unsendable = (message: string): string | null => {
  if (BAD_ADDRESS.test(message))
    return `the request can't be sent: ${message}. Check ANTHROPIC_BASE_URL and its port.`;
  if (BAD_CREDENTIALS.test(message))
    return "the request can't be sent: the base URL holds a name or a password. Put the credential into ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN.";
  if (BAD_HEADER.test(message))
    return "the request can't be sent: a header, most likely the credential, holds a character that no header may hold. Check ANTHROPIC_API_KEY and ANTHROPIC_AUTH_TOKEN.";
  return null;
};

/** `host:port`, without what else an address may hold. */
const placeOf = (baseUrl: string): string => {
  if (!URL.canParse(baseUrl)) return 'the endpoint';
  const { hostname, port, protocol } = new URL(baseUrl);
  return `${hostname}:${port === '' ? (protocol === 'http:' ? '80' : '443') : port}`;
};

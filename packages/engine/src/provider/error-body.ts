/**
 * The error of a refused request or of a stream, whatever wrapped it: the API's own envelope, an edge's page, a gateway
 * that put the envelope as a string into a message. Prefers the innermost type, since gateways blur the outer one.
 */
import { ERROR_MESSAGE_CHARS_MAX, ERROR_UNWRAP_MAX } from '../query/limits.ts';
import { wellFormed } from '../tool/well-formed.ts';
import type { ProviderError } from './provider.ts';

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const clip = (message: string): string =>
  message.length <= ERROR_MESSAGE_CHARS_MAX
    ? message
    : `${wellFormed(message.slice(0, ERROR_MESSAGE_CHARS_MAX))}…`;

const parseObject = (candidate: string): unknown => {
  try {
    return JSON.parse(candidate) as unknown;
  } catch {
    // Not JSON: the words themselves are the message, which is what the caller does with null.
    return null;
  }
};

/** An envelope hidden in a message: the message itself, or the part from its first brace. */
const hidden = (message: string): unknown => {
  const brace = message.indexOf('{');
  if (brace === -1) return null;
  const parsed = parseObject(message.slice(brace, message.lastIndexOf('}') + 1));
  return isObject(parsed) && (isObject(parsed['error']) || text(parsed['message']) !== null) ? parsed : null;
};

/** Error type that a status stands for, where the body names none (API-CONTRACT G3). */
const typeOfStatus = (status: number | null): string => {
  switch (status) {
    case null:
      return 'network_error';
    case 400:
      return 'invalid_request_error';
    case 401:
      return 'authentication_error';
    case 402:
      return 'billing_error';
    case 403:
      return 'permission_error';
    case 404:
      return 'not_found_error';
    case 408:
    case 504:
      return 'timeout_error';
    case 409:
      return 'conflict_error';
    case 413:
      return 'request_too_large';
    case 429:
      return 'rate_limit_error';
    case 503:
    case 529:
      return 'overloaded_error';
    default:
      return status >= 500 ? 'api_error' : 'invalid_request_error';
  }
};

/** Reads an error out of a parsed body, or of the text of one. */
export const parseErrorBody = (body: unknown, status: number | null): ProviderError => {
  let error: ProviderError = { type: typeOfStatus(status), message: '', code: null };
  let current: unknown = typeof body === 'string' ? (parseObject(body) ?? body) : body;
  for (let depth = 0; depth < ERROR_UNWRAP_MAX; depth++) {
    if (typeof current === 'string') {
      error = { ...error, message: current };
      current = hidden(current);
    }
    if (!isObject(current)) break;
    const inner = isObject(current['error']) ? current['error'] : current;
    const details = isObject(inner['details']) ? inner['details'] : {};
    const type = text(inner['type']);
    error = {
      type: type !== null && type !== 'error' ? type : error.type,
      message: text(inner['message']) ?? text(current['error']) ?? error.message,
      code: text(details['error_code']) ?? error.code,
    };
    current = hidden(error.message);
  }
  const message = error.message.trim();
  return {
    ...error,
    message: clip(message === '' ? `status ${status ?? 'unknown'}, no message` : message),
  };
};

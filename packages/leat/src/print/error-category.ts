/** The category that consumers of stream-json know an error by (API-CONTRACT J20). */
export type ErrorCategory =
  | 'authentication_failed'
  | 'oauth_org_not_allowed'
  | 'billing_error'
  | 'rate_limit'
  | 'overloaded'
  | 'invalid_request'
  | 'model_not_found'
  | 'server_error'
  | 'max_output_tokens'
  | 'unknown';

const BY_TYPE: { readonly [type: string]: ErrorCategory } = {
  authentication_error: 'authentication_failed',
  permission_error: 'authentication_failed',
  billing_error: 'billing_error',
  rate_limit_error: 'rate_limit',
  overloaded_error: 'overloaded',
  invalid_request_error: 'invalid_request',
  request_too_large: 'invalid_request',
  conflict_error: 'invalid_request',
  api_error: 'server_error',
  timeout_error: 'server_error',
  network_error: 'server_error',
  stream_cut: 'server_error',
  stream_stalled: 'server_error',
};

/** `type` is the API's error type, or one of leat's own for what happens on the way (`network_error`, `stream_cut` …). */
export function errorCategory(type: string, message: string): ErrorCategory {
  // A 404 of this API is about the model or about the address: the words tell which (API-CONTRACT C70).
  if (type === 'not_found_error') return /\bmodel\b/i.test(message) ? 'model_not_found' : 'invalid_request';
  if (type === 'permission_error' && /organi[sz]ation/i.test(message)) return 'oauth_org_not_allowed';
  if (type === 'invalid_request_error' && /credit balance/i.test(message)) return 'billing_error';
  return Object.hasOwn(BY_TYPE, type) ? (BY_TYPE[type] ?? 'unknown') : 'unknown';
}

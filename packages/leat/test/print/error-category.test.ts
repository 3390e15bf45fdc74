import { describe, expect, test } from 'vitest';
import { errorCategory } from '../../src/print/error-category.ts';

describe('errorCategory', () => {
  test.each([
    ['authentication_error', 'invalid x-api-key', 'authentication_failed'],
    ['permission_error', 'This organization has been disabled.', 'oauth_org_not_allowed'],
    ['billing_error', 'payment required', 'billing_error'],
    ['invalid_request_error', 'Your credit balance is too low to access the API.', 'billing_error'],
    ['rate_limit_error', 'slow down', 'rate_limit'],
    ['overloaded_error', 'Overloaded', 'overloaded'],
    ['invalid_request_error', 'messages: at least one message is required', 'invalid_request'],
    ['not_found_error', 'model: no-such-model', 'model_not_found'],
    ['not_found_error', 'Not Found', 'invalid_request'],
    ['api_error', 'Internal server error', 'server_error'],
    ['network_error', 'connect ECONNREFUSED', 'server_error'],
    ['stream_cut', 'the answer broke off', 'server_error'],
    ['toString', 'a name that objects inherit', 'unknown'],
    ['', '', 'unknown'],
  ])('%s “%s” is %s', (type, message, category) => {
    expect(errorCategory(type, message)).toBe(category);
  });
});

import { describe, expect, it } from 'vitest';
import { parseErrorBody } from '../../src/provider/error-body.ts';

describe('errors as data', () => {
  it.each([
    [
      'the API envelope',
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      529,
      { type: 'overloaded_error', message: 'Overloaded', code: null },
    ],
    [
      'a code in details',
      {
        type: 'error',
        error: {
          type: 'rate_limit_error',
          message: 'x',
          details: { error_code: 'enforced_spend_limit_reached' },
        },
      },
      429,
      { type: 'rate_limit_error', message: 'x', code: 'enforced_spend_limit_reached' },
    ],
    [
      'an envelope as a string in a message, twice',
      JSON.stringify({
        error: {
          message: `upstream said ${JSON.stringify({
            error: {
              type: 'api_error',
              message: JSON.stringify({ error: { type: 'overloaded_error', message: 'busy' } }),
            },
          })}`,
        },
      }),
      500,
      { type: 'overloaded_error', message: 'busy', code: null },
    ],
    [
      'a page of an edge',
      '<html>413</html>',
      413,
      { type: 'request_too_large', message: '<html>413</html>', code: null },
    ],
    ['nothing', '', 503, { type: 'overloaded_error', message: 'status 503, no message', code: null }],
    [
      'an error that is a string',
      { error: 'no such model' },
      404,
      { type: 'not_found_error', message: 'no such model', code: null },
    ],
    [
      'words in braces that are no JSON',
      'bad {thing}',
      400,
      { type: 'invalid_request_error', message: 'bad {thing}', code: null },
    ],
  ])('reads %s', (_what, body, status, expected) => {
    expect(parseErrorBody(body, status)).toEqual(expected);
  });

  it('keeps a bounded message', () => {
    expect(parseErrorBody('x'.repeat(100_000), 500).message.length).toBeLessThan(5_000);
  });
});

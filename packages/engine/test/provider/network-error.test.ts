import { describe, expect, it } from 'vitest';
import { LeatError } from '../../src/errors.ts';
import { createAnthropicProvider } from '../../src/provider/anthropic.ts';
import { brokenAnswer, networkError } from '../../src/provider/network-error.ts';
import { isRetryable } from '../../src/request/retry.ts';

const URL_ = 'http://127.0.0.1:8080/base';

/** As fetch throws it: an outer error that says nothing, and the cause. */
const fetchFailed = (message: string, code?: string): Error => {
  const cause = Object.assign(new Error(message), code === undefined ? {} : { code });
  return new Error('Connection error.', { cause: new TypeError('fetch failed', { cause }) });
};

describe('a request without an answer', () => {
  it.each([
    [
      'connect ECONNREFUSED 127.0.0.1:8080',
      'ECONNREFUSED',
      'no connection to 127.0.0.1:8080 (connect ECONNREFUSED 127.0.0.1:8080)',
    ],
    ['getaddrinfo', 'ENOTFOUND', 'no connection to 127.0.0.1:8080 (ENOTFOUND getaddrinfo)'],
    [
      'other side closed',
      'UND_ERR_SOCKET',
      'the connection to 127.0.0.1:8080 broke (UND_ERR_SOCKET other side closed)',
    ],
    [
      'certificate has expired',
      'CERT_HAS_EXPIRED',
      'no secure connection to 127.0.0.1:8080 (CERT_HAS_EXPIRED certificate has expired)',
    ],
    [
      'Expected HTTP/',
      'HPE_INVALID_CONSTANT',
      'what answers at 127.0.0.1:8080 does not speak HTTP (HPE_INVALID_CONSTANT Expected HTTP/)',
    ],
  ])('says in plain words what %s (%s) means, and is tried again', (message, code, words) => {
    const error = networkError(fetchFailed(message, code), URL_);
    const refusedHere = code === 'ECONNREFUSED' ? 'refused_here' : null;
    expect(error).toEqual({ type: 'network_error', message: words, code: refusedHere });
    expect(isRetryable({ status: null, headers: {}, error })).toBe(true);
  });

  it.each([
    ['http://localhost:8080', 'refused_here'],
    ['http://127.8.0.1', 'refused_here'],
    ['http://127.1:9000', 'refused_here'],
    ['http://[::1]:8080', 'refused_here'],
    ['http://[0:0:0:0:0:0:0:1]:8080', 'refused_here'],
    ['https://api.example.com', null],
    ['http://127.0.0.1.example.com', null],
    ['http://localhost.example.com', null],
    ['http://192.168.0.7:8080', null],
    ['no address', null],
  ])('that %s refused is told apart where it is this machine (%s)', (url, code) => {
    expect(networkError(fetchFailed('x', 'ECONNREFUSED'), url).code).toBe(code);
    expect(networkError(fetchFailed('x', 'ECONNRESET'), url).code).toBe(null);
  });

  it('finds the refusal of both addresses of localhost', () => {
    const one = (address: string) =>
      Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' });
    const both = new AggregateError([one('::1:8080'), one('127.0.0.1:8080')]);
    const error = networkError(new TypeError('fetch failed', { cause: both }), 'http://localhost:8080');
    expect(error.code).toBe('refused_here');
  });

  it('names the port that an address implies', () => {
    const of = (url: string) => networkError(fetchFailed('x', 'ECONNREFUSED'), url).message;
    expect(of('https://api.example.com')).toBe('no connection to api.example.com:443 (ECONNREFUSED x)');
    expect(of('http://user:secret@h/')).toBe('no connection to h:80 (ECONNREFUSED x)');
  });

  it.each([
    ['http://127.0.0.1:1', 'k', 'bad port'],
    ['ftp://127.0.0.1', 'k', 'unknown scheme'],
    ['no address', 'k', 'Invalid URL'],
    ['http://me:secret@127.0.0.1:9', 'k', 'a name or a password'],
    ['http://127.0.0.1:9', 'secret\nkey', 'a header'],
    ['http://127.0.0.1:9', 'secret—', 'a header'],
  ])(
    'that can never be sent (%s) is not tried again, and quotes no secret',
    async (baseUrl, apiKey, words) => {
      const response = await createAnthropicProvider({ apiKey, baseUrl }).send({
        chunks: ['{}'],
        bytes: 2,
        betas: [],
        signal: new AbortController().signal,
        blob: async () => '',
      });
      if (response.ok) throw new Error('it was answered');
      expect(response.error.message).toContain(words);
      expect(response.error.message).not.toContain('secret');
      expect(isRetryable(response)).toBe(false);
    },
  );
});

describe('an answer that breaks off', () => {
  it('says that the connection broke, with its cause; errors of our own pass through', () => {
    const broken = brokenAnswer(new TypeError('terminated', { cause: new Error('other side closed') }), URL_);
    expect(String(broken)).toBe(
      'Error: the connection to 127.0.0.1:8080 broke in the middle of the answer (other side closed)',
    );
    const own = new LeatError('LEAT_PROVIDER_LINE_TOO_LONG', 'too long');
    expect(brokenAnswer(own, URL_)).toBe(own);
  });
});

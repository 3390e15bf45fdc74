import { describe, expect, it } from 'vitest';
import { explainTerminal, type Failure } from '../../src/query/terminal.ts';

const explained = (failure: Partial<Failure>): string =>
  explainTerminal({
    reason: 'provider_error',
    failure: { type: 'api_error', message: 'm', status: 500, code: null, requestId: null, ...failure },
  });

describe('the sentence for the person', () => {
  it('names the option that helps where the model or the address is not found', () => {
    const of = (message: string) => explained({ status: 404, type: 'not_found_error', message });
    expect(of('model: gpt')).toBe('The provider failed: model: gpt. --model names another.');
    expect(of('Not Found')).toBe('The provider failed: Not Found. Check ANTHROPIC_BASE_URL and --model.');
  });

  it('does not blame the provider for a broken connection, and says how to go on', () => {
    const of = (type: string) => explained({ status: null, type, message: 'no connection to h:1 (x)' });
    expect(of('network_error')).toBe('No answer came: no connection to h:1 (x). --continue goes on.');
    expect(of('invalid_request_error')).toBe('No connection to h:1 (x).');
  });

  it('counts rounds and says how to go on after a stop', () => {
    expect(explainTerminal({ reason: 'max_turns', rounds: 1 })).toContain('after 1 round, the limit');
    expect(explainTerminal({ reason: 'max_turns', rounds: 2 })).toContain('after 2 rounds, the limit');
    expect(explainTerminal({ reason: 'aborted', by: 'user-cancel' })).toContain('--continue');
  });

  it('does not say of a file that can not be read that it could not be written', () => {
    expect(explainTerminal({ reason: 'store_error', message: 'the blob is missing' })).toBe(
      "The session's files could not be used: the blob is missing",
    );
  });
});

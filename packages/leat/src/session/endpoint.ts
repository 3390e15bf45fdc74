/** Where requests go: the endpoint that the environment names, else a rehearsal against the built-in simulator. */
import { createAnthropicProvider, type Provider } from '@leat/engine';
import type { Io } from '../cli/io.ts';

export interface Endpoint {
  readonly provider: Provider;
  readonly rehearsal: boolean;
  /** For the first line of stream-json: where the credential came from. */
  readonly apiKeySource: string;
  close(): Promise<void>;
}

const NOTICE =
  'leat: no key and no base URL: this is a rehearsal against the built-in simulator (rules, not intelligence). ' +
  'Set ANTHROPIC_API_KEY, or ANTHROPIC_BASE_URL for another server, to ask a model.\n';

export async function openEndpoint(io: Io): Promise<Endpoint> {
  const apiKey = io.env['ANTHROPIC_API_KEY'] || undefined;
  const authToken = io.env['ANTHROPIC_AUTH_TOKEN'] || undefined;
  const baseUrl = io.env['ANTHROPIC_BASE_URL'] || undefined;
  if (apiKey === undefined && authToken === undefined && baseUrl === undefined) {
    io.err(NOTICE);
    return openRehearsal();
  }
  const provider = createAnthropicProvider({
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(authToken === undefined ? {} : { authToken }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
  const apiKeySource =
    authToken !== undefined ? 'ANTHROPIC_AUTH_TOKEN' : apiKey !== undefined ? 'ANTHROPIC_API_KEY' : 'none';
  return { provider, rehearsal: false, apiKeySource, close: async () => undefined };
}

/** The built-in simulator, in this process, over HTTP on loopback. */
export async function openRehearsal(): Promise<Endpoint> {
  const { createSimulator, createRehearsal } = await import('@leat/sim');
  const simulator = await createSimulator({ behaviour: createRehearsal() });
  return {
    provider: createAnthropicProvider({ apiKey: 'rehearsal', baseUrl: simulator.url }),
    rehearsal: true,
    apiKeySource: 'none',
    close: () => simulator.close(),
  };
}

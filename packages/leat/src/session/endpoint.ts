/** Where requests go: the endpoint that the environment names, else a rehearsal against the built-in simulator. */
import { createAnthropicProvider, type Provider } from '@leat/engine';
import { CommandError } from '../cli/command-error.ts';
import { EXIT_USAGE } from '../cli/exit-code.ts';
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

/** What the environment says of the endpoint. */
export interface EndpointSettings {
  readonly apiKey?: string;
  readonly authToken?: string;
  readonly baseUrl?: string;
}

/** Reads and judges the environment, so that a mistake in it is told before anything is written. */
export function endpointSettings(io: Io): EndpointSettings {
  const apiKey = credential(io, 'ANTHROPIC_API_KEY');
  const authToken = credential(io, 'ANTHROPIC_AUTH_TOKEN');
  const baseUrl = address(io, 'ANTHROPIC_BASE_URL');
  return {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(authToken === undefined ? {} : { authToken }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
}

export async function openEndpoint(settings: EndpointSettings, io: Io): Promise<Endpoint> {
  if (Object.keys(settings).length === 0) {
    io.err(NOTICE);
    return openRehearsal();
  }
  const provider = createAnthropicProvider(settings);
  const { apiKey, authToken } = settings;
  const apiKeySource =
    authToken !== undefined ? 'ANTHROPIC_AUTH_TOKEN' : apiKey !== undefined ? 'ANTHROPIC_API_KEY' : 'none';
  return { provider, rehearsal: false, apiKeySource, close: async () => undefined };
}

/** What a header can carry. The value is never shown: it is a secret. */
function credential(io: Io, name: string): string | undefined {
  const value = io.env[name]?.trim() ?? '';
  if (/^[\x21-\x7e]*$/.test(value)) return value || undefined;
  throw new CommandError(`${name} holds characters that no key has (a blank, a line break?)`, EXIT_USAGE);
}

/** Refused here, since a request to nowhere looks like a network that failed and would be tried again. */
function address(io: Io, name: string): string | undefined {
  const value = io.env[name]?.trim() ?? '';
  if (value === '') return undefined;
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value;
  throw new CommandError(
    `${name} takes an address such as https://api.example.com, found ${JSON.stringify(value.slice(0, 100))}`,
    EXIT_USAGE,
  );
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

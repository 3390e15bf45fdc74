/** The settings of a request where nobody chose others. */
import type { RequestSettings } from '@leat/kernel';

export const requestSettings = (chosen: Partial<Omit<RequestSettings, 'stream'>> = {}): RequestSettings => ({
  cache: { enabled: true, ttl: '5m' },
  ...chosen,
  stream: true,
});

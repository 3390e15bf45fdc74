/** What all requests to one simulator share. */

import type { Clock } from '../clock/clock.ts';
import type { FaultSource, RateWindow } from '../faults/index.ts';
import type { Profile } from '../models/index.ts';
import type { Diagnosis, PrefixCache } from '../cache/index.ts';
import type { RequestLog } from '../log/index.ts';
import type { ServedBehaviour } from '../script/index.ts';
import type { BodyReader } from './body-reader.ts';

/** See the file header. Fields that an administrator may replace are not read-only. */
export interface Core {
  readonly seed: number;
  readonly clock: Clock;
  readonly profile: Profile;
  readonly lenient: boolean;
  readonly keepBodies: boolean;
  readonly keys: ReadonlySet<string> | null;
  readonly cache: PrefixCache;
  readonly diagnosis: Diagnosis;
  readonly bodies: BodyReader;
  readonly log: RequestLog;
  readonly counts: Record<'requests' | 'messages' | 'count_tokens' | 'models' | 'other', number>;
  /** Counts arrivals and first bytes, to tell which came first (D7). */
  readonly order: { last: number };
  /** How often the same request was answered, by its hash: part of the ids of the answer. */
  readonly repeats: Map<string, number>;
  readonly onError: (error: Error) => void;
  /** Grows with each reset, so that ids do not come twice. */
  epoch: number;
  behaviour: ServedBehaviour;
  faults: FaultSource;
  rates: RateWindow | null;
}

/**
 * Profiles: which server the simulator is. `first-party` serves every model of the table, a profile named after a
 * model serves that one and answers 404 (C70) for the rest.
 */

import type { Model } from './model.ts';
import { MODELS } from './table.ts';

/** A server to be: a name and the models it serves. */
export interface Profile {
  readonly name: string;
  readonly platform: 'first-party';
  readonly models: readonly Model[];
}

/** The server with all models: what the simulator is when no profile is named. */
export const FIRST_PARTY: Profile = { name: 'first-party', platform: 'first-party', models: MODELS };

/** All profiles, the general one first. */
export const PROFILES: readonly Profile[] = [
  FIRST_PARTY,
  ...MODELS.map((model): Profile => ({ name: model.id, platform: 'first-party', models: [model] })),
];

/** The profile of this name (a dated alias of a model counts). Throws a RangeError that lists the known names. */
export function profileOf(name: string): Profile {
  const found = PROFILES.find(
    (profile) =>
      profile.name === name || (profile.models.length === 1 && profile.models[0]?.aliases.includes(name)),
  );
  if (found !== undefined) return found;
  throw new RangeError(
    `Unknown profile '${name}'. Known profiles: ${PROFILES.map((profile) => profile.name).join(', ')}.`,
  );
}

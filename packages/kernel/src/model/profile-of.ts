/** From a model's name to its profile. The only way to a profile, so that the table is asked in one place. */
import type { TokenPrices } from '../timeline/record.ts';
import type { Profile, ProfileOptions } from './profile.ts';
import { MODEL_TABLE, UNKNOWN_MODEL } from './table.ts';

/** The model that leat uses where nobody names one: good at tools, large window, a cheap cached token. */
export const DEFAULT_MODEL = 'claude-sonnet-5-5';

/**
 * The profile of a model, by its id or a dated alias. A dated id of a known model (`…-20270101`) takes that model's row;
 * any other unknown one gets conservative assumptions with `known: false`. A stated window may only shrink that of a
 * known model (SPEC 8.0), and is believed for an unknown one.
 *
 * @example profileOf('claude-sonnet-5-5').windowTokens // 1_000_000
 */
export function profileOf(model: string, options: ProfileOptions = {}): Profile {
  const row = rowOf(model);
  const { aliases: _aliases, ...facts } = row ?? { ...UNKNOWN_MODEL, model };
  const known = row !== null;
  return {
    ...facts,
    model,
    name: `first-party/${facts.model}`,
    known,
    apiVersion: options.apiVersion ?? '2026-10-21',
    windowTokens: bounded(facts.windowTokens, options.windowTokens, known),
    outputTokensMax: bounded(facts.outputTokensMax, options.outputTokensMax, known),
  };
}

/** Prices that hold for a prompt of this many tokens; null where none is known. */
export function pricesAt(profile: Profile, promptTokens: number): TokenPrices | null {
  const tier = profile.prices.find((t) => t.promptTokensMax === null || promptTokens <= t.promptTokensMax);
  return tier?.prices ?? null;
}

const datedId = /^(.+)-\d{8}$/;

function rowOf(model: string) {
  const undated = datedId.exec(model)?.[1];
  return (
    MODEL_TABLE.find((row) => row.model === model || row.aliases.includes(model)) ??
    MODEL_TABLE.find((row) => row.model === undated) ??
    null
  );
}

function bounded(own: number, stated: number | undefined, known: boolean): number {
  if (stated === undefined || !Number.isFinite(stated) || stated < 1) return own;
  return known ? Math.min(own, Math.floor(stated)) : Math.floor(stated);
}

/**
 * The request (SPEC 9.4): head bytes, sealed bytes, open tail, trailer, as chunks with their exact length. Breakpoints are
 * spliced in at offsets; nothing that is sealed is rendered or copied again.
 */
import { totalTokens } from '../tokens/estimate.ts';
import type { Calibration } from '../tokens/calibrate.ts';
import { utf8Bytes } from '../tokens/kind.ts';
import { predict } from '../cache/predict.ts';
import type { RequestSettings, WireRequest } from '../assembly/types.ts';
import { type Breakpoints, breakpointsOf, cacheControl, markableUpTo } from './breakpoints.ts';
import { BETA_LATCH, paramsOf } from './params.ts';
import { type Splice, chunksOf } from './runs.ts';
import { type Wire, blockAt, blockCount } from './wire.ts';

/** What the caller knows beside the settings. */
export interface RequestOptions {
  /** Input tokens, where the caller counted better: by the counting endpoint. Default: the wire's own count. */
  readonly inputTokens?: number;
  /** Now, in milliseconds since the epoch: whether cache entries have lapsed. */
  readonly nowMs?: number;
  readonly calibration?: Calibration;
}

/** The request of a wire, and what its record says. Costs what is new, whatever the length of the history. */
export function requestOf(wire: Wire, settings: RequestSettings, options: RequestOptions = {}): WireRequest {
  const inputTokens = options.inputTokens ?? wire.context.tokens;
  const params = paramsOf(wire, settings, inputTokens);
  const plan = breakpointsOf(wire, settings.cache);
  const splices = splicesOf(wire, plan);
  const trailer = trailerOf(wire, params.fields);
  const chunks = [
    ...headChunks(wire, splices.head),
    ...chunksOf(wire.sealed.runs, splices.sealed),
    ...chunksOf(wire.open.runs, splices.open),
    trailer,
  ];
  const spliced = [...splices.head, ...splices.sealed, ...splices.open];
  const bytes =
    wire.head.bytes +
    wire.sealed.runs.bytes +
    wire.open.runs.bytes +
    spliced.reduce((sum, { text }) => sum + text.length, 0) +
    utf8Bytes(trailer);
  const { profile } = wire;
  const prediction = predict(wire, plan, options);
  return {
    chunks,
    bytes,
    betas: params.betas,
    inputTokens,
    latches: params.fresh.map((beta) => ({
      type: 'control',
      control: { kind: 'latch', name: `${BETA_LATCH}${beta}`, value: true, profile: profile.name },
    })),
    facts: {
      model: profile.model,
      profile: profile.name,
      head: wire.head.hash,
      epoch: wire.epoch,
      openMarks: wire.marks.map(({ edit, tokens }) => ({ edit, tokens })),
      chainHash: chainHashOf(wire),
      predicted: prediction === null ? null : { read: prediction.read, write: prediction.write },
      estimatedTokens: totalTokens(wire.estimate),
      betas: params.betas,
      bytes,
      maxTokens: params.maxTokens,
    },
  };
}

/** Chain hash at the last block that can carry a breakpoint, whether or not caching is on. */
function chainHashOf(wire: Wire): string {
  const last = markableUpTo(wire, blockCount(wire) - 1);
  return (last === null ? undefined : blockAt(wire, last)?.chain) ?? wire.head.chain;
}

/** The body as one string; a blob stands as `[blob HASH]`. For views and tests: it costs the length. */
export const bodyText = (request: Pick<WireRequest, 'chunks'>): string =>
  request.chunks.map((chunk) => (typeof chunk === 'string' ? chunk : `[blob ${chunk.blob}]`)).join('');

interface Splices {
  readonly head: readonly Splice[];
  readonly sealed: readonly Splice[];
  readonly open: readonly Splice[];
}

/** Where the breakpoints go, in characters of each part; every block ends with a brace, so each stands before it. */
function splicesOf(wire: Wire, plan: Breakpoints | null): Splices {
  if (plan === null) return { head: [], sealed: [], open: [] };
  const text = cacheControl(plan.ttl);
  const head = plan.head && wire.head.breakpointAt !== null ? [{ at: wire.head.breakpointAt, text }] : [];
  const sealed: Splice[] = [];
  const open: Splice[] = [];
  for (const position of plan.blocks) {
    const block = blockAt(wire, position);
    if (block === undefined) continue;
    (position < wire.sealed.blocks.length ? sealed : open).push({ at: block.end - 1, text });
  }
  return { head, sealed, open };
}

function headChunks(wire: Wire, splices: readonly Splice[]): readonly string[] {
  const { text } = wire.head;
  const [splice] = splices;
  return splice === undefined ? [text] : [text.slice(0, splice.at), splice.text, text.slice(splice.at)];
}

function trailerOf(wire: Wire, fields: { readonly [name: string]: unknown }): string {
  const closing = wire.open.state.messages > 0 ? ']}]' : ']';
  return `${closing},${JSON.stringify(fields).slice(1)}`;
}

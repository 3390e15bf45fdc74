/** Puts the candidates of all suspect files in order: where the failure points, times how likely the rule is. */
import type { Candidate } from './candidate.ts';
import type { Clue } from './clue.ts';
import { LIMITS } from './limits.ts';
import { RULES } from './rules/rules.ts';
import { functionAround, type Source } from './source.ts';
import { tokensOf } from './tokens.ts';

/** Lines that ran in the failing test, by file; a file that is not named did not run. */
export type Executed = ReadonlyMap<string, ReadonlySet<number>>;

/** Weight of a function that is so many calls away from the test. */
const NEARNESS = [1.2, 1, 0.8, 0.6];

/** What is added for a function that is so many calls away from the very line that failed. */
const FOCUS = [1.2, 0.9, 0.5, 0.3];

/** Functions by their distance in calls from the failing part of the test, and from its failing line. */
interface Distances {
  readonly part: ReadonlyMap<string, number>;
  readonly line: ReadonlyMap<string, number>;
}

function lineWeights(
  source: Source,
  clue: Clue,
  executed: Executed | undefined,
  distances: Distances,
): Map<number, number> {
  const weights = new Map<number, number>();
  const topics = [...clue.words].filter((word) => word.length > 4).map((word) => word.toLowerCase());
  const topical = (name: string): boolean => topics.some((topic) => name.toLowerCase().includes(topic));
  const file = topical(source.path.slice(source.path.lastIndexOf('/') + 1)) ? 0.3 : 0;
  const ran = executed?.get(source.path);
  const lines = source.text.split('\n').length;
  for (let line = 1; line <= lines; line += 1)
    weights.set(line, file + (ran === undefined ? 0 : ran.has(line) ? 0.8 : -4));
  const add = (from: number, to: number, value: number): void => {
    for (let line = from; line <= to; line += 1) weights.set(line, (weights.get(line) ?? 0) + value);
  };
  for (const span of source.functions) {
    const from = source.tokens[span.from]?.line ?? 0;
    const to = source.tokens[span.bodyTo]?.line ?? 0;
    const small = to - from < 25 ? 0.2 : 0;
    if (!clue.words.has(span.name) && topical(span.name)) add(from, to, 0.5);
    const far = distances.part.get(span.name);
    if (far !== undefined) add(from, to, (NEARNESS[far] ?? 0.5) + small);
    const focus = distances.line.get(span.name);
    if (focus !== undefined) add(from, to, FOCUS[focus] ?? 0);
  }
  clue.frames.forEach((frame, index) => {
    if (frame.path !== source.path) return;
    const near = Math.max(0.3, 1 - index * 0.25);
    add(frame.line, frame.line, 2 * near);
    const span = functionAround(
      source,
      source.tokens.findIndex((token) => token.line >= frame.line),
    );
    if (span) add(source.tokens[span.from]?.line ?? 0, source.tokens[span.bodyTo]?.line ?? 0, 0.9 * near);
  });
  return weights;
}

/** How far each function of the sources is from the failing test, in calls: 0 is named by it. */
function callDistances(sources: readonly Source[], words: ReadonlySet<string>): Map<string, number> {
  const distances = new Map<string, number>();
  let border = [...words];
  for (let far = 0; far < 4 && border.length > 0; far += 1) {
    for (const name of border) if (!distances.has(name)) distances.set(name, far);
    border = sources
      .flatMap((source) => calledFrom(source, new Set(border)))
      .filter((name) => !distances.has(name));
  }
  return distances;
}

function calledFrom(source: Source, callers: ReadonlySet<string>): string[] {
  const called: string[] = [];
  for (const span of source.functions) {
    if (!callers.has(span.name)) continue;
    for (let at = span.bodyFrom; at <= span.bodyTo; at += 1) {
      const token = source.tokens[at];
      if (token?.kind === 'name' && source.tokens[at + 1]?.text === '(') called.push(token.text);
    }
  }
  return called;
}

function tame(source: Source, candidate: Candidate): boolean {
  const from = source.text.lastIndexOf('\n', candidate.start - 1) + 1;
  const end = source.text.indexOf('\n', candidate.end);
  return (end < 0 ? source.text.length : end) - from <= LIMITS.lineCharsMax;
}

/** A small number from a text and a seed, for ties: the same every time. */
function noise(text: string, seed: number): number {
  let hash = 2_166_136_261 ^ seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return ((hash >>> 8) & 0xffff) / 0xffff;
}

/** Identity of a candidate, so that none is tried twice. */
function keyOf(candidate: Candidate): string {
  return `${candidate.path}:${candidate.start}:${candidate.end}:${candidate.insert}`;
}

const memory = new Map<string, readonly Candidate[]>();

/**
 * All candidates in the order in which they are worth a try. The last few answers are remembered, since a job is run
 * again for each request; they depend on nothing but the arguments.
 */
export function ranked(
  sources: readonly Source[],
  clue: Clue,
  executed: Executed | undefined,
  seed: number,
): readonly Candidate[] {
  const facts = [
    ...clue.words,
    [...clue.focus].join(' '),
    clue.files.join(' '),
    clue.testText,
    JSON.stringify(clue.frames),
    JSON.stringify(clue.differences),
    clue.culprit,
  ];
  const ran = [...(executed ?? [])].map(([path, lines]) => `${path} ${[...lines].join()}`);
  const key = [seed, clue.kind, ...facts, ...ran, ...sources.map((source) => source.path + source.text)].join(
    '\0',
  );
  const known = memory.get(key);
  if (known) return known;
  if (memory.size > 12) memory.clear();
  const found = rankedAnew(sources, clue, executed, seed);
  memory.set(key, found);
  return found;
}

function rankedAnew(
  sources: readonly Source[],
  clue: Clue,
  executed: Executed | undefined,
  seed: number,
): Candidate[] {
  const best = new Map<string, Candidate>();
  const distances = {
    part: callDistances(sources, clue.words),
    line: callDistances(sources, clue.focus),
  };
  sources.forEach((source, index) => {
    const weights = lineWeights(source, clue, executed, distances);
    for (const candidate of RULES.flatMap((rule) => rule(source, clue))) {
      if (!tame(source, candidate)) continue;
      const place = (weights.get(candidate.line) ?? 0) - Math.min(index, 5) * 0.06;
      const weight = candidate.weight + place + noise(keyOf(candidate), seed) * 0.05;
      const known = best.get(keyOf(candidate));
      if (!known || known.weight < weight) best.set(keyOf(candidate), { ...candidate, weight });
    }
  });
  return [...best.values()].toSorted((a, b) => b.weight - a.weight).slice(0, LIMITS.candidatesMax);
}

/** Sources in the order of suspicion, before they are parsed in full: by frames, then by the names of the test. */
export function suspicion(path: string, text: string, clue: Clue): number {
  const frame = clue.frames.findIndex((each) => each.path === path);
  const names = new Set(
    tokensOf(text)
      .filter((token) => token.kind === 'name')
      .map((token) => token.text),
  );
  const shared = [...clue.words].filter((word) => names.has(word)).length;
  return (frame < 0 ? 0 : 20 - frame) + shared;
}

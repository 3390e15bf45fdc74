/**
 * The request that a session would send if its turn went on now (SPEC 20): the same head, settle, assembly and wire as a
 * real one, but nothing is written, run or sent.
 */
import {
  assemble,
  hashOfHead,
  profileOf,
  requestOf,
  stateOf,
  timelineOf,
  type BodyChunk,
  type Head,
  type Issue,
  type RequestFacts,
  type RequestSettings,
  type Timeline,
  type TimelineRecord,
} from '@leat/kernel';
import type { BlobStore } from '../host/host.ts';
import { sha256 } from '../query/digest.ts';
import { settleOptions } from '../query/open-calls.ts';
import { unreadableMedia, withoutLost } from '../query/lost-media.ts';
import { headLostWords, readHeadIfKept } from '../query/recorded-head.ts';
import type { AnyTool } from '../tool/tool.ts';
import { requestSettings } from './settings.ts';

export interface PreviewOptions {
  readonly records: readonly TimelineRecord[];
  readonly blobs: BlobStore;
  readonly model: string;
  /** Builds the head where the timeline recorded none. */
  readonly head: () => Head | Promise<Head>;
  readonly tools: readonly AnyTool[];
  readonly request?: Partial<Omit<RequestSettings, 'stream'>>;
}

export interface RequestPreview {
  /** The body, byte for byte, blobs included. */
  readonly body: string;
  readonly facts: RequestFacts;
  /** What would be appended first: results of open calls, texts that close a cut turn. */
  readonly settled: readonly TimelineRecord[];
  /** What assembly had to do; first what is missing from the session's folder (pass `lost`). */
  readonly issues: readonly Issue[];
}

export const previewRequest = async (options: PreviewOptions): Promise<RequestPreview> => {
  const media = await unreadableMedia(options.records, options.blobs);
  const timeline = timelineOf(options.records.map((record) => withoutLost(record, media.lost)));
  const { head, words } = await headOf(timeline, options);
  const tools = new Map(options.tools.map((tool) => [tool.definition.name, tool]));
  const assembled = assemble({
    timeline,
    head,
    profile: profileOf(options.model),
    digest: sha256,
    settle: settleOptions(timeline, tools),
  });
  const request = requestOf(assembled.wire, requestSettings(options.request));
  return {
    body: await bodyOf(request.chunks, options.blobs),
    facts: request.facts,
    settled: assembled.settle,
    issues: [...lostIssues([media.words, words]), ...assembled.issues],
  };
};

const lostIssues = (words: readonly (string | null)[]): readonly Issue[] =>
  words.flatMap((what) => (what === null ? [] : [{ pass: 'lost', record: null, what }]));

/** The recorded head, else a new one; `words` say that it had to be built because the recorded one is lost. */
const headOf = async (
  timeline: Timeline,
  options: PreviewOptions,
): Promise<{ readonly head: Head; readonly words: string | null }> => {
  const recorded = stateOf(timeline).head;
  const kept = recorded === null ? null : await readHeadIfKept(options.blobs, recorded);
  if (kept !== null) return { head: kept.head, words: null };
  const head = await options.head();
  return {
    head,
    words: recorded === null ? null : headLostWords(hashOfHead(head, sha256) === recorded.hash),
  };
};

const bodyOf = async (chunks: readonly BodyChunk[], blobs: BlobStore): Promise<string> => {
  const parts: string[] = [];
  for (const chunk of chunks) {
    if (typeof chunk === 'string') parts.push(chunk);
    else parts.push(Buffer.from(await blobs.get(chunk.blob)).toString('base64'));
  }
  return parts.join('');
};

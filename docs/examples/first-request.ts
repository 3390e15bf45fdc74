import { createHash } from 'node:crypto';
import {
  append,
  assemble,
  asUuid,
  bodyText,
  emptyTimeline,
  personView,
  profileOf,
  requestOf,
  type UserRecord,
} from '@leat/kernel';

// Time, ids and digests come in as arguments: the kernel has none of its own.
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const question: UserRecord = {
  type: 'user',
  uuid: asUuid('6f1c2a52-6a0c-4f0e-9f57-0d6c2c1f9a11'),
  parentUuid: null,
  timestamp: '2026-11-29T12:00:00.000Z',
  origin: { kind: 'human' },
  audience: 'both',
  content: [{ type: 'text', text: 'What is a leat?' }],
};

const timeline = append(emptyTimeline(), question);
const { wire, settle } = assemble({
  timeline,
  head: { system: ['You answer in one sentence.'], tools: [], context: null },
  profile: profileOf('claude-sonnet-5-5'),
  digest,
});
const request = requestOf(wire, { stream: true, cache: { enabled: true, ttl: '5m' } });

/** What would go out, what had to be settled first, and what the person sees. */
export const body: unknown = JSON.parse(bodyText(request));
export const settled = settle.length;
export const rows = [...personView(timeline)].length;

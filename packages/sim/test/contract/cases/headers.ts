/** Headers: credentials, version, content type, betas. */

import { ALL_BETAS } from '../../../src/contract/betas.ts';
import type { Case, Sample } from '../request.ts';
import { ask, HEADERS, under } from '../request.ts';

const withHeaders = (headers: Record<string, string>, drop: string[] = []): Sample => ({
  body: ask(),
  options: {
    headers: Object.fromEntries(
      Object.entries({ ...HEADERS, ...headers }).filter(([key]) => !drop.includes(key)),
    ),
  },
});

const unauthorized = { status: 401, type: 'authentication_error' };
const bearer = withHeaders({ authorization: 'Bearer token' }, ['x-api-key']);

export const headerCases: Case[] = [
  {
    rules: 'A10',
    name: 'two credentials',
    bad: withHeaders({ authorization: 'Bearer token' }),
    says: /^A10: /,
    good: bearer,
    ...unauthorized,
  },
  {
    rules: 'A7',
    name: 'no credential',
    bad: withHeaders({}, ['x-api-key']),
    says: /^A7: /,
    good: bearer,
    ...unauthorized,
  },
  ...['', ' '].map((key) => ({
    rules: 'C120 A10',
    name: `key '${key}'`,
    bad: withHeaders({ 'x-api-key': key }),
    says: 'invalid x-api-key',
    good: withHeaders({ 'x-api-key': 'any' }),
    ...unauthorized,
  })),
  ...['token', 'Bearer', 'Bearer ', 'Basic dXNlcg==', ''].map((authorization) => ({
    rules: 'C121',
    name: `authorization '${authorization}'`,
    bad: withHeaders({ authorization }, ['x-api-key']),
    says: 'Invalid authentication credentials',
    good: withHeaders({ authorization: 'bearer token' }, ['x-api-key']),
    ...unauthorized,
  })),
  {
    rules: 'C4 A7',
    name: 'no version',
    bad: withHeaders({}, ['anthropic-version']),
    says: 'anthropic-version: header is required',
    good: withHeaders({}),
  },
  ...['2023-01-01', '2026-10-22', 'latest', ''].map((version) => ({
    rules: 'A8',
    name: `version '${version}'`,
    bad: withHeaders({ 'anthropic-version': version }),
    says: /^A8: /,
    good: withHeaders({ 'anthropic-version': '2026-10-21' }),
  })),
  ...['text/plain', 'application/jsonx', ''].map((type) => ({
    rules: 'A7',
    name: `content type '${type}'`,
    bad: withHeaders({ 'content-type': type }),
    says: /^A7: /,
    good: withHeaders({ 'content-type': 'application/json; charset=utf-8' }),
  })),
  ...['effort-2025-11-24', 'Fast-Mode-2026-02-01', 'compact-2026-01-12,oops'].map((betas) => ({
    rules: 'C5 A6 A11',
    name: `betas '${betas}'`,
    bad: under(betas, ask()),
    says: `Unexpected value(s) \`${betas.split(',').at(-1)}\` for the \`anthropic-beta\` header. Please consult our documentation at docs.anthropic.com or try again without the header.`,
    good: under([...ALL_BETAS].join(', '), ask()),
  })),
];

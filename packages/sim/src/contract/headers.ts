/** Credentials, version, content type and betas (A7–A11). */

import type { Rejection } from '../types.ts';
import { ALL_BETAS } from './betas.ts';
import { refuse, refuseOurWords, rejection } from './rejection.ts';
import { rule } from './rule.ts';
import type { Subject } from './subject.ts';

const VERSIONS: readonly string[] = ['2023-06-01', '2026-10-21'];

const unauthorized = (id: string, message: string) => rejection(id, 401, 'authentication_error', message);

/** A10: one credential, not two. The server as observed takes `x-api-key` of the two. */
function notTwoCredentials(s: Subject): Rejection | null {
  const { headers, lenient } = s.context;
  if (lenient || headers['x-api-key'] === undefined || headers['authorization'] === undefined) return null;
  return unauthorized('A10', 'A10: Send either x-api-key or Authorization, not both.');
}

/** A7: a credential is there. */
function credentialIsThere(s: Subject): Rejection | null {
  const { headers } = s.context;
  if (headers['x-api-key'] !== undefined || headers['authorization'] !== undefined) return null;
  return unauthorized('A7', 'A7: A credential is required: x-api-key or Authorization.');
}

/** C120: a key is not empty. (The simulator takes any other.) */
function keyIsNotEmpty(s: Subject): Rejection | null {
  const key = s.context.headers['x-api-key'];
  return key !== undefined && key.trim() === '' ? unauthorized('C120', 'invalid x-api-key') : null;
}

/** C121: `Authorization` is a bearer token. */
function bearerIsWellFormed(s: Subject): Rejection | null {
  const { headers } = s.context;
  if (headers['x-api-key'] !== undefined || headers['authorization'] === undefined) return null;
  return /^Bearer \S+$/i.test(headers['authorization'])
    ? null
    : unauthorized('C121', 'Invalid authentication credentials');
}

/** C4: the version header is there. */
function versionIsThere(s: Subject): Rejection | null {
  return s.context.apiVersion === null ? refuse('C4', 'anthropic-version: header is required') : null;
}

/** A8: and names a version in force. */
function versionIsKnown(s: Subject): Rejection | null {
  const version = s.context.apiVersion;
  if (version === null || VERSIONS.includes(version)) return null;
  return refuseOurWords('A8', `anthropic-version: '${version}' is not a version in force.`);
}

/** A7: the body says that it is JSON. */
function contentTypeIsJson(s: Subject): Rejection | null {
  const type = s.context.headers['content-type'] ?? '';
  if (/^application\/json\s*(;|$)/i.test(type)) return null;
  return refuseOurWords('A7', 'content-type: application/json is required.');
}

/** C5: every beta is known. */
function betasAreKnown(s: Subject): Rejection | null {
  const unknown = s.context.betas.filter((beta) => !ALL_BETAS.has(beta));
  if (unknown.length === 0) return null;
  const names = unknown.map((beta) => `\`${beta}\``).join(', ');
  return refuse(
    'C5',
    `Unexpected value(s) ${names} for the \`anthropic-beta\` header. Please consult our documentation at docs.anthropic.com or try again without the header.`,
  );
}

export const headerRules = [
  rule('A10', notTwoCredentials),
  rule('A7', credentialIsThere),
  rule('C120 A10', keyIsNotEmpty),
  rule('C121 A10', bearerIsWellFormed),
  rule('C4 A7', versionIsThere),
  rule('A8', versionIsKnown),
  rule('A7', contentTypeIsJson),
  rule('C5 A6 A11', betasAreKnown),
];

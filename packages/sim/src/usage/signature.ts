/**
 * Signatures of thinking blocks. One that the simulator issued carries what it is bound to, so it needs no memory
 * of the conversation: the hash of the prefix, the thought that came before it, the hash of the thought, its tokens and
 * its model, closed by a check.
 *
 *     base64("leat-sim:2:<prefix>:<after>:<thought>:<tokens>:<model>:<corrupt>:<check>")
 */

import { digestOf } from '../clock/random.ts';
import { REMEMBERED_SIGNATURES_MAX } from '../server/limits.ts';

/** What a signature of ours says. */
export interface Signature {
  /** Hash of everything before the block (API-CONTRACT B32). */
  readonly prefix: string;
  /** Name of the signature of the thought before this one (`signatureName`); empty for a first thought. */
  readonly after: string;
  /** Hash of the thought, in the form in which it was shown. */
  readonly thought: string;
  /** Output tokens of the thought. */
  readonly tokens: number;
  /** The model that thought it. */
  readonly model: string;
  /** The script said that this one is damaged: sending it back is refused (C51). */
  readonly corrupt: boolean;
}

const MARK = 'leat-sim:2';
/** `MARK` in base64, as far as it is the same for every signature. */
const MARK_BASE64 = Buffer.from(`${MARK}:`).toString('base64').slice(0, 12);

/** Writes a signature. */
export function issueSignature(signature: Signature): string {
  const body = [
    MARK,
    signature.prefix,
    signature.after,
    signature.thought,
    signature.tokens,
    signature.model,
    signature.corrupt ? 1 : 0,
  ].join(':');
  return Buffer.from(`${body}:${checkOf(body)}`).toString('base64');
}

/** A history sends the same texts with every request: what was found out about one is remembered, within a bound. */
function remembered<T>(find: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly found: T }>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before.found;
    const found = find(text);
    if (known.size >= REMEMBERED_SIGNATURES_MAX) known.clear();
    known.set(text, { found });
    return found;
  };
}

/** Reads a signature of ours; `null` for any other, and `corrupt` for one of ours that was changed on the way. */
export const readSignature = remembered((text) => (text.startsWith(MARK_BASE64) ? parse(text) : null));

function parse(text: string): Signature | null {
  const whole = Buffer.from(text, 'base64').toString('utf8');
  const body = whole.slice(0, whole.lastIndexOf(':'));
  const [mark, version, prefix = '', after = '', thought = '', tokens, model = '', corrupt] =
    whole.split(':');
  if (`${mark}:${version}` !== MARK) return null;
  return {
    prefix,
    after,
    thought,
    tokens: Number(tokens) || 0,
    model,
    corrupt: corrupt !== '0' || whole.slice(body.length + 1) !== checkOf(body),
  };
}

/** A short name for a signature, for the next one to refer to. */
export const signatureName = remembered((text) => digestOf('after', text).toString('hex', 0, 8));

/** The last of these signatures that the simulator issued to this model; `null` if there is none. */
export function lastIssued(signatures: readonly string[], model: string): string | null {
  return signatures.findLast((text) => readSignature(text)?.model === model) ?? null;
}

/** Hash of a thought as shown. */
export const thoughtHash = remembered((thinking) => digestOf('thought', thinking).toString('hex', 0, 8));

function checkOf(body: string): string {
  return digestOf('signature', body).toString('hex', 0, 8);
}

/**
 * Signatures of thinking blocks. One that the simulator issued carries what it is bound to, so it needs no memory
 * of the conversation: the hash of the prefix, the hash of the thought, its tokens and its model, closed by a check.
 *
 *     base64("leat-sim:1:<prefix>:<thought>:<tokens>:<model>:<corrupt>:<check>")
 */

import { digestOf } from '../clock/random.ts';

/** What a signature of ours says. */
export interface Signature {
  /** Hash of everything before the block (API-CONTRACT B32). */
  readonly prefix: string;
  /** Hash of the thought, in the form in which it was shown. */
  readonly thought: string;
  /** Output tokens of the thought. */
  readonly tokens: number;
  /** The model that thought it. */
  readonly model: string;
  /** The script said that this one is damaged: sending it back is refused (C51). */
  readonly corrupt: boolean;
}

const MARK = 'leat-sim:1';
/** `MARK` in base64, as far as it is the same for every signature. */
const MARK_BASE64 = Buffer.from(`${MARK}:`).toString('base64').slice(0, 12);

/** Writes a signature. */
export function issueSignature(signature: Signature): string {
  const body = [
    MARK,
    signature.prefix,
    signature.thought,
    signature.tokens,
    signature.model,
    signature.corrupt ? 1 : 0,
  ].join(':');
  return Buffer.from(`${body}:${checkOf(body)}`).toString('base64');
}

/** Reads a signature of ours; `null` for any other, and `corrupt` for one of ours that was changed on the way. */
export function readSignature(text: string): Signature | null {
  if (!text.startsWith(MARK_BASE64)) return null;
  const whole = Buffer.from(text, 'base64').toString('utf8');
  const body = whole.slice(0, whole.lastIndexOf(':'));
  const [mark, version, prefix = '', thought = '', tokens, model = '', corrupt] = whole.split(':');
  if (`${mark}:${version}` !== MARK) return null;
  return {
    prefix,
    thought,
    tokens: Number(tokens) || 0,
    model,
    corrupt: corrupt !== '0' || whole.slice(body.length + 1) !== checkOf(body),
  };
}

/** Hash of a thought as shown. */
export const thoughtHash = (thinking: string): string => digestOf('thought', thinking).toString('hex', 0, 8);

const checkOf = (body: string): string => digestOf('signature', body).toString('hex', 0, 8);

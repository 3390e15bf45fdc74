/** Judges signatures of thinking blocks that come back (API-CONTRACT B27, B30, B32). */

import type { SignatureCheck } from '../contract/index.ts';
import { readSignature, thoughtHash } from '../usage/signature.ts';

const NOTHING_SHOWN = thoughtHash('');

/** The check for requests to one model. A signature that the simulator did not issue passes as another account's. */
export function signatureCheckFor(modelId: string): SignatureCheck {
  return (text, prefix, block) => {
    const signature = readSignature(text);
    if (signature === null) return 'foreign';
    if (signature.corrupt) return 'corrupt';
    if (signature.model !== modelId) return 'foreign';
    const shown = typeof block['thinking'] === 'string' ? block['thinking'] : '';
    const isShownAsIssued = signature.thought === NOTHING_SHOWN || signature.thought === thoughtHash(shown);
    if (!isShownAsIssued) return 'modified';
    return signature.prefix === prefix ? 'ok' : 'mismatch';
  };
}

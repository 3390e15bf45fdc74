/** Judges signatures of thinking blocks that come back (API-CONTRACT B27, B30, B32). */

import type { SignatureCheck } from '../contract/index.ts';
import { lastIssued, readSignature, signatureName, thoughtHash } from '../usage/signature.ts';

const NOTHING_SHOWN = thoughtHash('');

/** The check for requests to one model. A signature that the simulator did not issue passes as another account's. */
export function signatureCheckFor(modelId: string): SignatureCheck {
  return (text, prefix, block, earlier) => {
    const signature = readSignature(text);
    if (signature === null) return 'foreign';
    if (signature.corrupt) return 'corrupt';
    if (signature.model !== modelId) return 'foreign';
    const shown = typeof block['thinking'] === 'string' ? block['thinking'] : '';
    const isShownAsIssued = signature.thought === NOTHING_SHOWN || signature.thought === thoughtHash(shown);
    if (!isShownAsIssued) return 'modified';
    // Thoughts may go from the start or the end, or all; one out of the middle is missed by the next (B32).
    const before = lastIssued(earlier, modelId);
    const isNextInLine = before === null || signature.after === signatureName(before);
    if (signature.prefix !== prefix) return 'mismatch';
    return isNextInLine ? 'ok' : 'gap';
  };
}

/** The first line of a file: what wrote it, what may read it, whose it is, and where it was forked from. */
import { asChainId, asSessionId, type ChainId, type SessionId } from '@leat/kernel';
import { LeatError } from '../errors.ts';

const FORMAT = 'leat-session';
/** What this leat writes, and the oldest reader that understands it. */
export const FORMAT_VERSION = 1;
const MIN_READER = 1;

/** A place in a session's file: a line by its number, and its crc as the proof that it is that line. */
export interface ForkPoint {
  readonly session: SessionId;
  readonly seq: number;
  readonly crc: string;
}

export interface ChainHeader {
  readonly session: SessionId;
  readonly chain: ChainId;
  readonly cwd: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Version of the leat that made the file. */
  readonly leat: string;
  readonly forkOf: ForkPoint | null;
  /** Fence number of the writer that made the file. */
  readonly fence: number;
  /** Version of the format. */
  readonly version: number;
}

/** The JSON text of a header line's body. */
export function headerBody(header: Omit<ChainHeader, 'version'>): string {
  return JSON.stringify({
    type: 'header',
    format: FORMAT,
    version: FORMAT_VERSION,
    minReader: MIN_READER,
    session: header.session,
    chain: header.chain,
    cwd: header.cwd,
    timestamp: new Date(header.createdAt).toISOString(),
    leat: header.leat,
    forkOf: header.forkOf,
    fence: header.fence,
  });
}

/** Null where it is no header; throws LEAT_STORE_NEWER_FORMAT where this leat must not read the file. */
export function parseHeader(body: { readonly [key: string]: unknown }): ChainHeader | null {
  if (body.type !== 'header' || body.format !== FORMAT) return null;
  const minReader = typeof body.minReader === 'number' ? body.minReader : Infinity;
  if (minReader > FORMAT_VERSION) {
    throw new LeatError(
      'LEAT_STORE_NEWER_FORMAT',
      `the session needs a reader of version ${String(body.minReader)}, this leat reads version ${FORMAT_VERSION}`,
    );
  }
  if (typeof body.session !== 'string' || typeof body.chain !== 'string') return null;
  const createdAt = typeof body.timestamp === 'string' ? Date.parse(body.timestamp) : Number.NaN;
  return {
    session: asSessionId(body.session),
    chain: asChainId(body.chain),
    cwd: typeof body.cwd === 'string' ? body.cwd : '',
    createdAt: Number.isNaN(createdAt) ? 0 : createdAt,
    leat: typeof body.leat === 'string' ? body.leat : '',
    forkOf: parseForkPoint(body.forkOf),
    fence: typeof body.fence === 'number' ? body.fence : 0,
    version: typeof body.version === 'number' ? body.version : FORMAT_VERSION,
  };
}

function parseForkPoint(value: unknown): ForkPoint | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('session' in value) || !('seq' in value) || !('crc' in value)) return null;
  const { session, seq, crc } = value;
  if (typeof session !== 'string' || typeof seq !== 'number' || typeof crc !== 'string') return null;
  return { session: asSessionId(session), seq, crc };
}

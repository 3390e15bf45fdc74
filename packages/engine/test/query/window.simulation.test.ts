/**
 * The blocking line against a server with a small window (SPEC 8.0): a session that approaches it stops before the server
 * would refuse, and not long before.
 */
import { linesOf, profileOf } from '@leat/kernel';
import { createSimulator, type Simulator } from '@leat/sim';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOverHttp, roundsBehaviour } from '../support/over-http.ts';

const WINDOW_TOKENS = 6_000;
/** Far more than the window holds. */
const ROUNDS = 500;

let simulator: Simulator;

beforeEach(async () => {
  simulator = await createSimulator({ behaviour: roundsBehaviour(ROUNDS), windowTokens: WINDOW_TOKENS });
});
afterEach(() => simulator.close());

describe('a session that fills a small window', () => {
  it('stops at the blocking line: no request was refused, and no room for a round was left', async () => {
    const { engine } = await openOverHttp(simulator.url, { windowTokens: WINDOW_TOKENS });
    const { blocking } = linesOf(profileOf('claude-sonnet-5-5', { windowTokens: WINDOW_TOKENS }));
    const terminal = await engine.submitMessage('please do it all').done;
    expect(terminal).toMatchObject({ reason: 'blocking_limit', limitTokens: blocking });
    const log = simulator.log();
    expect(log.filter((entry) => entry.outcome !== 'answered')).toEqual([]);
    const tokens = log.at(-1)?.tokens;
    if (tokens === undefined || tokens === null) throw new Error('the last request has no usage');
    const held = tokens.read + tokens.write5m + tokens.write1h + tokens.uncached;
    expect(held).toBeLessThanOrEqual(blocking);
    // A round of this session holds less than a fifteenth of the window.
    expect(held).toBeGreaterThan(blocking - WINDOW_TOKENS / 15);
  });

  it('takes no further message there, and sends none', async () => {
    const { engine } = await openOverHttp(simulator.url, { windowTokens: WINDOW_TOKENS });
    await engine.submitMessage('please do it all').done;
    const sent = simulator.log().length;
    expect(await engine.submitMessage('and more').done).toMatchObject({ reason: 'blocking_limit' });
    expect(simulator.log()).toHaveLength(sent);
  });
});

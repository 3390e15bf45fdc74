/**
 * A session of many tool rounds against the simulator over real HTTP, with its strictest contract and its cache: nothing is
 * refused, and the law of the prefix holds in every round (SPEC 9.2, 14.5). `LEAT_RUNS` sets the number of rounds.
 */
import { stateOf, timelineOf, type RequestRecord, type ResponseRecord } from '@leat/kernel';
import { createSimulator, type Simulator } from '@leat/sim';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { QueryEvent } from '../../src/query/events.ts';
import { openOverHttp, roundsBehaviour } from '../support/over-http.ts';

const ROUNDS = Number(process.env['LEAT_RUNS'] ?? 50);

let simulator: Simulator;

beforeEach(async () => {
  simulator = await createSimulator({ behaviour: roundsBehaviour(ROUNDS), keepBodies: true });
});
afterEach(() => simulator.close());

describe('a long session over HTTP', () => {
  it('is never refused, and each request reads what the one before it read and wrote', async () => {
    const { engine, host, session } = await openOverHttp(simulator.url);
    const turn = engine.submitMessage('please do it all');
    const events: QueryEvent[] = [];
    for await (const event of turn.events) events.push(event);
    expect(await turn.done).toEqual({ reason: 'completed', stopReason: 'end_turn' });

    const log = simulator.log();
    expect(log.filter((entry) => entry.outcome !== 'answered')).toEqual([]);
    expect(log).toHaveLength(ROUNDS + 1);
    let before: (typeof log)[number]['tokens'] = null;
    for (const { tokens, number } of log) {
      if (tokens === null) throw new Error(`request ${number} has no usage`);
      if (before !== null) expect(tokens.read, `request ${number}`).toBe(before.read + before.write5m);
      expect(tokens.uncached, `request ${number}`).toBeLessThanOrEqual(100);
      before = tokens;
    }
    const { records } = await host.sessions.read(session);
    const requests = records.filter((record): record is RequestRecord => record.type === 'request');
    const responses = records.filter((record): record is ResponseRecord => record.type === 'response');
    for (const [index, request] of requests.entries()) {
      const usage = responses[index]?.usage;
      expect(request.predicted?.read ?? 0, `prediction ${index + 1}`).toBe(usage?.cacheRead);
    }
    expect(stateOf(timelineOf(records)).turnEnd?.terminal).toBe('completed');
  });
});

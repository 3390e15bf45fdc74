/** INV-02: what is shown was stored before; a slow log makes the person wait, never see too much. */
import { expect, it } from 'vitest';
import type { ChainLog } from '../../src/host/host.ts';
import { call, says, text } from '../support/scripted-provider.ts';
import { world } from '../support/world.ts';

it('shows no record before the log has acknowledged it, and keeps the order of events', async () => {
  const acknowledged = new Set<string>();
  const slow = (log: ChainLog): ChainLog => ({
    session: log.session,
    chain: log.chain,
    failure: null,
    warnings: log.warnings,
    get tip() {
      return log.tip;
    },
    append: async (records, level) => {
      await log.append(records, level);
      for (let turns = 0; turns < 50; turns++) await Promise.resolve();
      for (const record of records) acknowledged.add(record.uuid);
    },
    close: () => log.close(),
  });
  const w = await world(
    [
      says(text('look'), call('t1', 'Read', { say: 'one' }), call('t2', 'Read', { say: 'two' })),
      says(text('done')),
    ],
    { log: slow },
  );
  const early: string[] = [];
  const ran = await w.run('hi', (event) => {
    if ('record' in event && !acknowledged.has(event.record.uuid)) early.push(event.type);
  });
  expect(early).toEqual([]);
  const shown = ran.events.map((event) => event.type);
  expect(shown.filter((type) => type === 'block_finished')).toHaveLength(4);
  expect(shown.at(-1)).toBe('turn_finished');
  expect(shown.indexOf('text_delta')).toBeLessThan(shown.indexOf('block_finished'));
  expect(shown.indexOf('block_finished')).toBeLessThan(shown.indexOf('tool_result'));
});

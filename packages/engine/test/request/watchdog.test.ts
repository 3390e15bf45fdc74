import { describe, expect, it } from 'vitest';
import { FIRST_PARTY_TIMING, OTHER_TIMING, type StreamTiming } from '../../src/provider/provider.ts';
import { Watchdog } from '../../src/request/watchdog.ts';
import { settleTasks, VirtualClock } from '../support/virtual-clock.ts';

const watch = (timing: StreamTiming = FIRST_PARTY_TIMING) => {
  const clock = new VirtualClock();
  const bites: string[] = [];
  const dog = new Watchdog(clock, timing, (stalled) => bites.push(stalled.message));
  return { clock, bites, dog };
};

describe('the watchdog', () => {
  it('bites when no connection comes', async () => {
    const { clock, bites } = watch();
    await clock.advance(29_999);
    expect(bites).toEqual([]);
    await clock.advance(1);
    expect(bites).toEqual(['no connection for 30 s']);
  });
  it('bites when no first byte follows the connection', async () => {
    const { clock, bites, dog } = watch();
    dog.connected();
    await clock.advance(60_000);
    expect(bites).toEqual(['no answer began for 60 s']);
  });
  it('hears pings as life, but not as content', async () => {
    const { clock, bites, dog } = watch();
    dog.heard(true);
    for (let second = 0; second < 29; second++) {
      await clock.advance(10_000);
      dog.heard(false);
    }
    expect(bites).toEqual([]);
    await clock.advance(10_000);
    expect(bites).toEqual(['no content came for 300 s']);
  });
  it('bites at silence only where pings are promised', async () => {
    const first = watch();
    first.dog.heard(true);
    await first.clock.advance(45_000);
    expect(first.bites).toEqual(['the stream fell silent for 45 s']);
    const other = watch(OTHER_TIMING);
    other.dog.heard(true);
    await other.clock.advance(299_999);
    expect(other.bites).toEqual([]);
  });
  it('leaves nothing behind when the request is over, and bites once at most', async () => {
    const { clock, bites, dog } = watch();
    dog.heard(true);
    dog.stop();
    await settleTasks();
    expect(clock.waiting).toBe(0);
    await clock.advance(1_000_000);
    expect(bites).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { createSimulator } from '../../src/index.ts';

test('no clock that is moved too far ends the simulator', async () => {
  const simulator = await createSimulator({
    faults: { faults: [{ kind: 'clock', ms: 1e12 }] },
    script: [{ text: 'a', times: 10 }],
  });
  const post = (path: string, body: object) =>
    fetch(simulator.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify(body),
    });
  try {
    const moved = [];
    for (const advance_ms of [1e99, -1e99, 1e12, 1e12, -1e12, -1e12, -1e12]) {
      moved.push((await post('/__sim/clock', { advance_ms })).status);
    }
    expect(moved).toEqual([400, 400, 200, 200, 200, 200, 200]);
    for (let round = 0; round < 5; round++) {
      const answer = await post('/v1/messages', {
        model: 'claude-sonnet-5-5',
        max_tokens: 10,
        messages: [{ role: 'user', content: 'hi' }],
      });
      expect(answer.status).toBe(200);
      await answer.text();
    }
    expect((await fetch(`${simulator.url}/__sim/state`)).status).toBe(200);
  } finally {
    await simulator.close();
  }
});

/** What counts at the blocking line: what the server billed, and an estimate of what came after it (SPEC 8.0). */
import { linesOf, profileOf } from '@leat/kernel';
import { describe, expect, it } from 'vitest';
import { answer, call, says, text, type Script } from '../support/scripted-provider.ts';
import { world } from '../support/world.ts';

const WINDOW_TOKENS = 20_000;
const { blocking } = linesOf(profileOf('claude-sonnet-5-5', { windowTokens: WINDOW_TOKENS }));

/** Results of about 3,000 tokens by the estimate. */
const LONG = 'some words of a file\n'.repeat(480);
const reads = (id: string, inputTokens: number): Script => ({
  events: answer([call(id, 'Read', { say: LONG })], 'tool_use', { input_tokens: inputTokens }),
});

describe('the blocking line', () => {
  it('believes the bill where the estimate is far above it', async () => {
    const cheap = Array.from({ length: 12 }, (_, at) => reads(`t${at}`, 500 + at * 600));
    const w = await world([...cheap, says(text('done'))], { windowTokens: WINDOW_TOKENS });
    expect((await w.run('hi')).terminal.reason).toBe('completed');
    const estimates = w.stored.flatMap((record) =>
      record.type === 'request' ? [record.estimatedTokens] : [],
    );
    expect(Math.max(...estimates)).toBeGreaterThan(blocking);
  });

  it('stops where the bill is far above the estimate', async () => {
    const dear = Array.from({ length: 12 }, (_, at) => reads(`t${at}`, 2_000 + at * 6_000));
    const w = await world(dear, { windowTokens: WINDOW_TOKENS });
    const { terminal } = await w.run('hi');
    expect(terminal).toMatchObject({ reason: 'blocking_limit', limitTokens: blocking });
    const estimates = w.stored.flatMap((record) =>
      record.type === 'request' ? [record.estimatedTokens] : [],
    );
    expect(Math.max(...estimates)).toBeLessThan(blocking);
  });

  it('is far away in a window of a million tokens', async () => {
    const rounds = Array.from({ length: 12 }, (_, at) => reads(`t${at}`, 2_000 + at * 6_000));
    const w = await world([...rounds, says(text('done'))]);
    expect((await w.run('hi')).terminal.reason).toBe('completed');
  });

  it('counts by the estimate alone before the first bill', async () => {
    const w = await world([says(text('never'))], { windowTokens: WINDOW_TOKENS });
    expect((await w.run(LONG.repeat(8))).terminal.reason).toBe('blocking_limit');
    expect(w.provider.sent).toHaveLength(0);
  });
});

/** The wire (SPEC 9.4) and its breakpoints, parameters and request (9.5, 9.6). */
import { describe, expect, test } from 'vitest';
import {
  type AssembleInput,
  type Head,
  type RequestSettings,
  type Wire,
  append,
  asReminder,
  assemble,
  blocksOfWire,
  bodyText,
  hashOfHead,
  parseNotation,
  prefixHashOf,
  profileOf,
  requestOf,
} from '@leat/kernel';
import { digest } from '../assembly/support/digest.ts';
import { assembled, head } from '../assembly/support/shape.ts';

const settings: RequestSettings = { stream: true, cache: { enabled: true, ttl: '5m' } };

/** The texts of the blocks that carry a breakpoint. */
function marked(wire: Wire, more: Partial<RequestSettings> = {}): readonly string[] {
  const body = bodyText(requestOf(wire, { ...settings, ...more }));
  return [
    ...body.matchAll(
      /\{"type":"(\w+)"[^{}]*(?:\{[^{}]*\}[^{}]*)*,"cache_control":\{"type":"ephemeral"[^}]*\}\}/g,
    ),
  ].map((found) =>
    (/"text":"((?:[^"\\]|\\.)*)"/.exec(found[0])?.[1] ?? found[1] ?? '').replaceAll('\\n', ' '),
  );
}

const wireOf = (notation: string, input: Partial<AssembleInput> = {}) => assembled(notation, input).wire;

describe('breakpoints', () => {
  test('stand at the end of system, at the last block of the request before, and at the last', () => {
    expect(marked(wireOf('u1'))).toEqual(['system', 'u1']);
    expect(marked(wireOf('u1 |Q1| a1[t1] r1'))).toEqual(['system', 'u1', 'r1']);
    expect(marked(wireOf('u1 |Q1| a1[t1] r1 |Q2| a2[t2] r2 u2'))).toEqual(['system', 'r1', 'u2']);
  });
  test('have an anchor before the first block that a waiting mark would change', () => {
    const wire = wireOf('u1 |Q1| a1[t1] r1 |Q2| a2[t2] r2 |Q3| a3[t3] r3 clear#1(r1)');
    expect(marked(wire)).toEqual(['system', 'tool_use', 'r2', 'r3']);
    expect(wire.marks).toEqual([{ edit: '#1', tokens: expect.any(Number), firstBlock: 3 }]);
  });
  test('never stand in a system message', () => {
    const note = JSON.stringify(asReminder('n'));
    const wire = wireOf(`u1 ctx1(${note})`, { profile: profileOf('claude-sonnet-5-5') });
    expect(marked(wire)).toEqual(['system', 'u1']);
  });
  test('carry the longer life where asked, and are none where caching is off or unknown', () => {
    const hour = { cache: { enabled: true, ttl: '1h' } } as const;
    expect(bodyText(requestOf(wireOf('u1'), { ...settings, ...hour }))).toContain(
      '{"type":"ephemeral","ttl":"1h"}',
    );
    expect(marked(wireOf('u1'), { cache: { enabled: false, ttl: '5m' } })).toEqual([]);
    const none = { ...profileOf('claude-sonnet-5'), cacheTtls: [] };
    expect(marked(wireOf('u1', { profile: none }))).toEqual([]);
  });
  test('stand on the last tool where there is no system', () => {
    const body = bodyText(requestOf(wireOf('u1', { head: { ...head, system: [] } }), settings));
    const { tools } = JSON.parse(body) as { tools: readonly object[] }; // a body of ours
    expect(tools.map((tool) => 'cache_control' in tool)).toEqual([false, true]);
  });
});

describe('a wire', () => {
  test('grows without rendering again what is sealed', () => {
    let digests = 0;
    const counting = (text: string) => {
      digests++;
      return digest(text);
    };
    const costs = [20, 200].map((rounds) => {
      const history = [
        'u1',
        ...Array.from({ length: rounds }, (_, n) => `|Q${n + 1}| a${n + 1}[t${n + 1}] r${n + 1}`),
      ];
      const profile = profileOf('claude-sonnet-5');
      const before = assemble({
        timeline: parseNotation(history.join(' ')),
        head,
        profile,
        digest: counting,
      });
      const next = `${history.join(' ')} |Q${rounds + 1}| a${rounds + 1}[t${rounds + 1}] r${rounds + 1}`;
      const timeline = parseNotation(next);
      const kept = before.wire.sealed.blocks.length;
      const rebuilt = assemble({ timeline, head, profile, digest }).wire;
      digests = 0;
      const grown = assemble({
        timeline: [...timeline.records].slice(before.timeline.length).reduce(append, before.timeline),
        head,
        profile,
        digest: counting,
        wire: before.wire,
      }).wire;
      const cost = digests;
      expect(blocksOfWire(grown)).toEqual(blocksOfWire(rebuilt));
      expect(grown.sealed.blocks.at(kept - 1)).toBe(before.wire.sealed.blocks.at(kept - 1));
      return cost;
    });
    expect(costs[1]).toBe(costs[0]);
  });

  test('has few chunks, however long it is', () => {
    const rounds = Array.from({ length: 300 }, (_, n) => `|Q${n + 1}| a${n + 1}[t${n + 1}] r${n + 1}`);
    const { chunks } = requestOf(wireOf(`u1 ${rounds.join(' ')}`), settings);
    expect(chunks.length).toBeLessThan(30);
  });

  test('is set aside after a rewind, another head or another model', () => {
    const wire = wireOf('u1 |Q1| a1 u2');
    const rewound = parseNotation('u1 |Q1| a1 u2 rewind(u2) u3');
    const input = { timeline: rewound, head, profile: wire.profile, digest };
    const body = (one: Partial<AssembleInput>) =>
      bodyText(requestOf(assemble({ ...input, ...one }).wire, settings));
    expect(body({ wire })).toBe(body({}));
    const other: Head = { ...head, system: ['new'] };
    expect(body({ wire, head: other })).toBe(body({ head: other }));
    const profile = profileOf('claude-haiku-4-5');
    expect(body({ wire, profile })).toBe(body({ profile }));
  });

  test('states its exact length, beyond ASCII too', () => {
    const request = requestOf(wireOf('u1("añ 你好 👋 \\u0007 \\"q\\"")'), settings);
    expect(Buffer.byteLength(bodyText(request))).toBe(request.bytes);
  });

  test('hashes what thinking is bound to without the thinking', () => {
    const plain = wireOf('u1 |Q1| a1[t1] r1');
    expect(prefixHashOf(plain)).toBe(prefixHashOf(wireOf('u1 |Q1| a1[t1](think) r1')));
    expect(prefixHashOf(plain)).not.toBe(prefixHashOf(wireOf('u1 |Q1| a1[t1] r1 u2')));
  });
});

describe('a head', () => {
  test('has one hash for equal content', () => {
    expect(hashOfHead({ ...head }, digest)).toBe(hashOfHead(head, digest));
    expect(hashOfHead({ ...head, context: 'x' }, digest)).not.toBe(hashOfHead(head, digest));
  });
  test('defers tools only where that is known, and never all of them', () => {
    const deferred: Head = { ...head, tools: head.tools.map((tool) => ({ ...tool, defer_loading: true })) };
    const one: Head = {
      ...head,
      tools: [
        head.tools[0] as Head['tools'][0],
        { ...(head.tools[1] as Head['tools'][0]), defer_loading: true },
      ],
    }; // there are two
    const body = (own: Head, model: string) =>
      bodyText(requestOf(wireOf('u1', { head: own, profile: profileOf(model) }), settings));
    expect(body(deferred, 'claude-sonnet-5')).not.toContain('defer_loading');
    expect(body(one, 'claude-sonnet-5')).toContain('defer_loading');
    expect(body(one, 'unknown-model')).not.toContain('defer_loading');
  });
});

describe('parameters', () => {
  const fields = (model: string, more: Partial<RequestSettings> = {}, inputTokens = 0) => {
    const request = requestOf(
      wireOf('u1', { profile: profileOf(model) }),
      { ...settings, ...more },
      { inputTokens },
    );
    const {
      messages: _m,
      system: _s,
      tools: _t,
      model: _model,
      stream: _stream,
      ...rest
    } = JSON.parse(bodyText(request));
    return {
      ...rest,
      ...(request.betas.length > 0 ? { betas: request.betas, latches: request.latches.length } : {}),
    };
  };
  test.each([
    ['claude-sonnet-5-5', {}, { max_tokens: 32_000 }],
    ['claude-sonnet-5-5', { thinking: 'off' }, { max_tokens: 32_000, thinking: { type: 'between_tools' } }],
    [
      'claude-opus-5',
      { thinking: 'off', effort: 'max' },
      { max_tokens: 32_000, thinking: { type: 'disabled' } },
    ],
    ['claude-fable-5-2', { thinking: 'off' }, { max_tokens: 32_000 }],
    ['claude-opus-4-7', {}, { max_tokens: 32_000, thinking: { type: 'adaptive' } }],
    ['claude-opus-5-5', { effort: 'medium' }, { max_tokens: 32_000 }],
    ['claude-opus-5-5', { effort: 'high' }, { max_tokens: 32_000, output_config: { effort: 'high' } }],
    ['claude-opus-4-6', { effort: 'xhigh' }, { max_tokens: 32_000, thinking: { type: 'adaptive' } }],
    ['claude-haiku-4-5', { effort: 'low' }, { max_tokens: 32_000 }],
    [
      'claude-haiku-4-5',
      { thinking: { budgetTokens: 500 } },
      {
        max_tokens: 32_000,
        thinking: { type: 'enabled', budget_tokens: 1024 },
        betas: ['interleaved-thinking-2025-05-14'],
        latches: 1,
      },
    ],
    [
      'claude-haiku-4-5',
      { maxTokens: 100_000, userId: 'me' },
      { max_tokens: 64_000, metadata: { user_id: 'me' } },
    ],
  ] as const)('%s with %o', (model, more, expected) => {
    expect(fields(model, more)).toEqual(expected);
  });
  test('leave the answer what the window has left', () => {
    expect(fields('claude-haiku-4-5', {}, 190_000).max_tokens).toBe(10_000);
    expect(fields('claude-haiku-4-5', {}, 999_000).max_tokens).toBe(1);
  });
  test('a beta once latched goes on, the feature off', () => {
    const latched = wireOf('u1', { profile: profileOf('claude-haiku-4-5') });
    const wire: Wire = { ...latched, latches: new Map([['beta:interleaved-thinking-2025-05-14', true]]) };
    expect(requestOf(wire, settings)).toMatchObject({
      betas: ['interleaved-thinking-2025-05-14'],
      latches: [],
    });
  });
});

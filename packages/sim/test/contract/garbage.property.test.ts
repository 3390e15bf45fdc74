import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContextOptions } from '../../src/contract/index.ts';
import { boundPrefixes, validate, validateBytes, validationContext } from '../../src/contract/index.ts';
import { MODELS } from '../../src/models/index.ts';
import { ALL_CASES } from './cases/index.ts';
import type { Obj } from './request.ts';
import { HEADERS, prepared } from './request.ts';

const numRuns = Number(process.env['LEAT_RUNS'] ?? 1000);

/** A verdict is well formed: `null`, or a refusal with all its parts. */
function judged(body: unknown, options: ContextOptions = {}): void {
  const verdict = validate(body, validationContext(options));
  if (verdict === null) return;
  expect(verdict.message).not.toBe('');
  expect([400, 401, 404, 413]).toContain(verdict.status);
}

const words = fc.constantFrom(
  'type',
  'role',
  'content',
  'text',
  'id',
  'name',
  'input',
  'source',
  'data',
  'media_type',
  'tool_use_id',
  'is_error',
  'cache_control',
  'ttl',
  'signature',
  'thinking',
  'tools',
  'system',
  'input_schema',
  'properties',
  '$ref',
  '__proto__',
);
const kinds = fc.constantFrom(
  'text',
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'image',
  'document',
  'server_tool_use',
  'web_search_tool_result',
  'search_result',
  'base64',
  'ephemeral',
  'user',
  'assistant',
  'system',
  'object',
  'enabled',
  'x',
  '#/a',
);
const scalar = fc.oneof(
  kinds,
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e21, '', ' ', '\ud800', [], {}),
  fc.string(),
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    scalar,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(words, tie('json'), { maxKeys: 6 }),
  ),
}));
const requests = fc.record(
  {
    model: fc.oneof(fc.constantFrom(...MODELS.map((model) => model.id)), json),
    max_tokens: fc.oneof(fc.constant(1024), json),
    messages: fc.oneof(fc.array(fc.record({ role: kinds, content: json }), { maxLength: 5 }), json),
    tools: fc.array(json, { maxLength: 3 }),
    system: json,
    thinking: json,
    tool_choice: json,
    output_config: json,
    cache_control: json,
    context_management: json,
  },
  { requiredKeys: ['model', 'max_tokens', 'messages'] },
);
const options = fc.record({
  lenient: fc.boolean(),
  endpoint: fc.constantFrom('messages' as const, 'count_tokens' as const),
  headers: fc.constantFrom(HEADERS, { ...HEADERS, 'anthropic-version': '2026-10-21' }, {}),
});

describe('whatever comes', () => {
  it('is judged, never thrown over', () => {
    fc.assert(fc.property(fc.oneof(fc.jsonValue(), json), options, judged), { numRuns });
  });

  it('is judged if it looks like a request', () => {
    fc.assert(fc.property(requests, options, judged), { numRuns });
  });

  it('is judged if it was a request before one value in it changed', () => {
    const seeds = ALL_CASES.filter(
      ({ name }) => !name.includes('100,000') && !name.includes('10,000') && !name.includes('MB'),
    ).map((each) => prepared(each.good));
    const change = fc.tuple(
      fc.constantFrom(...seeds),
      fc.array(fc.nat(20), { minLength: 1, maxLength: 8 }),
      json,
    );
    fc.assert(
      fc.property(change, ([seed, path, value]) => {
        const body = changed(seed.body, path, value);
        const verdict = validate(body, seed.context);
        expect(verdict === null || verdict.message !== '').toBe(true);
        boundPrefixes(body);
      }),
      { numRuns },
    );
  });

  it('is judged as bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (raw) => {
        const read = validateBytes(raw);
        if (read.ok) judged(read.body);
        else expect(read.rejection.status).toBe(400);
      }),
      { numRuns },
    );
  });

  it('is judged however deep it is', () => {
    for (const depth of [100, 1_000, 20_000]) {
      const deep = JSON.parse(
        '{"messages":[{"role":"user","content":'.padEnd(38) + '['.repeat(depth) + ']'.repeat(depth) + '}]}',
      ) as unknown;
      judged(deep);
      boundPrefixes(deep);
    }
  });
});

/** The value with one part of it, found by turns of the path, replaced. */
function changed(value: unknown, path: readonly number[], replacement: unknown): unknown {
  const [turn, ...rest] = path;
  if (turn === undefined || typeof value !== 'object' || value === null) return replacement;
  const keys = Object.keys(value);
  const key = keys[turn % Math.max(1, keys.length)];
  if (key === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item, n) => (String(n) === key ? changed(item, rest, replacement) : (item as unknown)));
  const object = value as Obj; // an object that is no array
  return { ...object, [key]: changed(object[key], rest, replacement) };
}

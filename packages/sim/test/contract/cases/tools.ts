/** Tools, their schemas, references to them. */

import type { Case, Obj } from '../request.ts';
import {
  ask,
  assistant,
  result,
  schema,
  serverResult,
  serverUse,
  talk,
  text,
  tool,
  under,
  use,
  user,
  webSearch,
} from '../request.ts';

const withTools = (...tools: unknown[]): Obj => ask({ tools });
const withSchema = (input: unknown): Obj => withTools(tool('Read', { input_schema: input }));
const PATTERN = `String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
const INVALID = (n: number) =>
  `tools.${n}.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.`;
const search: Obj = { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' };
const deferred = (name: string, more: Obj = {}): Obj => tool(name, { defer_loading: true, ...more });
const reference = (name: string): Obj => ({ type: 'tool_reference', tool_name: name });
const found = (name: string): unknown[] => [
  user('a'),
  assistant(use('t', { name: 'Find' })),
  user(result('t', { content: [reference(name)] })),
];
const searched = (name: string): unknown[] => [
  user('a'),
  assistant(serverUse('srvtoolu_1', 'tool_search_tool_regex'), {
    type: 'tool_search_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: { type: 'tool_search_tool_search_result', tool_references: [reference(name)] },
  }),
  user('b'),
];

const definitions: Case[] = (
  [
    ['A13', { name: 'Read' }, 'tools.0.custom.input_schema: Field required'],
    ['A13', { input_schema: schema() }, 'tools.0.custom.name: Field required'],
    ['A13', tool('Read', { name: 7 }), 'tools.0.custom.name: Input should be a valid string'],
    [
      'A13',
      tool('Read', { description: null }),
      'tools.0.custom.description: Input should be a valid string',
    ],
    ['A13', tool('Read', { strict: 'yes' }), 'tools.0.custom.strict: Input should be a valid boolean'],
    [
      'A13',
      tool('Read', { allowed_callers: ['me'] }),
      /^tools\.0\.custom\.allowed_callers\.0: Input should be 'direct', /,
    ],
    [
      'A13',
      tool('Read', { input_examples: [1] }),
      'tools.0.custom.input_examples.0: Input should be a valid dictionary',
    ],
    [
      'A15',
      tool('Read', { input_schema: null }),
      'tools.0.custom.input_schema: Input should be a valid dictionary',
    ],
    [
      'A15',
      tool('Read', { input_schema: { type: 'array' } }),
      `tools.0.custom.input_schema.type: Input should be 'object'`,
    ],
    ['A16', { type: 'bash_20250124', name: 'shell' }, `tools.0.bash_20250124.name: Input should be 'bash'`],
    ['A16', { type: 'bash_20250124' }, 'tools.0.bash_20250124.name: Field required'],
    [
      'A16',
      { type: 'function', name: 'x' },
      /^tools\.0: Input tag 'function' found using 'type' does not match any of the expected tags: '/,
    ],
    ['A16', { type: 'mcp_toolset', mcp_server_name: 's' }, /^tools\.0: Input tag 'mcp_toolset' /],
    [
      'A16',
      { type: 'computer_20251124', name: 'computer', display_width_px: 1, display_height_px: 1 },
      /^tools\.0: Input tag 'computer_20251124' /,
    ],
    [
      'A16',
      { ...webSearch, max_uses: 0 },
      'tools.0.web_search_20250305.max_uses: Input should be greater than or equal to 1',
    ],
    ['A16', 'Read', 'tools.0: Input should be a valid dictionary'],
  ] as [string, unknown, string | RegExp][]
).map(([rules, bad, says]) => ({
  rules,
  name: `tool ${JSON.stringify(bad).slice(0, 60)}`,
  bad: withTools(bad),
  says,
  good: withTools(
    tool('Read', { type: 'custom' }),
    tool('B', { type: null }),
    { type: 'bash_20250124', name: 'bash' },
    webSearch,
  ),
}));

const names: Case[] = [
  ...['', 'a b', 'mcp.server', 'Grep!', 'naïve', '日本'].map((name) => ({
    rules: 'C30 A14',
    name: `tool name '${name}'`,
    bad: withTools(tool(), tool(name)),
    says: `tools.1.custom.name: ${PATTERN}`,
    good: withTools(tool(), tool('mcp__server-1__a_B')),
  })),
  ...[129, 500].map((length) => ({
    rules: 'C31 A14',
    name: `tool name of ${length} characters`,
    bad: withTools(tool('x'.repeat(length))),
    says: 'tools.0.custom.name: String should have at most 128 characters',
    good: withTools(tool('x'.repeat(128))),
  })),
  ...[
    [tool(), tool('B'), tool()],
    [tool('bash'), { type: 'bash_20250124', name: 'bash' }],
  ].map((tools) => ({
    rules: 'C32 A14',
    name: `a name twice in ${tools.length}`,
    bad: withTools(...tools),
    says: 'tools: Tool names must be unique.',
    good: withTools(tool(), tool('read')),
  })),
];

const schemas: Case[] = [
  ...[{}, { properties: {} }, { $ref: '#/$defs/a', $defs: { a: {} } }].map((bad) => ({
    rules: 'C33 A15',
    name: `schema ${JSON.stringify(bad)}`,
    bad: withSchema(bad),
    says: 'tools.0.custom.input_schema.type: Field required',
    good: withSchema(schema()),
  })),
  ...['oneOf', 'allOf', 'anyOf'].map((key) => ({
    rules: 'C34 A15',
    name: `${key} at the top`,
    bad: withSchema(schema({ [key]: [{ required: ['a'] }] })),
    says: 'tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
    good: withSchema(schema({ properties: { a: { [key]: [{ type: 'string' }] } } })),
  })),
  ...(
    [
      { patternProperties: { '^(.*)$': {} } },
      { properties: { a: { type: 'str' } } },
      { properties: { a: { type: [] } } },
      { properties: { a: { minimum: 0, exclusiveMinimum: true } } },
      { properties: { a: { $ref: '#/definitions/none' } } },
      { properties: { a: { items: [{ type: 'string' }] } } },
      { properties: [] },
      { properties: { a: 'string' } },
      { properties: { a: { enum: 'x' } } },
      { required: 'a' },
      { required: ['a', 'a'] },
      { properties: { a: { required: true } } },
      { properties: { a: { pattern: '(' } } },
      { properties: { a: { minLength: -1 } } },
      { properties: { a: { anyOf: [] } } },
      { properties: { a: { anyOf: {} } } },
      { additionalProperties: 'no' },
      { description: 7 },
    ] as Obj[]
  ).map((more) => ({
    rules: 'C35 A15',
    name: `schema ${JSON.stringify(more)}`,
    bad: withTools(tool(), tool('B', { input_schema: schema(more) })),
    says: INVALID(1),
    good: withSchema(
      schema({
        properties: {
          a: { type: ['string', 'null'], pattern: '^a', minLength: 0, enum: [null] },
          b: { $ref: '#/$defs/b' },
          c: { type: 'array', prefixItems: [{}], items: false },
        },
        required: ['a'],
        $defs: { b: { type: 'number', exclusiveMinimum: 0 } },
        additionalProperties: {},
      }),
    ),
  })),
];

const loading: Case[] = [
  ...[[deferred('A')], [deferred('A'), deferred('B')]].map((tools) => ({
    rules: 'C36 A17',
    name: `${tools.length} tools, all deferred`,
    bad: withTools(...tools),
    says: 'At least one tool must have defer_loading=false. All tools cannot be deferred.',
    good: withTools(search, ...tools),
  })),
  {
    rules: 'A17',
    name: 'a deferred search tool',
    bad: withTools(tool(), { ...search, defer_loading: true }),
    says: /^A17: tools\.1: /,
    good: withTools(tool(), search),
  },
  {
    rules: 'A17',
    name: 'more than 10,000 deferred tools',
    bad: withTools(search, ...Array.from({ length: 10_001 }, (_, n) => deferred(`t${n}`))),
    says: /^A17: tools: at most 10000 /,
    good: withTools(search, deferred('A')),
  },
  ...[found('Gone'), searched('Gone')].map((messages, n) => ({
    rules: 'C38 A17',
    name: `a reference to a tool that is gone (${n})`,
    bad: ask({ messages, tools: [search, tool('Find')] }),
    says: `Tool reference 'Gone' not found in available tools`,
    good: ask({ messages, tools: [search, tool('Find'), deferred('Gone')] }),
  })),
  {
    rules: 'A17',
    name: 'a reference to the search tool',
    bad: ask({ messages: found('tool_search_tool_regex'), tools: [search, tool('Find')] }),
    says: /^A17: Tool reference /,
    good: ask({ messages: found('Find'), tools: [search, tool('Find')] }),
  },
  ...['computer_20241022', 'computer_20250124', 'computer_20251124'].map((type) => {
    const computer = { type, name: 'computer', display_width_px: 800, display_height_px: 600 };
    const beta = `computer-use-${type.slice(9, 13)}-${type.slice(13, 15)}-${type.slice(15)}`;
    return {
      rules: 'C37 A16',
      name: `${type} on claude-sonnet-5-5`,
      bad: under(beta, ask({ model: 'claude-sonnet-5-5', tools: [computer] })),
      says: `'claude-sonnet-5-5' does not support tool types: ${type}.`,
      good: under(beta, ask({ tools: [computer] })),
    };
  }),
];

const useOfTools: Case[] = [
  ...[{}, { tools: [] }].map((more) => ({
    rules: 'C42 A20',
    name: `tool blocks and ${JSON.stringify(more)}`,
    bad: ask({ messages: [user('a'), assistant(use('t')), user(result('t'))], ...more }),
    says: 'Requests which include `tool_use` or `tool_result` blocks must define tools.',
    good: talk([user('a'), assistant(use('t')), user(result('t'))], { tool_choice: { type: 'none' } }),
  })),
  ...[{}, { tools: [] }].map((more) => ({
    rules: 'A21',
    name: `tool_choice and ${JSON.stringify(more)}`,
    bad: ask({ tool_choice: { type: 'auto' }, ...more }),
    says: /^A21: tool_choice: /,
    good: talk([user('a')], { tool_choice: { type: 'auto' } }),
  })),
  {
    rules: 'C38b A21',
    name: 'a choice of a tool that is not there',
    bad: talk([user('a')], { tool_choice: { type: 'tool', name: 'Gone' } }),
    says: `Tool 'Gone' not found in provided tools`,
    good: talk([user('a')], { tool_choice: { type: 'tool', name: 'Read' } }),
  },
  ...['web_search', 'web_fetch', 'code_execution'].map((name) => ({
    rules: 'C38b B22',
    name: `${name} used and not declared`,
    bad: talk([
      user('a'),
      assistant(serverUse('srvtoolu_1', name), serverResult('srvtoolu_1', `${name}_tool_result`)),
      user('b'),
    ]),
    says: `Tool '${name}' not found in provided tools`,
    good: talk(
      [user('a'), assistant(serverUse('srvtoolu_1', 'web_search'), serverResult(), text('x')), user('b')],
      { tools: [webSearch] },
    ),
  })),
];

const format = (input: unknown): Obj =>
  ask({ output_config: { format: { type: 'json_schema', schema: input } } });
const closed = (properties: Obj, more: Obj = {}): Obj => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});
const strict = (input: Obj, name = 'S'): Obj => tool(name, { strict: true, input_schema: input });
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, { type: 'string' }]));
const unions = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, { type: ['string', 'null'] }]));

const strictness: Case[] = [
  ...[schema(), closed({ a: schema() }), { ...closed({}), additionalProperties: true }].flatMap((open, n) => [
    {
      rules: 'A18',
      name: `an open strict tool (${n})`,
      bad: withTools(strict(open)),
      says: /^A18: tools\.0\.custom\.input_schema: /,
      good: withTools(strict(closed({}))),
    },
    {
      rules: 'A30 A18',
      name: `an open output format (${n})`,
      bad: format(open),
      says: /^A30: output_config\.format\.schema: /,
      good: format(closed({})),
    },
  ]),
  ...[{ type: 'json_object', schema: {} }, { type: 'json_schema' }, 'json'].map((bad) => ({
    rules: 'A30',
    name: `format ${JSON.stringify(bad)}`,
    bad: ask({ output_config: { format: bad } }),
    says: /^output_config\.format(\.type|\.schema)?: (Input should be|Field required)/,
    good: format(closed({})),
  })),
  {
    rules: 'A30',
    name: 'a format with citations',
    bad: {
      ...format(closed({})),
      messages: [
        user({
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'd' },
          citations: { enabled: true },
        }),
      ],
    },
    says: /^A30: messages\.0\.content\.0: citations /,
    good: format(closed({})),
  },
  ...['(?=a)', '(?<!a)b', '(a)\\1', '\\bword\\b'].map((pattern) => ({
    rules: 'C39 A18',
    name: `strict pattern ${pattern}`,
    bad: withTools(strict(closed({ a: { type: 'string', pattern } }))),
    says: /^Unsupported regex feature in pattern field: ./,
    good: withTools(strict(closed({ a: { type: 'string', pattern: '^[a-z]+(?:x|y)$' } }))),
  })),
  ...[
    closed({ a: { $ref: '#/$defs/n' } }, { $defs: { n: closed({ next: { $ref: '#/$defs/n' } }) } }),
    closed({ a: { $ref: '#' } }),
  ].map((circular, n) => ({
    rules: 'C40 A18',
    name: `a recursive strict schema (${n})`,
    bad: withTools(strict(circular)),
    says: 'Circular $ref detected',
    good: withTools(
      strict(
        closed({ a: { $ref: '#/$defs/n' }, b: { $ref: '#/$defs/n' } }, { $defs: { n: { type: 'string' } } }),
      ),
    ),
  })),
  ...[
    withTools(...Array.from({ length: 21 }, (_, n) => strict(closed({}), `s${n}`))),
    withTools(strict(closed(many(25), { required: [] }))),
    withTools(strict(closed(unions(17)))),
    format(closed(unions(17))),
  ].map((bad, n) => ({
    rules: 'C41 A18',
    name: `too much strictness (${n})`,
    bad,
    says: 'Schema is too complex for compilation.',
    good: withTools(
      ...Array.from({ length: 18 }, (_, m) => strict(closed({}), `s${m}`)),
      strict(closed(many(24), { required: [] }), 'o'),
      strict(closed(unions(16)), 'u'),
    ),
  })),
];

export const toolCases: Case[] = [
  ...definitions,
  ...names,
  ...schemas,
  ...loading,
  ...useOfTools,
  ...strictness,
];

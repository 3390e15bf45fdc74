/** thinking, effort, task budgets and forced tools, by model. */

import { MODELS } from '../../../src/models/index.ts';
import type { Case, Obj } from '../request.ts';
import {
  ask,
  assistant,
  BOUND,
  counting,
  MID,
  MODEL,
  OLD,
  system,
  talk,
  tool,
  under,
  user,
  without,
} from '../request.ts';

const enabled = (budget = 2000, more: Obj = {}): Obj => ({ type: 'enabled', budget_tokens: budget, ...more });
const adaptive: Obj = { type: 'adaptive' };
const ids = (is: (model: (typeof MODELS)[number]) => boolean) => MODELS.filter(is).map((model) => model.id);
const lacks = (kind: (typeof MODELS)[number]['thinkingKinds'][number]) =>
  ids((model) => !model.thinkingKinds.includes(kind));
const HINT = 'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.';
const BUDGET =
  '`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size';
const QUIET = (effort: string) =>
  `output_config.effort '${effort}' is not supported when thinking is disabled on this model. Use effort 'high' or below, or enable thinking.`;
const DIRECTIVE = 'mid-conversation-output-config-2026-07-01';
const directive = (effort: string): Obj => ({ role: 'system', content: [], output_config: { effort } });

const kinds: Case[] = [
  ...lacks('adaptive').map((model) => ({
    rules: 'C47 A26',
    name: `adaptive on ${model}`,
    bad: ask({ model, thinking: adaptive }),
    says: 'adaptive thinking is not supported on this model',
    good: ask({ model, thinking: enabled() }),
  })),
  ...lacks('enabled').map((model) => ({
    rules: 'C48 A26',
    name: `enabled on ${model}`,
    bad: ask({ model, thinking: enabled() }),
    says: `"thinking.type.enabled" is not supported for this model. ${HINT}`,
    good: ask({ model, thinking: adaptive }),
  })),
  ...lacks('disabled')
    .filter((model) => model !== 'claude-sonnet-5-5')
    .map((model) => ({
      rules: 'C48 A26',
      name: `disabled on ${model}`,
      bad: ask({ model, thinking: { type: 'disabled' } }),
      says: `"thinking.type.disabled" is not supported for this model. ${HINT}`,
      good: ask({ model, thinking: adaptive }),
    })),
  {
    rules: 'C50 A26',
    name: 'disabled on claude-sonnet-5-5',
    bad: ask({ model: 'claude-sonnet-5-5', thinking: { type: 'disabled' } }),
    says: /To turn thinking off on this model, send "thinking": \{"type": "between_tools"\} instead of \{"type": "disabled"\}\. The model does not think before responding\. The short updates it writes between tool calls come back as thinking blocks\.$/,
    good: ask({ model: 'claude-sonnet-5-5', thinking: { type: 'between_tools' } }),
  },
  ...lacks('between_tools').map((model) => ({
    rules: 'C48 A26',
    name: `between_tools on ${model}`,
    bad: ask({ model, thinking: { type: 'between_tools' } }),
    says: '"thinking.type.between_tools" is not supported for this model.',
    good: ask({ model }),
  })),
];

const shapes: Case[] = (
  [
    [
      { type: 'auto' },
      `thinking: Input tag 'auto' found using 'type' does not match any of the expected tags: 'adaptive', 'between_tools', 'disabled', 'enabled'`,
    ],
    [{}, `thinking: Unable to extract tag using discriminator 'type'`],
    ['on', 'thinking: Input should be a valid dictionary'],
    [{ type: 'enabled' }, 'thinking.enabled.budget_tokens: Field required'],
    [
      { type: 'enabled', budget_tokens: '2000' },
      'thinking.enabled.budget_tokens: Input should be a valid integer',
    ],
    [
      { type: 'adaptive', display: 'full' },
      `thinking.adaptive.display: Input should be 'summarized' or 'omitted'`,
    ],
    [
      { type: 'adaptive', display: 'updates' },
      `thinking.adaptive.display: Input should be 'summarized' or 'omitted'`,
    ],
  ] as [unknown, string][]
).map(([thinking, says]) => ({
  rules: 'A24',
  name: `thinking ${JSON.stringify(thinking)}`,
  bad: ask({ model: MID, thinking }),
  says,
  good: under(
    'thinking-display-updates-2026-08-18',
    ask({ model: MID, thinking: { type: 'adaptive', display: 'updates' } }),
  ),
}));

const budgets: Case[] = [
  ...[1023, 0, -5].map((budget) => ({
    rules: 'C46 A25',
    name: `a budget of ${budget}`,
    bad: ask({ model: OLD, thinking: enabled(budget) }),
    says: 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
    good: ask({ model: OLD, thinking: enabled(1024) }),
  })),
  ...[4096, 5000].map((budget) => ({
    rules: 'C45 A25',
    name: `a budget of ${budget} in 4096`,
    bad: ask({ model: OLD, thinking: enabled(budget) }),
    says: BUDGET,
    good: under('interleaved-thinking-2025-05-14', ask({ model: OLD, thinking: enabled(budget) })),
  })),
  ...[
    { type: 'adaptive', block_binding: {} },
    enabled(1024, { block_binding: { prefix_mismatch_behavior: 'error' } }),
  ].map((thinking) => ({
    rules: 'C59e A24',
    name: `block_binding without its beta (${String(thinking['type'])})`,
    bad: ask({ model: MID, thinking }),
    says: `thinking.${String(thinking['type'])}.block_binding: Extra inputs are not permitted`,
    good: under('thinking-binding-controls-2026-08-01', ask({ model: MID, thinking })),
  })),
];

const efforts: Case[] = [
  ...ids((model) => model.efforts.length === 0).map((model) => ({
    rules: 'C59c A29',
    name: `effort on ${model}`,
    bad: ask({ model, output_config: { effort: 'high' } }),
    says: 'This model does not support the effort parameter.',
    good: ask({ model, output_config: { effort: null } }),
  })),
  ...['xhigh', 'max'].map((effort) => ({
    rules: 'A29',
    name: `effort ${effort} on claude-opus-4-5`,
    bad: ask({ model: 'claude-opus-4-5', output_config: { effort } }),
    says: /^A29: output_config\.effort /,
    good: ask({ model: 'claude-opus-4-7', output_config: { effort } }),
  })),
  ...['claude-opus-4-6', 'claude-sonnet-4-6', 'claude-mythos-preview'].map((model) => ({
    rules: 'A29',
    name: `effort xhigh on ${model}`,
    bad: ask({ model, output_config: { effort: 'xhigh' } }),
    says: /^A29: output_config\.effort 'xhigh' /,
    good: ask({ model, output_config: { effort: 'max' } }),
  })),
  {
    rules: 'A29',
    name: 'an unknown effort',
    bad: ask({ output_config: { effort: 'extreme' } }),
    says: `output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'`,
    good: ask({ output_config: { effort: 'max' } }),
  },
  ...['claude-opus-5', 'claude-haiku-5-5'].flatMap((model) =>
    ['xhigh', 'max'].map((effort) => ({
      rules: 'C49 A26',
      name: `effort ${effort} without thinking on ${model}`,
      bad: ask({ model, thinking: { type: 'disabled' }, output_config: { effort } }),
      says: QUIET(effort),
      good: ask({ model, thinking: { type: 'disabled' }, output_config: { effort: 'high' } }),
    })),
  ),
  {
    rules: 'A26',
    name: 'effort max between tools',
    bad: ask({
      model: 'claude-sonnet-5-5',
      thinking: { type: 'between_tools' },
      output_config: { effort: 'max' },
    }),
    says: /^A26: output_config\.effort 'max' /,
    good: ask({
      model: 'claude-sonnet-5-5',
      thinking: { type: 'between_tools' },
      output_config: { effort: 'high' },
    }),
  },
  {
    rules: 'C49b A26',
    name: 'a message that changes the effort without thinking',
    bad: under(DIRECTIVE, ask({ thinking: { type: 'disabled' }, messages: [user('a'), directive('low')] })),
    says: `messages.1: output_config.effort 'low' differs from the 'high' in effect before it; effort cannot change when thinking is disabled on this model. Use effort 'high', or enable thinking.`,
    good: under(DIRECTIVE, ask({ thinking: { type: 'disabled' }, messages: [user('a'), directive('high')] })),
  },
  {
    rules: 'C49b A26',
    name: 'a system message that changes the effort without thinking',
    bad: under(
      DIRECTIVE,
      ask({
        thinking: { type: 'disabled' },
        messages: [user('a'), { ...system('s'), output_config: { effort: 'medium' } }],
      }),
    ),
    says: /^messages\.1: output_config\.effort 'medium' differs from the 'high' in effect before it; /,
    good: under(
      DIRECTIVE,
      ask({ messages: [user('a'), { ...system('s'), output_config: { effort: 'medium' } }] }),
    ),
  },
];

const budget = (more: Obj): Obj => ask({ output_config: { task_budget: more } });
const TASK = 'task-budgets-2026-03-13';

const taskBudgets: Case[] = [
  {
    rules: 'A31',
    name: 'task_budget without its beta',
    bad: budget({ type: 'tokens', total: 1 }),
    says: 'output_config.task_budget: Extra inputs are not permitted',
    good: under(TASK, budget({ type: 'tokens', total: 1, remaining: null })),
  },
  ...(
    [
      [{ type: 'tokens' }, 'output_config.task_budget.total: Field required'],
      [{ type: 'dollars', total: 1 }, `output_config.task_budget.type: Input should be 'tokens'`],
      [
        { type: 'tokens', total: 0 },
        'output_config.task_budget.total: Input should be greater than or equal to 1',
      ],
    ] as [Obj, string][]
  ).map(([bad, says]) => ({
    rules: 'A31',
    name: `task_budget ${JSON.stringify(bad)}`,
    bad: under(TASK, budget(bad)),
    says,
    good: under(TASK, budget({ type: 'tokens', total: 9, remaining: 3 })),
  })),
];

const forced: Case[] = [{ type: 'any' }, { type: 'tool', name: 'Read' }].flatMap((choice) => [
  ...ids((model) => model.refusesForcedTool).flatMap((model) => [
    {
      rules: 'C44 A22',
      name: `tool_choice ${choice.type} on ${model}`,
      bad: talk([user('a')], { model, tool_choice: choice }),
      says: 'tool_choice: type "tool" and "any" are not supported for this model.',
      good: talk([user('a')], { model, tool_choice: { type: 'auto' } }),
    },
  ]),
  {
    rules: 'C44 A22 A2',
    name: `tool_choice ${choice.type} in count_tokens`,
    bad: counting(without('max_tokens', talk([user('a')], { model: BOUND, tool_choice: choice }))),
    says: 'tool_choice: type "tool" and "any" are not supported for this model.',
    good: counting(without('max_tokens', talk([user('a')], { model: BOUND, tool_choice: { type: 'none' } }))),
  },
  {
    rules: 'C43 A22',
    name: `tool_choice ${choice.type} with manual thinking`,
    bad: ask({ model: MID, thinking: enabled(), tools: [tool()], tool_choice: choice }),
    says: 'Thinking may not be enabled when tool_choice forces tool use.',
    good: ask({ model: MODEL, thinking: adaptive, tools: [tool()], tool_choice: choice }),
  },
]);

const choices: Case[] = (
  [
    [
      { type: 'required' },
      /^tool_choice: Input tag 'required' found using 'type' does not match any of the expected tags: 'any', 'auto', 'none', 'tool'$/,
    ],
    ['auto', 'tool_choice: Input should be a valid dictionary'],
    [{ type: 'tool' }, 'tool_choice.tool.name: Field required'],
    [
      { type: 'auto', disable_parallel_tool_use: 'no' },
      'tool_choice.auto.disable_parallel_tool_use: Input should be a valid boolean',
    ],
  ] as [unknown, string | RegExp][]
).map(([choice, says]) => ({
  rules: 'A23',
  name: `tool_choice ${JSON.stringify(choice)}`,
  bad: talk([user('a')], { tool_choice: choice }),
  says,
  good: talk([user('a'), assistant('b'), user('c')], {
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
  }),
}));

export const effortCases: Case[] = [
  ...kinds,
  ...shapes,
  ...budgets,
  ...efforts,
  ...taskBudgets,
  ...forced,
  ...choices,
];

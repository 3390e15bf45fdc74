/** The shape of a whole request (A.3), for both endpoints. */

import { BETA } from '../betas.ts';
import { isJson } from '../json.ts';
import { isSettled } from '../settled.ts';
import { contentBlock, textBlock } from './blocks.ts';
import { cacheControl } from './cache-control.ts';
import type { Field, Shape, Walk } from './shape.ts';
import {
  anything,
  boolean,
  dictionary,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  tagged,
  text,
  textOr,
} from './shape.ts';
import { tool, toolChoice } from './tools.ts';
import { USER_ID_CHARS_MAX } from '../limits.ts';

const type = { shape: anything };
const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'];

const content: Shape = textOr(list('B1', contentBlock));

const spoken = object('B1', {
  role: { shape: oneOf('B1', ['user', 'assistant', 'system']), required: 'B1' },
  content: { shape: content, required: 'B1' },
});

const systemMessage = object('B1', {
  role: type,
  content: { shape: content, required: 'B1' },
  output_config: {
    shape: nullable(object('B49', { effort: { shape: nullable(oneOf('B49', EFFORTS)) } })),
    beta: BETA.messageOutputConfig,
    absentRule: 'B49',
  },
  clear_at: {
    shape: nullable(oneOf('B49', ['next_user_message', 'never'])),
    beta: BETA.clearAt,
    absentRule: 'B49',
  },
});

/** The betas under which each settled message was found to be without a fault. */
const faultless = new WeakMap<object, string>();

/** The loose fields of a system message exist there only. */
const message: Shape = (value, path, walk) => {
  const betas = [...walk.betas].join(',');
  if (isSettled(value) && faultless.get(value) === betas) return;
  const before = walk.faults.length;
  if (isJson(value) && value['role'] === 'system') systemMessage(value, path, walk);
  else spoken(value, path, walk);
  if (isSettled(value) && before === 0 && walk.faults.length === 0) faultless.set(value, betas);
};

const blockBinding: Field = {
  shape: nullable(
    object('A24', { prefix_mismatch_behavior: { shape: nullable(oneOf('A24', ['error', 'drop_block'])) } }),
  ),
  beta: BETA.blockBinding,
  absentRule: 'C59e',
};

/** `updates` is a word of its own beta (A24). */
const display: Field = {
  shape: (value, path, walk: Walk) => {
    const words = [
      'summarized',
      'omitted',
      ...(BETA.displayUpdates.some((b) => walk.betas.has(b)) ? ['updates'] : []),
    ];
    nullable(oneOf('A24', words))(value, path, walk);
  },
};

const thinking = tagged('A24', {
  enabled: {
    shape: object('A24', {
      type,
      // The lower bound is a rule of its own (C46).
      budget_tokens: { shape: integer('A24'), required: 'A24' },
      display,
      block_binding: blockBinding,
    }),
  },
  adaptive: { shape: object('A24', { type, display, block_binding: blockBinding }) },
  disabled: { shape: object('A24', { type }) },
  between_tools: { shape: object('A24', { type }) },
});

const format = object('A30', {
  type: { shape: oneOf('A30', ['json_schema']), required: 'A30' },
  schema: { shape: dictionary('A30'), required: 'A30' },
});

const taskBudget = object('A31', {
  type: { shape: oneOf('A31', ['tokens']), required: 'A31' },
  total: { shape: integer('A31', 1), required: 'A31' },
  remaining: { shape: nullable(integer('A31', 0)) },
});

const outputConfig = object('A29', {
  effort: { shape: nullable(oneOf('A29', EFFORTS)) },
  format: { shape: nullable(format) },
  task_budget: { shape: nullable(taskBudget), beta: BETA.taskBudget, absentRule: 'A31' },
});

const mcpServer = object('A.3', {
  name: { shape: text('A.3'), required: 'A.3' },
  type: { shape: oneOf('A.3', ['url']), required: 'A.3' },
  url: { shape: text('A.3'), required: 'A.3' },
  authorization_token: { shape: nullable(text('A.3')) },
  tool_configuration: { shape: nullable(dictionary('A.3')) },
});

const container: Field = {
  shape: nullable(
    textOr(
      object('A.3', {
        id: { shape: nullable(text('A.3')) },
        skills: { shape: nullable(list('A.3', dictionary('A.3'))) },
      }),
    ),
  ),
};

const shared: Record<string, Field> = {
  model: { shape: text('A.3'), required: 'A.3' },
  messages: { shape: list('A.3', message), required: 'A.3' },
  system: { shape: textOr(list('A.3', systemBlock)) },
  tools: { shape: list('A.3', tool) },
  tool_choice: { shape: toolChoice },
  thinking: { shape: thinking },
  output_config: { shape: outputConfig },
  speed: { shape: nullable(oneOf('A32', ['standard', 'fast'])), beta: BETA.fast, absentRule: 'A32' },
  stop_sequences: { shape: list('A.3', text('A.3')) },
  temperature: { shape: number('A.3', 0, 1) },
  top_p: { shape: number('A.3', 0, 1) },
  top_k: { shape: integer('A.3', 0) },
  metadata: { shape: object('A.3', { user_id: { shape: nullable(text('A.3', USER_ID_CHARS_MAX)) } }) },
  service_tier: { shape: oneOf('A.3', ['auto', 'standard_only']) },
  cache_control: cacheControl,
  container,
  context_management: { shape: anything, beta: BETA.contextManagement, absentRule: 'C6' },
  compaction: { shape: anything, beta: BETA.compaction },
  mcp_servers: { shape: list('A.3', mcpServer), beta: BETA.mcp },
  fallbacks: { shape: anything, beta: BETA.fallbacks },
  fallback_credit_token: { shape: anything, beta: BETA.fallbackCredit },
  thread: { shape: anything, beta: BETA.threads },
  diagnostics: { shape: nullable(object('A.3', { previous_message_id: { shape: nullable(text('A.3')) } })) },
  inference_geo: { shape: nullable(text('A.3')) },
  output_format: { shape: nullable(format), beta: BETA.outputFormat },
  user_profile_id: { shape: text('A.3') },
  workspace_id: { shape: text('A.3') },
};

/** `system` holds text only, and its path names no tag. */
function systemBlock(value: unknown, path: string, walk: Walk): void {
  if (isJson(value) && value['type'] === 'text') textBlock(value, path, walk);
  else tagged('C95', { text: { shape: textBlock } })(value, path, walk);
}

/** Body of `POST /v1/messages`. */
export const messagesBody: Shape = object('A.3', {
  ...shared,
  max_tokens: { shape: integer('A.3', 0), required: 'C7' },
  stream: { shape: boolean('A.3') },
});

/** Body of `POST /v1/messages/count_tokens`: without `max_tokens` and `stream` (A2). */
export const countTokensBody: Shape = object('A.3', {
  ...shared,
  max_tokens: { shape: anything, beta: [], absentRule: 'A2' },
  stream: { shape: anything, beta: [], absentRule: 'A2' },
});

/** The shapes of `tools` and `tool_choice` (A.4, A.5). */

import { BETA } from '../betas.ts';
import { isJson } from '../json.ts';
import { cacheControl } from './cache-control.ts';
import type { Field, Shape, Tag } from './shape.ts';
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
} from './shape.ts';

const type = { shape: anything };
const CALLERS = ['direct', 'code_execution_20250825', 'code_execution_20260120', 'code_execution_20260521'];

/** `input_schema`: an object that says `type: object`; the rest is a schema's own business (`json-schema.ts`). */
const inputSchema: Shape = (value, path, walk) => {
  dictionary('A15')(value, path, walk);
  if (!isJson(value)) return;
  if (value['type'] === undefined) walk.faults.push({ rule: 'C33', message: `${path}.type: Field required` });
  else oneOf('A15', ['object'])(value['type'], `${path}.type`, walk);
};

const common = (rule: string): Record<string, Field> => ({
  type,
  allowed_callers: { shape: list(rule, oneOf(rule, CALLERS)) },
  cache_control: cacheControl,
  defer_loading: { shape: boolean(rule) },
  strict: { shape: boolean(rule) },
});

const examples: Field = { shape: list('A13', dictionary('A13')) };

const customTool = object('A13', {
  name: { shape: text('A13'), required: 'A13' },
  description: { shape: text('A13') },
  input_schema: { shape: inputSchema, required: 'A13' },
  eager_input_streaming: { shape: nullable(boolean('A13')) },
  input_examples: examples,
  ...common('A13'),
});

/** A tool whose definition is Anthropic's: a fixed name and some settings. */
const typed = (name: string, settings: Record<string, Field> = {}): Shape =>
  object('A16', { name: { shape: oneOf('A16', [name]), required: 'A16' }, ...common('A16'), ...settings });

const words: Field = { shape: nullable(list('A16', text('A16'))) };
const count: Field = { shape: nullable(integer('A16', 1)) };
const citations: Field = { shape: nullable(object('A16', { enabled: { shape: boolean('A16') } })) };
const inclusion: Field = { shape: oneOf('A16', ['full', 'excluded']) };
const local = { input_examples: examples };
const web = { allowed_domains: words, blocked_domains: words, max_uses: count };
const search = { ...web, user_location: { shape: nullable(dictionary('A16')) } };
const fetch = {
  ...web,
  citations,
  max_content_tokens: count,
  url_sources: { shape: nullable(dictionary('A16')) },
};
const screen = {
  ...local,
  display_width_px: { shape: integer('A16', 1), required: 'A16' },
  display_height_px: { shape: integer('A16', 1), required: 'A16' },
  display_number: { shape: nullable(number('A16', 0, Number.MAX_SAFE_INTEGER)) },
};

/** Sets of tools of one kind: no name of their own. */
const toolset: Shape = object('A16', {
  type,
  cache_control: cacheControl,
  configs: { shape: nullable(dictionary('A16')) },
});

const mcpToolset = object('A16', {
  type,
  mcp_server_name: { shape: text('A16'), required: 'A16' },
  cache_control: cacheControl,
  configs: { shape: nullable(dictionary('A16')) },
  default_config: { shape: dictionary('A16') },
  tools: { shape: nullable(list('A16', dictionary('A16'))) },
});

const advisor = {
  model: { shape: text('A16'), required: 'A16' },
  caching: cacheControl,
  max_uses: count,
  max_tokens: count,
};

const computerBeta = (day: string) => [`computer-use-${day}`];

/** Every tool type of A16, with the betas that some need. */
const toolTags: Record<string, Tag> = {
  custom: { shape: customTool },
  bash_20241022: { shape: typed('bash', local), beta: computerBeta('2024-10-22') },
  bash_20250124: { shape: typed('bash', local) },
  text_editor_20241022: { shape: typed('str_replace_editor', local), beta: computerBeta('2024-10-22') },
  text_editor_20250124: { shape: typed('str_replace_editor', local) },
  text_editor_20250429: { shape: typed('str_replace_based_edit_tool', local) },
  text_editor_20250728: { shape: typed('str_replace_based_edit_tool', { ...local, max_characters: count }) },
  memory_20250818: { shape: typed('memory', local) },
  web_search_20250305: { shape: typed('web_search', search) },
  web_search_20260209: { shape: typed('web_search', search) },
  web_search_20260318: { shape: typed('web_search', { ...search, response_inclusion: inclusion }) },
  web_fetch_20250910: { shape: typed('web_fetch', fetch) },
  web_fetch_20260209: { shape: typed('web_fetch', fetch) },
  web_fetch_20260309: { shape: typed('web_fetch', { ...fetch, use_cache: { shape: boolean('A16') } }) },
  web_fetch_20260318: {
    shape: typed('web_fetch', {
      ...fetch,
      use_cache: { shape: boolean('A16') },
      response_inclusion: inclusion,
    }),
  },
  code_execution_20250522: { shape: typed('code_execution') },
  code_execution_20250825: { shape: typed('code_execution') },
  code_execution_20260120: { shape: typed('code_execution') },
  code_execution_20260521: { shape: typed('code_execution') },
  tool_search_tool_regex: { shape: typed('tool_search_tool_regex') },
  tool_search_tool_regex_20251119: { shape: typed('tool_search_tool_regex') },
  tool_search_tool_bm25: { shape: typed('tool_search_tool_bm25') },
  tool_search_tool_bm25_20251119: { shape: typed('tool_search_tool_bm25') },
  computer_20241022: { shape: typed('computer', screen), beta: computerBeta('2024-10-22') },
  computer_20250124: { shape: typed('computer', screen), beta: computerBeta('2025-01-24') },
  computer_20251124: {
    shape: typed('computer', { ...screen, enable_zoom: { shape: boolean('A16') } }),
    beta: computerBeta('2025-11-24'),
  },
  computer_toolset_20260801: { shape: toolset },
  browser_toolset_20260801: { shape: toolset },
  advisor_20260301: { shape: typed('advisor', advisor), beta: BETA.advisor },
  mcp_toolset: { shape: mcpToolset, beta: BETA.mcp },
};

const byType = tagged('A16', toolTags);

/** One entry of `tools`: without a type it is a custom tool. */
export const tool: Shape = (value, path, walk) => {
  const isCustom = isJson(value) && (value['type'] === undefined || value['type'] === null);
  if (isCustom) customTool(value, `${path}.custom`, walk);
  else byType(value, path, walk);
};

const parallel: Field = { shape: boolean('A23') };

/** `tool_choice` (A.5). */
export const toolChoice: Shape = tagged('A23', {
  auto: { shape: object('A23', { type, disable_parallel_tool_use: parallel }) },
  any: { shape: object('A23', { type, disable_parallel_tool_use: parallel }) },
  tool: {
    shape: object('A23', {
      type,
      name: { shape: text('A23'), required: 'A23' },
      disable_parallel_tool_use: parallel,
    }),
  },
  none: { shape: object('A23', { type }) },
});

/** Blocks of tools that the server runs (B23), of the MCP connector and of server-side fallback. */

import { BETA } from '../betas.ts';
import { cacheControl } from './cache-control.ts';
import type { Shape, Tag } from './shape.ts';
import {
  anything,
  boolean,
  dictionary,
  list,
  nullable,
  object,
  oneOf,
  tagged,
  text,
  textOr,
} from './shape.ts';

const type = { shape: anything };

/** `name` of a `server_tool_use` block. */
const SERVER_TOOL_NAMES = [
  'advisor',
  'web_search',
  'web_fetch',
  'code_execution',
  'bash_code_execution',
  'text_editor_code_execution',
  'tool_search_tool_regex',
  'tool_search_tool_bm25',
] as const;

const serverToolUse = object('B23', {
  type,
  id: { shape: text('B12'), required: 'B12' },
  name: { shape: oneOf('B23', SERVER_TOOL_NAMES), required: 'B23' },
  input: { shape: dictionary('C17'), required: 'C17' },
  cache_control: cacheControl,
  caller: { shape: nullable(dictionary('B23')) },
});

/** Results: one use, one payload that is replayed untouched and therefore not looked into. */
const serverResult: Shape = object('B23', {
  type,
  tool_use_id: { shape: text('B12'), required: 'B12' },
  content: { shape: anything, required: 'B23' },
  cache_control: cacheControl,
  caller: { shape: nullable(dictionary('B23')) },
});

const mcpToolUse = object('B23', {
  type,
  id: { shape: text('B12'), required: 'B12' },
  name: { shape: text('B23'), required: 'B23' },
  server_name: { shape: text('B23'), required: 'B23' },
  input: { shape: dictionary('C17'), required: 'C17' },
  cache_control: cacheControl,
});

const mcpText = object('B23', {
  type,
  text: { shape: text('B23'), required: 'B23' },
  cache_control: cacheControl,
  citations: { shape: nullable(list('B23', dictionary('B23'))) },
});

const mcpToolResult = object('B23', {
  type,
  tool_use_id: { shape: text('B12'), required: 'B12' },
  content: { shape: textOr(list('B23', tagged('C95', { text: { shape: mcpText } }))) },
  is_error: { shape: boolean('B23') },
  cache_control: cacheControl,
});

const containerUpload = object('B44', {
  type,
  file_id: { shape: text('B44'), required: 'B44' },
  cache_control: cacheControl,
});

const fallback = object('B44', {
  type,
  from: { shape: dictionary('B44'), required: 'B44' },
  to: { shape: dictionary('B44'), required: 'B44' },
  trigger: { shape: anything },
});

/** By type; those of a beta exist with its header only. */
export const serverBlocks: Readonly<Record<string, Tag>> = {
  server_tool_use: { shape: serverToolUse },
  web_search_tool_result: { shape: serverResult },
  web_fetch_tool_result: { shape: serverResult },
  code_execution_tool_result: { shape: serverResult },
  bash_code_execution_tool_result: { shape: serverResult },
  text_editor_code_execution_tool_result: { shape: serverResult },
  tool_search_tool_result: { shape: serverResult },
  advisor_tool_result: { shape: serverResult, beta: BETA.advisor },
  mcp_tool_use: { shape: mcpToolUse, beta: BETA.mcp },
  mcp_tool_result: { shape: mcpToolResult, beta: BETA.mcp },
  container_upload: { shape: containerUpload },
  fallback: { shape: fallback, beta: BETA.fallbacks },
};

/** Scalar parameters: model, max_tokens, stop sequences, container, MCP servers, speed (A.3, A.8, A.9). */

import type { Rejection } from '../types.ts';
import { isBlank, isJson, listOf, stringOf } from './json.ts';
import { MESSAGES_MAX } from './limits.ts';
import { refuse, refuseOurWords, rejection } from './rejection.ts';
import { rule } from './rule.ts';
import type { Subject } from './subject.ts';

/** C70: the profile serves the model. Ids are taken to the letter. */
function modelIsKnown(s: Subject): Rejection | null {
  if (s.model !== null || typeof s.body['model'] !== 'string') return null;
  return rejection('C70', 404, 'not_found_error', `model: ${s.body['model']}`);
}

/** C8: `max_tokens` is at most what the model can say. */
function maxTokensFit(s: Subject): Rejection | null {
  const asked = s.body['max_tokens'];
  if (typeof asked !== 'number' || s.model === null || asked <= s.model.outputTokensMax) return null;
  return refuse(
    'C8',
    `max_tokens: ${asked} > ${s.model.outputTokensMax}, which is the maximum allowed number of output tokens for ${stringOf(s.body['model'])}`,
  );
}

/** A.3: `max_tokens: 0` warms the cache and can do nothing else. */
function warmingIsPlain(s: Subject): Rejection | null {
  if (s.body['max_tokens'] !== 0) return null;
  const choice = s.body['tool_choice'];
  const output = s.body['output_config'];
  const clashes = [
    s.body['stream'] === true && 'stream',
    s.thinkingType === 'enabled' && 'thinking',
    ((isJson(output) && isJson(output['format'])) || isJson(s.body['output_format'])) && 'an output format',
    isJson(choice) && ['any', 'tool'].includes(stringOf(choice['type'])) && 'a forced tool_choice',
  ].filter((clash) => clash !== false);
  return clashes[0] === undefined
    ? null
    : refuseOurWords('A.3', `max_tokens: 0 cannot be combined with ${clashes[0]}.`);
}

/** A.3: not more messages than the server takes. */
function messagesAreNotTooMany(s: Subject): Rejection | null {
  if (s.messages.length <= MESSAGES_MAX) return null;
  return refuseOurWords('A.3', `messages: at most ${MESSAGES_MAX} messages, found ${s.messages.length}.`);
}

/** A.3: a stop sequence holds something other than white space. */
function stopSequencesAreNotBlank(s: Subject): Rejection | null {
  const at = listOf(s.body['stop_sequences']).findIndex((word) => typeof word === 'string' && isBlank(word));
  return at < 0
    ? null
    : refuseOurWords('A.3', `stop_sequences.${at}: each stop sequence must contain non-whitespace.`);
}

/** C29: a container goes with the code execution tool. */
function containerHasItsTool(s: Subject): Rejection | null {
  const { container } = s.body;
  if (container === undefined || container === null) return null;
  if (s.tools.some((tool) => tool.type.startsWith('code_execution_'))) return null;
  return refuse('C29', 'Container identifier can only be provided when using the code execution tool');
}

/** A.3: each MCP server is used by exactly one toolset. */
function mcpServersAreUsed(s: Subject): Rejection | null {
  const used = s.tools
    .filter((tool) => tool.type === 'mcp_toolset')
    .map((tool) => tool.json['mcp_server_name']);
  const known = listOf(s.body['mcp_servers']).map((server) => (isJson(server) ? server['name'] : undefined));
  const bad = known.find((name) => used.filter((each) => each === name).length !== 1);
  if (bad !== undefined) {
    return refuseOurWords(
      'A.3',
      `mcp_servers: '${stringOf(bad)}' must be referenced by exactly one mcp_toolset.`,
    );
  }
  const stray = used.find((name) => !known.includes(name));
  return stray === undefined
    ? null
    : refuseOurWords('A.3', `tools: no MCP server is named '${stringOf(stray)}'.`);
}

/** C52: fast mode exists on some models only. */
function speedIsServed(s: Subject): Rejection | null {
  if (s.body['speed'] !== 'fast' || s.model === null || s.model.fast !== 'refused') return null;
  return refuse(
    'C52',
    `'${stringOf(s.body['model'])}' does not support the \`speed\` parameter. This feature is only available on supported models.`,
  );
}

export const paramRules = [
  rule('C70 A33', modelIsKnown),
  rule('C8 A33', maxTokensFit),
  rule('A.3', warmingIsPlain),
  rule('A.3', messagesAreNotTooMany),
  rule('A.3', stopSequencesAreNotBlank),
  rule('C29', containerHasItsTool),
  rule('A.3', mcpServersAreUsed),
  rule('C52 A32', speedIsServed),
];

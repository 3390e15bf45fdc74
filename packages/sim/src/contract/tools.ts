/** `tools`, what the history says of them, and `tool_choice` (A.4, A.5). */

import type { Rejection } from '../types.ts';
import { isJson, listOf, stringOf } from './json.ts';
import { schemaFault } from './json-schema.ts';
import { DEFERRED_TOOLS_MAX, TOOL_NAME_CHARS_MAX } from './limits.ts';
import { refuse, refuseOurWords } from './rejection.ts';
import { rule } from './rule.ts';
import type { Subject, ToolView } from './subject.ts';

const isCustom = (tool: ToolView) => tool.type === 'custom';
const isDeferred = (tool: ToolView) => tool.json['defer_loading'] === true;
const isSearch = (type: string) => type.startsWith('tool_search_tool_');

/** Tools with a name that the model calls them by. */
const named = (s: Subject) => s.tools.filter((tool) => typeof tool.json['name'] === 'string');

/** C31: a tool's name is not too long. */
function toolNamesAreShort(s: Subject): Rejection | null {
  const long = named(s).find((tool) => isCustom(tool) && tool.name.length > TOOL_NAME_CHARS_MAX);
  if (long === undefined) return null;
  return refuse(
    'C31',
    `tools.${long.index}.custom.name: String should have at most ${TOOL_NAME_CHARS_MAX} characters`,
  );
}

/** C30: and has plain letters. */
function toolNamesArePlain(s: Subject): Rejection | null {
  const odd = named(s).find((tool) => isCustom(tool) && !/^[a-zA-Z0-9_-]{1,128}$/.test(tool.name));
  if (odd === undefined) return null;
  return refuse(
    'C30',
    `tools.${odd.index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`,
  );
}

/** C32: and is the only one of its kind. */
function toolNamesAreUnique(s: Subject): Rejection | null {
  const names = named(s).map((tool) => tool.name);
  return new Set(names).size === names.length ? null : refuse('C32', 'tools: Tool names must be unique.');
}

/** C34: a schema is one object, not a choice of several. */
function schemasAreObjects(s: Subject): Rejection | null {
  const bad = s.tools.find((tool) => {
    const schema = tool.json['input_schema'];
    return (
      isCustom(tool) && isJson(schema) && ['oneOf', 'allOf', 'anyOf'].some((key) => schema[key] !== undefined)
    );
  });
  if (bad === undefined) return null;
  return refuse(
    'C34',
    `tools.${bad.index}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`,
  );
}

/** C35: and a valid one. */
function schemasAreValid(s: Subject): Rejection | null {
  const bad = s.tools.find((tool) => isCustom(tool) && schemaFault(tool.json['input_schema']) !== null);
  if (bad === undefined) return null;
  return refuse(
    'C35',
    `tools.${bad.index}.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.`,
  );
}

/** C37: some models do not take some tool types. */
function toolTypesAreSupported(s: Subject): Rejection | null {
  const refused = s.tools
    .map((tool) => tool.type)
    .filter((type) => s.model?.refusedToolTypes.includes(type) === true);
  if (refused.length === 0) return null;
  const types = [...new Set(refused)].join(', ');
  return refuse('C37', `'${stringOf(s.body['model'])}' does not support tool types: ${types}.`);
}

/** A17: the tool that finds deferred tools is there from the start. */
function searchToolIsLoaded(s: Subject): Rejection | null {
  const deferred = s.tools.find((tool) => isSearch(tool.type) && isDeferred(tool));
  if (deferred === undefined) return null;
  return refuseOurWords('A17', `tools.${deferred.index}: a tool search tool cannot have defer_loading=true.`);
}

/** C36: some tool is there from the start. */
function someToolIsLoaded(s: Subject): Rejection | null {
  if (s.tools.length === 0 || !s.tools.every(isDeferred)) return null;
  return refuse('C36', 'At least one tool must have defer_loading=false. All tools cannot be deferred.');
}

/** A17: not more deferred tools than can be searched. */
function deferredToolsAreNotTooMany(s: Subject): Rejection | null {
  const count = s.tools.filter(isDeferred).length;
  if (count <= DEFERRED_TOOLS_MAX) return null;
  return refuseOurWords('A17', `tools: at most ${DEFERRED_TOOLS_MAX} tools may be deferred, found ${count}.`);
}

/** Names that the history refers to: by `tool_reference` blocks and in the results of the search tools. */
function referencesOf(s: Subject): string[] {
  return s.blocks.flatMap(({ type, json }) => {
    if (type === 'tool_reference') return [stringOf(json['tool_name'])];
    const { content } = json;
    if (type !== 'tool_search_tool_result' || !isJson(content)) return [];
    return listOf(content['tool_references']).flatMap((each) =>
      isJson(each) ? [stringOf(each['tool_name'])] : [],
    );
  });
}

/** C38: a tool once referenced stays defined. */
function referencesAreDefined(s: Subject): Rejection | null {
  const known = new Set(named(s).map((tool) => tool.name));
  const lost = referencesOf(s).find((name) => !known.has(name));
  return lost === undefined ? null : refuse('C38', `Tool reference '${lost}' not found in available tools`);
}

/** A17: the search tool does not find itself. */
function searchToolIsNotReferenced(s: Subject): Rejection | null {
  const searchers = new Set(s.tools.filter((tool) => isSearch(tool.type)).map((tool) => tool.name));
  const found = referencesOf(s).find((name) => searchers.has(name));
  return found === undefined
    ? null
    : refuseOurWords('A17', `Tool reference '${found}' names a tool search tool.`);
}

/** C42: a history with tool blocks needs tools. */
function historyHasItsTools(s: Subject): Rejection | null {
  const used = s.blocks.some((block) => block.type === 'tool_use' || block.type === 'tool_result');
  if (!used || s.tools.length > 0) return null;
  return refuse('C42', 'Requests which include `tool_use` or `tool_result` blocks must define tools.');
}

/** A21: so does a choice among them. */
function choiceHasItsTools(s: Subject): Rejection | null {
  if (s.body['tool_choice'] === undefined || s.tools.length > 0) return null;
  return refuseOurWords('A21', 'tool_choice: may only be specified while providing tools.');
}

/** C38b: a tool chosen by name is there. */
function chosenToolIsDefined(s: Subject): Rejection | null {
  const choice = s.body['tool_choice'];
  if (!isJson(choice) || choice['type'] !== 'tool') return null;
  const name = stringOf(choice['name']);
  return named(s).some((tool) => tool.name === name) ? null : notProvided(name);
}

const notProvided = (name: string) => refuse('C38b', `Tool '${name}' not found in provided tools`);

/** C38b: a server tool used in the history is still there. */
function serverToolsAreDefined(s: Subject): Rejection | null {
  const known = new Set(named(s).map((tool) => tool.name));
  // Newer search and fetch tools run code behind the scenes.
  if (s.tools.some((tool) => /^web_(search|fetch)_2026/.test(tool.type))) known.add('code_execution');
  const lost = s.blocks
    .filter((block) => block.type === 'server_tool_use')
    .map((block) => stringOf(block.json['name']))
    .find((name) => !known.has(name.endsWith('_code_execution') ? 'code_execution' : name));
  return lost === undefined ? null : notProvided(lost);
}

const isForPrograms = (tool: ToolView) =>
  listOf(tool.json['allowed_callers']).some((caller) => stringOf(caller).startsWith('code_execution_'));

/** B18: a tool that programs call is not strict. */
function programToolsAreNotStrict(s: Subject): Rejection | null {
  const bad = s.tools.find((tool) => isForPrograms(tool) && tool.json['strict'] === true);
  if (bad === undefined) return null;
  return refuseOurWords('B18', `tools.${bad.index}: strict cannot be combined with programmatic tool calls.`);
}

/** A23: and they call in parallel as they like. */
function programsCallInParallel(s: Subject): Rejection | null {
  const choice = s.body['tool_choice'];
  if (!isJson(choice) || choice['disable_parallel_tool_use'] !== true || !s.tools.some(isForPrograms))
    return null;
  return refuseOurWords('A23', 'disable_parallel_tool_use cannot be combined with programmatic tool calls.');
}

export const toolRules = [
  rule('C31 A14', toolNamesAreShort),
  rule('C30 A14', toolNamesArePlain),
  rule('C32 A14', toolNamesAreUnique),
  rule('C34 A15', schemasAreObjects),
  rule('C35 A15', schemasAreValid),
  rule('C37 A16', toolTypesAreSupported),
  rule('A17', searchToolIsLoaded),
  rule('C36 A17', someToolIsLoaded),
  rule('A17', deferredToolsAreNotTooMany),
  rule('C42 A20', historyHasItsTools),
  rule('A21', choiceHasItsTools),
  rule('C38b A21', chosenToolIsDefined),
  rule('C38b B22', serverToolsAreDefined),
  rule('C38 A17', referencesAreDefined),
  rule('A17', searchToolIsNotReferenced),
  rule('B18', programToolsAreNotStrict),
  rule('A23', programsCallInParallel),
];

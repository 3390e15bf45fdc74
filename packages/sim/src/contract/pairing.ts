/** Calls and their results (B.3): ours by turn, the server's inside the assistant's messages. */

import type { Rejection } from '../types.ts';
import { isJson, listOf, stringOf } from './json.ts';
import { refuse, refuseOurWords } from './rejection.ts';
import { isServerResult } from './roles.ts';
import { rule } from './rule.ts';
import type { BlockView, Subject, TurnView } from './subject.ts';

const idOf = (block: BlockView) => stringOf(block.json['id']);
const resultIdOf = (block: BlockView) => stringOf(block.json['tool_use_id']);
const isCall = (block: BlockView) => block.type === 'tool_use';
const isResult = (block: BlockView) => block.type === 'tool_result';
const callsOf = (turn: TurnView | undefined) =>
  turn?.role === 'assistant' ? turn.blocks.filter(isCall) : [];
const blocksOf = (s: Subject) => s.messages.flatMap((message) => message.blocks);

/** C16: ids have plain letters; ids of the server's calls have a prefix too. */
function idsArePlain(s: Subject): Rejection | null {
  for (const block of blocksOf(s)) {
    const isServers = block.type === 'server_tool_use';
    const pattern = isServers ? '^srvtoolu_[a-zA-Z0-9_]+$' : '^[a-zA-Z0-9_-]+$';
    const key = isResult(block) ? 'tool_use_id' : 'id';
    if (!isCall(block) && !isServers && !isResult(block)) continue;
    if (new RegExp(pattern).test(stringOf(block.json[key]))) continue;
    return refuse('C16', `${block.path}.${block.type}.${key}: String should match pattern '${pattern}'`);
  }
  return null;
}

/** C18: no call has another's id, in the whole request. */
function callIdsAreUnique(s: Subject): Rejection | null {
  const seen = new Set<string>();
  for (const block of blocksOf(s).filter(isCall)) {
    if (seen.has(idOf(block))) return refuse('C18', `${block.path}: \`tool_use\` ids must be unique`);
    seen.add(idOf(block));
  }
  return null;
}

/** C19: every call is answered at the beginning of the next turn. */
function callsAreAnswered(s: Subject): Rejection | null {
  for (const [index, turn] of s.turns.entries()) {
    const answered = new Set(leadingResults(s.turns[index + 1]).map(resultIdOf));
    const open = callsOf(turn).filter((call) => !answered.has(idOf(call)));
    if (open[0] === undefined) continue;
    const ids = open.map(idOf).join(', ');
    return refuse(
      'C19',
      `messages.${open[0].message}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  }
  return null;
}

function leadingResults(turn: TurnView | undefined): readonly BlockView[] {
  if (turn?.role !== 'user') return [];
  const end = turn.blocks.findIndex((block) => !isResult(block));
  return end < 0 ? turn.blocks : turn.blocks.slice(0, end);
}

/** C25: every result answers a call of the turn before. */
function resultsAreAsked(s: Subject): Rejection | null {
  for (const [index, turn] of s.turns.entries()) {
    if (turn.role !== 'user') continue;
    const asked = new Set(callsOf(s.turns[index - 1]).map(idOf));
    const stray = turn.blocks.find((block) => isResult(block) && !asked.has(resultIdOf(block)));
    if (stray === undefined) continue;
    return refuse(
      'C25',
      `${stray.path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${resultIdOf(stray)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
    );
  }
  return null;
}

/** C24: and no call is answered twice. */
function resultsAreSingle(s: Subject): Rejection | null {
  for (const turn of s.turns) {
    const seen = new Set<string>();
    for (const block of turn.blocks.filter(isResult)) {
      const id = resultIdOf(block);
      if (seen.has(id)) {
        return refuse(
          'C24',
          `${block.path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
        );
      }
      seen.add(id);
    }
  }
  return null;
}

/** C26: an error is told in words. */
function errorsAreText(s: Subject): Rejection | null {
  const bad = blocksOf(s).find(
    (block) =>
      isResult(block) &&
      block.json['is_error'] === true &&
      listOf(block.json['content']).some((each) => isJson(each) && each['type'] !== 'text'),
  );
  if (bad === undefined) return null;
  return refuse('C26', `${bad.path}.tool_result: all content must be type \`text\` if \`is_error\` is true`);
}

/** B21: a result of a toolset's call names the toolset. */
function toolsetsAreNamed(s: Subject): Rejection | null {
  for (const [index, turn] of s.turns.entries()) {
    const sets = new Map(
      callsOf(s.turns[index - 1]).map((call) => [idOf(call), call.json['toolset_name'] ?? null]),
    );
    const bad = turn.blocks.find(
      (block) =>
        isResult(block) &&
        sets.has(resultIdOf(block)) &&
        sets.get(resultIdOf(block)) !== (block.json['toolset_name'] ?? null),
    );
    if (bad !== undefined)
      return refuseOurWords('B21', `${bad.path}: toolset_name must be that of the tool_use block.`);
  }
  return null;
}

const isServerCall = (block: BlockView) => block.type === 'server_tool_use' || block.type === 'mcp_tool_use';
const isServersResult = (block: BlockView) => isServerResult(block.type) && !isResult(block);

/** C27: a server result stands behind its call: in the same turn, or in a later one while the call is open. */
function serverResultsAreAsked(s: Subject): Rejection | null {
  const open = new Set<string>();
  for (const block of s.turns.filter((turn) => turn.role === 'assistant').flatMap((turn) => turn.blocks)) {
    if (isServerCall(block)) open.add(idOf(block));
    if (!isServersResult(block) || open.delete(resultIdOf(block))) continue;
    const call = block.type === 'mcp_tool_result' ? 'mcp_tool_use' : 'server_tool_use';
    return refuse(
      'C27',
      `${block.path}: unexpected \`tool_use_id\` found in \`${block.type}\` blocks: ${resultIdOf(block)}. Each \`${block.type}\` block must have a corresponding \`${call}\` block before it.`,
    );
  }
  return null;
}

/** C28: a server call is answered before the next turn, unless that only brings results it may be waiting for. */
function serverCallsAreAnswered(s: Subject): Rejection | null {
  const open = new Map<string, BlockView>();
  for (const [index, turn] of s.turns.entries()) {
    if (turn.role !== 'assistant') continue;
    for (const block of turn.blocks) {
      if (isServerCall(block)) open.set(idOf(block), block);
      else if (isServersResult(block)) open.delete(resultIdOf(block));
    }
    const next = s.turns[index + 1];
    const call = [...open.values()][0];
    if (call === undefined || next === undefined) continue;
    const waits = callsOf(turn).length > 0 && next.role === 'user' && next.blocks.every(isResult);
    if (waits) continue;
    const name = stringOf(call.json['name']);
    return refuse(
      'C28',
      `\`${name}\` tool use with id \`${idOf(call)}\` was found without a corresponding \`${resultTypeOf(call)}\` block`,
    );
  }
  return null;
}

/** Both search tools answer with one kind of block. */
function resultTypeOf(call: BlockView): string {
  if (call.type === 'mcp_tool_use') return 'mcp_tool_result';
  const name = stringOf(call.json['name']);
  return name.startsWith('tool_search_tool') ? 'tool_search_tool_result' : `${name}_tool_result`;
}

const isProgrammatic = (block: BlockView) => {
  const { caller } = block.json;
  return isCall(block) && isJson(caller) && stringOf(caller['type']).startsWith('code_execution_');
};

/** The programmatic calls that the last turn of the request answers. */
function pendingProgrammatic(s: Subject): readonly BlockView[] {
  return s.turns.at(-1)?.role === 'user' ? callsOf(s.turns.at(-2)).filter(isProgrammatic) : [];
}

/** B18: a program that waits for its call's result waits in a container. */
function programsHaveTheirContainer(s: Subject): Rejection | null {
  const { container } = s.body;
  const call = pendingProgrammatic(s)[0];
  if (call === undefined || (container !== undefined && container !== null)) return null;
  return refuseOurWords('B18', `${call.path}: a programmatic tool call needs \`container\` for its result.`);
}

/** B18: and reads text. */
function programsReadText(s: Subject): Rejection | null {
  const pending = new Set(pendingProgrammatic(s).map(idOf));
  const bad = s.turns
    .at(-1)
    ?.blocks.find(
      (block) => pending.has(resultIdOf(block)) && block.inner.some((each) => each.type !== 'text'),
    );
  if (bad === undefined) return null;
  return refuseOurWords('B18', `${bad.path}: the result of a programmatic tool call holds text only.`);
}

export const pairingRules = [
  rule('C16 B12', idsArePlain),
  rule('C18 B14', callIdsAreUnique),
  rule('C19 B15 B16', callsAreAnswered),
  rule('C25 B17', resultsAreAsked),
  rule('C24 B17', resultsAreSingle),
  rule('C26 B20', errorsAreText),
  rule('B21', toolsetsAreNamed),
  rule('C27 B23', serverResultsAreAsked),
  rule('C28 B18 B23', serverCallsAreAnswered),
  rule('B18', programsHaveTheirContainer),
  rule('B18', programsReadText),
];

/** Where breakpoints may stand, how many, and in what order of lifetimes (D2–D4). */

import type { Json, Rejection } from '../types.ts';
import { isJson, textOf } from './json.ts';
import { CACHE_BREAKPOINTS_MAX } from './limits.ts';
import { refuse, refuseOurWords } from './rejection.ts';
import { rule } from './rule.ts';
import type { BlockView, Subject } from './subject.ts';

interface Breakpoint {
  readonly path: string;
  readonly ttl: string;
}

const markOf = (json: Json) => (isJson(json['cache_control']) ? json['cache_control'] : null);
const ttlOf = (mark: Json) => (mark['ttl'] === '1h' ? '1h' : '5m');

/** The explicit breakpoints in the order in which the server meets them: tools, system, messages. */
function breakpoints(s: Subject): Breakpoint[] {
  const blocks = [...s.system, ...s.messages.flatMap((message) => message.blocks)].flatMap(innerFirst);
  const carriers = [...s.tools.map((tool) => ({ path: `tools.${tool.index}`, json: tool.json })), ...blocks];
  return carriers.flatMap(({ path, json }) => {
    const mark = markOf(json);
    return mark === null ? [] : [{ path: `${path}.cache_control.ttl`, ttl: ttlOf(mark) }];
  });
}

/** A block's own breakpoint lies behind those of the blocks inside it. */
const innerFirst = (block: BlockView): BlockView[] => [...block.inner, block];

/** C110: four at most. */
function breakpointsAreFew(s: Subject): Rejection | null {
  const found = breakpoints(s).length;
  if (found <= CACHE_BREAKPOINTS_MAX) return null;
  return refuse(
    'C110',
    `A maximum of ${CACHE_BREAKPOINTS_MAX} blocks with cache_control may be provided. Found ${found}.`,
  );
}

/** D2: the automatic one counts. */
function automaticHasASlot(s: Subject): Rejection | null {
  if (markOf(s.body) === null || breakpoints(s).length < CACHE_BREAKPOINTS_MAX) return null;
  return refuseOurWords(
    'D2',
    `automatic cache_control needs one of the ${CACHE_BREAKPOINTS_MAX} breakpoints.`,
  );
}

/** D2: and agrees with a mark that is already where it would go. */
function automaticAgrees(s: Subject): Rejection | null {
  const automatic = markOf(s.body);
  const last = s.messages.flatMap((message) => message.blocks).findLast(isCacheable);
  const mark = last === undefined ? null : markOf(last.json);
  if (automatic === null || mark === null || ttlOf(automatic) === ttlOf(mark)) return null;
  return refuseOurWords('D2', 'automatic cache_control has another ttl than the last block.');
}

function isCacheable(block: BlockView): boolean {
  if (block.type === 'thinking' || block.type === 'redacted_thinking') return false;
  return block.type !== 'text' || textOf(block.json) !== '';
}

/** C112: longer lifetimes come first. */
function longTtlComesFirst(s: Subject): Rejection | null {
  const automatic = markOf(s.body);
  const all = breakpoints(s);
  if (automatic !== null) all.push({ path: 'cache_control.ttl', ttl: ttlOf(automatic) });
  const short = all.findIndex((each) => each.ttl === '5m');
  const late = short < 0 ? undefined : all.slice(short).find((each) => each.ttl === '1h');
  if (late === undefined) return null;
  return refuse(
    'C112',
    `${late.path}: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: \`tools\`, \`system\`, \`messages\`.`,
  );
}

/** D3: a deferred tool is not in the prompt, so nothing ends there. */
function deferredToolsAreUnmarked(s: Subject): Rejection | null {
  const bad = s.tools.find((tool) => tool.json['defer_loading'] === true && markOf(tool.json) !== null);
  if (bad === undefined) return null;
  return refuseOurWords(
    'D3',
    `tools.${bad.index}: cache_control cannot be set on a tool with defer_loading=true.`,
  );
}

/** D3: a system message of one turn will be gone. */
function passingMessagesAreUnmarked(s: Subject): Rejection | null {
  const bad = s.messages
    .filter((message) => message.json['clear_at'] === 'next_user_message')
    .flatMap((message) => message.blocks)
    .find((block) => markOf(block.json) !== null);
  if (bad === undefined) return null;
  return refuseOurWords('D3', `${bad.path}: cache_control cannot be set in a message with clear_at.`);
}

export const cacheControlRules = [
  rule('D3 A17', deferredToolsAreUnmarked),
  rule('D3 B49', passingMessagesAreUnmarked),
  rule('C110 D2', breakpointsAreFew),
  rule('D2', automaticHasASlot),
  rule('D2', automaticAgrees),
  rule('C112 D4', longTtlComesFirst),
];

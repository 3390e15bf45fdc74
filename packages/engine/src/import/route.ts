/** Which chain a line belongs to: subagents' lines may stand in their parent's file, told by `isSidechain` (J22). */
import { asChainId, type ChainId, MAIN_CHAIN } from '@leat/kernel';
import { IMPORT_LIMITS } from '../store/limits.ts';
import { type Json, parentOf, text, uuidOf } from './foreign.ts';

export type Route = (value: Json) => ChainId;

/** A sidechain is named by its agent, else by its parents, else it is a new one. */
export function sidechainRoute(): Route {
  const chains = new Map<string, ChainId>();
  let count = 0;
  return (value) => {
    if (value.isSidechain !== true) return MAIN_CHAIN;
    const agent = text(value.agentId);
    const parent = parentOf(value);
    const uuid = uuidOf(value);
    const known = agent === null && parent !== null ? chains.get(parent) : undefined;
    const chain = agent === null ? (known ?? nextChain()) : asChainId(safeName(agent));
    if (uuid !== null) chains.set(uuid, chain);
    return chain;
  };
  function nextChain(): ChainId {
    count = Math.min(count + 1, IMPORT_LIMITS.sidechainsMax);
    return asChainId(`sidechain-${count}`);
  }
}

/** The agent's id as the name of a file. */
function safeName(agent: string): string {
  const name = agent.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, 120);
  return /^[A-Za-z0-9]/.test(name) ? name : `agent-${name}`;
}

/** The built-in tools and memory files. */
export { builtInTools } from './built-in-tools.ts';
export { readTool } from './read/read-tool.ts';
export type { ReadInput } from './read/read-definition.ts';
export { writeTool } from './write/write-tool.ts';
export type { WriteInput } from './write/write-definition.ts';
export { editTool } from './edit/edit-tool.ts';
export type { EditInput } from './edit/edit-definition.ts';
export type { DiffDisplay } from './edit/diff-display.ts';
export { globTool } from './glob/glob-tool.ts';
export type { GlobInput } from './glob/glob-definition.ts';
export { grepTool } from './grep/grep-tool.ts';
export type { GrepInput } from './grep/grep-definition.ts';
export { bashTool } from './bash/bash-tool.ts';
export type { BashInput } from './bash/bash-definition.ts';
export { restoreToolSession, type KnownFile } from './file/file-knowledge.ts';
export {
  collectMemory,
  type Memory,
  type MemoryOptions,
  type MemorySection,
} from './memory/collect-memory.ts';
export { userContext } from './memory/user-context.ts';
export { environmentSegment, type EnvironmentOptions } from './memory/environment.ts';
export { systemSegments } from './memory/system-segments.ts';

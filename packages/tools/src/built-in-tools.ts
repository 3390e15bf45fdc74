/** The tools that every session has, in the order in which they go over the wire (by name). */
import type { AnyTool } from '@leat/engine';
import { bashTool } from './bash/bash-tool.ts';
import { editTool } from './edit/edit-tool.ts';
import { globTool } from './glob/glob-tool.ts';
import { grepTool } from './grep/grep-tool.ts';
import { readTool } from './read/read-tool.ts';
import { anyTool } from './tool/define-tool.ts';
import { writeTool } from './write/write-tool.ts';

/** Bash, Edit, Glob, Grep, Read, Write. They hold no state of their own; all of it is in the session that comes with a call. */
export function builtInTools(): readonly AnyTool[] {
  return [
    anyTool(bashTool),
    anyTool(editTool),
    anyTool(globTool),
    anyTool(grepTool),
    anyTool(readTool),
    anyTool(writeTool),
  ];
}

/** Short ways to say how a call ended. */
import type { ToolOutcome } from '@leat/engine';

/** An expected failure: words for the model. */
export function failed(message: string, display?: unknown): ToolOutcome {
  return display === undefined
    ? { content: message, isError: true }
    : { content: message, isError: true, display };
}

/** Words for an error of the file system that no rule above explains. */
export function fileErrorWords(path: string, error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `Permission denied: ${path}.`;
    case 'ENAMETOOLONG':
      return `The path is too long: ${path.slice(0, 200)}…`;
    case 'ELOOP':
      return `${path} goes through links that lead in a circle.`;
    case 'ENOSPC':
      return `No space left on the device for ${path}; the file is as it was.`;
    case 'EROFS':
      return `${path} lies on a read-only file system.`;
    case 'EISDIR':
      return `${path} is a directory.`;
    case 'LEAT_MACHINE_NOT_REGULAR':
      return `${path} is not a regular file and was not opened.`;
    default:
      return `${path}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

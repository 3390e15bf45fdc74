/** What is read out of a memory file: comments taken out, imports found. Fenced blocks and code spans are left as they are. */

/** The text for the model, and the paths that it imports, in order, as they are written. */
export interface MemoryText {
  readonly text: string;
  readonly imports: readonly string[];
}

/** Takes out HTML comments that begin a line and lists `@path` imports. */
export function memoryText(source: string): MemoryText {
  const kept: string[] = [];
  const imports: string[] = [];
  let fence: string | null = null;
  let lines = source.replaceAll('\r\n', '\n').split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (mark !== null && mark.startsWith(fence) && line.trim() === mark) fence = null;
      kept.push(line);
      continue;
    }
    if (mark !== null) fence = mark;
    else if (/^ {0,3}<!--/.test(line)) {
      const rest = behindComment(lines, at);
      if (rest !== null) {
        lines = [
          ...lines.slice(0, rest.line),
          ...(rest.text === '' ? [] : [rest.text]),
          ...lines.slice(rest.line + 1),
        ];
        at = rest.line - 1;
        continue;
      }
    }
    if (fence === null) imports.push(...importsOf(line));
    kept.push(line);
  }
  return {
    text: kept
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    imports,
  };
}

/** The line on which a comment ends and what stands behind it; null for a comment that never ends. */
function behindComment(
  lines: readonly string[],
  start: number,
): { readonly line: number; readonly text: string } | null {
  for (let line = start; line < lines.length; line++) {
    const text = lines[line] ?? '';
    const end = text.indexOf('-->', line === start ? text.indexOf('<!--') + 4 : 0);
    if (end !== -1) return { line, text: text.slice(end + 3).trim() };
  }
  return null;
}

function importsOf(line: string): readonly string[] {
  if (!line.includes('@')) return [];
  const prose = line.replace(/(`+)(?:(?!\1).)*?\1/g, ' ');
  return [...prose.matchAll(/(?:^|[\s(])@((?:\\ |[^\s()])+)/g)].map(([, path]) =>
    (path ?? '').replaceAll('\\ ', ' ').replace(/[.,;:!?]+$/, ''),
  );
}

/** The command line of a search. Values are bound to their option with `=` or stand behind `--`, so none can become an option. */
import { grepLineCharsMax } from '../limits.ts';
import { ripgrepArgs, ripgrepExclusions } from '../process/ripgrep.ts';
import type { GrepInput } from './grep-definition.ts';

/** Arguments for ripgrep; `target` is the file or directory, from the process's directory and beginning with `./`. */
export function grepArguments(input: GrepInput, target: string): readonly string[] {
  const args = [...ripgrepArgs, '--null', '--engine=auto'];
  // Lines and counts come out in the same order every time; files are sorted by time afterwards, so they may come as they are found.
  if ((input.output_mode ?? 'files_with_matches') !== 'files_with_matches') args.push('--sort=path');
  switch (input.output_mode ?? 'files_with_matches') {
    case 'files_with_matches':
      args.push('--files-with-matches');
      break;
    case 'count':
      args.push('--count', '--with-filename');
      break;
    case 'content':
      args.push('--with-filename', '--no-heading', '--line-number');
      args.push(`--max-columns=${grepLineCharsMax}`, '--max-columns-preview');
      if (input['-C'] !== undefined) args.push(`--context=${input['-C']}`);
      if (input['-A'] !== undefined) args.push(`--after-context=${input['-A']}`);
      if (input['-B'] !== undefined) args.push(`--before-context=${input['-B']}`);
      break;
  }
  if (input['-i'] === true) args.push('--ignore-case');
  if (input.multiline === true) args.push('--multiline', '--multiline-dotall');
  if (input.type !== undefined && input.type !== '') args.push(`--type=${input.type}`);
  if (input.glob !== undefined && input.glob !== '') args.push(`--glob=${input.glob}`);
  return [...args, ...ripgrepExclusions, '--', input.pattern, target];
}

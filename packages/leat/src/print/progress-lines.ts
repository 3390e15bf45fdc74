/** What happens, in a line each, for stderr: refusals, retries and notices always, the rest when it was asked for. */
import type { QueryEvent } from '@leat/engine';
import { plainText } from './plain-text.ts';

export class ProgressLines {
  readonly #write: (line: string) => void;
  readonly #verbose: boolean;

  constructor(write: (line: string) => void, verbose: boolean) {
    this.#write = write;
    this.#verbose = verbose;
  }

  event(event: QueryEvent): void {
    const line = alwaysTold(event) ?? (this.#verbose ? toldInDetail(event) : null);
    if (line !== null) this.#write(plainText(line));
  }
}

function alwaysTold(event: QueryEvent): string | null {
  switch (event.type) {
    case 'permission_denied': {
      const { name, reason, flag } = event.denial;
      return `leat: ${name} was not allowed: ${reason}${flag === null ? '' : ` (${flag} would allow it)`}`;
    }
    case 'retry':
      return `leat: ${event.error.message}; trying again in ${(event.delayMs / 1000).toFixed(1)} s (${event.attempt} of ${event.attemptsMax})`;
    case 'notice':
      return `leat: ${event.text}`;
    default:
      return null;
  }
}

function toldInDetail(event: QueryEvent): string | null {
  switch (event.type) {
    case 'request_started':
      return `→ request ${event.record.round}: about ${event.record.estimatedTokens} tokens to ${event.record.model}`;
    case 'request_finished': {
      const { usage, costUsd } = event.record;
      if (usage === null) return null;
      const written = usage.cacheWrite5m + usage.cacheWrite1h;
      const cost = costUsd === null ? '' : `, $${costUsd.toFixed(5)}`;
      return `← read ${usage.cacheRead}, written ${written}, uncached ${usage.input}, output ${usage.output}${cost}`;
    }
    case 'block_finished': {
      const texts = event.record.content.flatMap((block) =>
        block.type === 'text' && 'text' in block ? [String(block.text)] : [],
      );
      return texts.length === 0 ? null : texts.join('\n');
    }
    case 'tool_started':
      return `● ${event.title}`;
    case 'tool_result':
      return `  ${event.isError ? 'failed' : 'done'} in ${event.durationMs} ms`;
    default:
      return null;
  }
}

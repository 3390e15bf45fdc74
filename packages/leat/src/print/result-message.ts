/** The result object: all of `--output-format json`, and the last line of stream-json (API-CONTRACT J18). */
import { randomUUID } from 'node:crypto';
import { explainTerminal, TERMINAL_SUBTYPES, type TurnSummary } from '@leat/engine';
import type { Usage } from '@leat/kernel';
import type { SessionFacts } from './printer.ts';

export function resultMessage(
  summary: TurnSummary,
  facts: SessionFacts,
): { readonly [key: string]: unknown } {
  const subtype = TERMINAL_SUBTYPES[summary.terminal.reason];
  const failed = subtype !== 'success';
  return {
    type: 'result',
    subtype,
    is_error: failed,
    ...(failed ? { errors: [explainTerminal(summary.terminal)] } : {}),
    result: summary.text,
    num_turns: summary.rounds,
    duration_ms: Math.round(summary.durationMs),
    duration_api_ms: Math.round(summary.apiDurationMs),
    stop_reason: summary.stopReason,
    terminal: summary.terminal.reason,
    session_id: facts.session,
    uuid: randomUUID(),
    total_cost_usd: summary.costUsd,
    usage: apiUsage(summary.usage),
    modelUsage: Object.fromEntries(
      Object.entries(summary.models).map(([model, totals]) => [
        model,
        {
          inputTokens: totals.usage.input,
          outputTokens: totals.usage.output,
          cacheReadInputTokens: totals.usage.cacheRead,
          cacheCreationInputTokens: totals.usage.cacheWrite5m + totals.usage.cacheWrite1h,
          webSearchRequests: 0,
          costUSD: totals.costUsd,
          contextWindow: model === facts.model ? facts.contextWindow : null,
          maxOutputTokens: model === facts.model ? facts.maxOutputTokens : null,
        },
      ]),
    ),
    permission_denials: summary.denials.map((denial) => ({
      tool_name: denial.name,
      tool_use_id: denial.toolUseId,
      tool_input: denial.input,
    })),
  };
}

/** Usage in the API's own words. */
function apiUsage(usage: Usage): { readonly [key: string]: unknown } {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: usage.output,
    cache_creation: {
      ephemeral_5m_input_tokens: usage.cacheWrite5m,
      ephemeral_1h_input_tokens: usage.cacheWrite1h,
    },
  };
}

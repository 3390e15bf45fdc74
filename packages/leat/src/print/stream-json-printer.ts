/** `--output-format stream-json`: a line of JSON for each thing that happens (API-CONTRACT J18). */
import { randomUUID } from 'node:crypto';
import type { QueryEvent, TurnSummary } from '@leat/engine';
import type { Io } from '../cli/io.ts';
import { errorCategory } from './error-category.ts';
import type { Printer, SessionFacts } from './printer.ts';
import { ProgressLines } from './progress-lines.ts';
import { resultMessage } from './result-message.ts';

export class StreamJsonPrinter implements Printer {
  readonly #io: Io;
  readonly #facts: SessionFacts;
  readonly #progress: ProgressLines;

  constructor(io: Io, facts: SessionFacts, verbose: boolean) {
    this.#io = io;
    this.#facts = facts;
    this.#progress = new ProgressLines((line) => io.err(`${line}\n`), verbose);
  }

  start(): void {
    const { session: _session, ...facts } = this.#facts;
    this.#line({
      type: 'system',
      subtype: 'init',
      uuid: randomUUID(),
      cwd: facts.cwd,
      tools: facts.tools,
      mcp_servers: [],
      model: facts.model,
      permissionMode: facts.permissionMode,
      slash_commands: [],
      skills: [],
      agents: [],
      plugins: [],
      apiKeySource: facts.apiKeySource,
      output_style: 'default',
      leat_version: facts.version,
    });
  }

  event(event: QueryEvent): void {
    const message = messageOf(event);
    if (message !== null) this.#line(message);
    this.#progress.event(event);
  }

  finish(summary: TurnSummary): void {
    this.#line(resultMessage(summary, this.#facts));
  }

  #line(message: { readonly [key: string]: unknown }): void {
    this.#io.out(`${JSON.stringify({ ...message, session_id: this.#facts.session })}\n`);
  }
}

/** The line of an event; null where consumers of this form know none. */
function messageOf(event: QueryEvent): { readonly [key: string]: unknown } | null {
  switch (event.type) {
    case 'block_finished':
      return {
        type: 'assistant',
        message: {
          id: event.message.id ?? event.record.uuid,
          type: 'message',
          role: 'assistant',
          model: event.message.model,
          content: event.record.content,
          stop_reason: null,
          stop_sequence: null,
          usage: event.message.usage,
        },
        parent_tool_use_id: null,
        uuid: event.record.uuid,
      };
    case 'tool_result':
      return {
        type: 'user',
        message: { role: 'user', content: event.record.content },
        parent_tool_use_id: null,
        uuid: event.record.uuid,
        ...(event.record.origin.kind === 'tool_result' && event.record.origin.display !== undefined
          ? { tool_use_result: event.record.origin.display }
          : {}),
      };
    case 'interrupted':
      return {
        type: 'user',
        message: { role: 'user', content: event.record.content },
        parent_tool_use_id: null,
        uuid: event.record.uuid,
        isSynthetic: true,
      };
    case 'failed':
      return {
        type: 'assistant',
        message: {
          id: event.record.uuid,
          type: 'message',
          role: 'assistant',
          model: event.record.model,
          content: event.record.content,
          stop_reason: 'stop_sequence',
          stop_sequence: '',
          usage: null,
        },
        parent_tool_use_id: null,
        uuid: event.record.uuid,
        error: errorCategory(event.record.error?.kind ?? '', event.record.error?.message ?? ''),
      };
    case 'stream_event':
      return { type: 'stream_event', event: event.event, parent_tool_use_id: null, uuid: randomUUID() };
    case 'retry':
      return {
        type: 'system',
        subtype: 'api_retry',
        uuid: randomUUID(),
        attempt: event.attempt,
        max_retries: event.attemptsMax,
        retry_delay_ms: event.delayMs,
        error_status: event.status,
        error: errorCategory(event.error.type, event.error.message),
      };
    case 'taken_back':
      return { type: 'system', subtype: 'taken_back', uuid: randomUUID(), targets: event.targets };
    case 'permission_denied':
      return {
        type: 'system',
        subtype: 'permission_denied',
        uuid: randomUUID(),
        tool_name: event.denial.name,
        tool_use_id: event.denial.toolUseId,
        reason: event.denial.reason,
        flag: event.denial.flag,
      };
    case 'notice':
      return {
        type: 'system',
        subtype: 'informational',
        uuid: randomUUID(),
        level: event.level,
        content: event.text,
        code: event.code,
      };
    case 'tool_progress':
      return {
        type: 'tool_progress',
        uuid: randomUUID(),
        tool_use_id: event.toolUseId,
        tool_name: event.name,
        data: event.data,
      };
    default:
      return null;
  }
}

export * from './host/host.ts';
export * from './tool/tool.ts';
export * from './provider/provider.ts';
export * from './permission/permission.ts';
export * from './query/abort.ts';
export * from './query/events.ts';
export * from './query/options.ts';
export * from './query/terminal.ts';
export * from './query/transition.ts';
export * from './errors.ts';
export { localHost, type LocalHostOptions } from './host/local-host.ts';
export { memoryHost, type MemoryHostOptions } from './host/memory-host.ts';
export { localMachine } from './host/local-machine.ts';
export { realClock, realIds } from './host/real-time.ts';
export type { ChainHeader, ForkPoint } from './store/header.ts';
export { READ_NOTICE_CODES, type ReadNoticeCode } from './store/notice.ts';
export { encodedCwd } from './store/paths.ts';
export { QueryEngine } from './query/query-engine.ts';
export { createAnthropicProvider, type AnthropicProviderOptions } from './provider/anthropic.ts';
export { bypassProblem } from './permission/judge.ts';
export { covers as ruleCovers, parsePermissionRule, splitRules, type ParsedRule } from './permission/rule.ts';
export { previewRequest, type PreviewOptions, type RequestPreview } from './request/preview.ts';
export { importTranscript, type ImportOptions, type ImportResult } from './import/import-transcript.ts';
export {
  fsckSession,
  resumeSession,
  rewindSession,
  saidFirst,
  type ChainReport,
  type Resumed,
  type SessionReport,
} from './store/session.ts';
export { IMPORT_NOTICE_CODES, type ImportNoticeCode } from './import/notice.ts';
export {
  translator as transcriptTranslator,
  type Translator as TranscriptTranslator,
} from './import/translate.ts';
export { importNotices, type ImportNotices } from './import/notice.ts';

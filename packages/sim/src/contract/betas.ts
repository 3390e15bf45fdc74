/** The values of `anthropic-beta` that the server knows (A11, F8), and the beta behind each gated field. */

const IN_FORCE = `
  computer-use-2024-10-22 computer-use-2025-01-24 computer-use-2025-11-24 output-128k-2025-02-19
  output-300k-2026-03-24 mcp-client-2025-04-04 mcp-client-2025-11-20 mcp-client-2026-09-15
  dev-full-thinking-2025-05-14 interleaved-thinking-2025-05-14 code-execution-2025-05-22 context-1m-2025-08-07
  context-management-2025-06-27 model-context-window-exceeded-2025-08-26 fast-mode-2026-02-01
  user-profiles-2026-03-24 user-profiles-2026-08-18 user-profiles-2026-09-04 advisor-tool-2026-03-01
  managed-agents-2026-04-01 thinking-token-count-2026-05-13 server-side-fallback-2026-06-01
  server-side-fallback-2026-07-01 fallback-credit-2026-06-01 fallback-credit-2026-07-01 agent-memory-2026-07-22
  mid-conversation-tool-changes-2026-07-01 mid-conversation-output-config-2026-07-01
  mid-conversation-system-clear-at-2026-08-21 inline-tools-2026-09-15 compact-2026-01-12 compact-2026-09-04
  mcp-tunnels-2026-06-22 structured-outputs-2025-11-13 task-budgets-2026-03-13 thinking-display-updates-2026-08-18
  thinking-binding-controls-2026-08-01 message-threads-2026-08-12`;

/** Accepted and without effect (A11), and the legacy header of eager tool streaming (F8). */
const WITHOUT_EFFECT = `
  message-batches-2024-09-24 prompt-caching-2024-07-31 pdfs-2024-09-25 token-counting-2024-11-01
  token-efficient-tools-2025-02-19 files-api-2025-04-14 extended-cache-ttl-2025-04-11 skills-2025-10-02
  cache-diagnosis-2026-04-07 fine-grained-tool-streaming-2025-05-14`;

/** Organisation features, in the SDK's list and none of ours to judge. */
const ADMIN = `
  dreaming-2026-04-21 ce-plugins-2026-09-01 spend-limit-reads-2026-09-26 telemetry-destinations-2026-08-11
  webhooks-2026-10-07 admin-user-sign-out-2026-10-08 analytics-usage-cost-2026-08-24
  experimental-claude-tag-2026-10-21 ce-user-management-2026-07-13 ce-claude-code-managed-settings-2026-10-06
  efs-2026-10-01 google-managed-data-controls-2026-09-01 user-profiles-billing-2026-10-01`;

/** Every known value. */
export const ALL_BETAS: ReadonlySet<string> = new Set(
  `${IN_FORCE} ${WITHOUT_EFFECT} ${ADMIN}`.trim().split(/\s+/),
);

/** Any one of these headers makes the field exist (A6). */
export const BETA = {
  contextManagement: ['context-management-2025-06-27', 'compact-2026-01-12'],
  compaction: ['compact-2026-09-04'],
  compactionBlock: ['compact-2026-01-12', 'compact-2026-09-04'],
  mcp: ['mcp-client-2025-04-04', 'mcp-client-2025-11-20', 'mcp-client-2026-09-15'],
  fallbacks: ['server-side-fallback-2026-06-01', 'server-side-fallback-2026-07-01'],
  fallbackCredit: ['fallback-credit-2026-06-01', 'fallback-credit-2026-07-01'],
  threads: ['message-threads-2026-08-12'],
  outputFormat: ['structured-outputs-2025-11-13'],
  taskBudget: ['task-budgets-2026-03-13'],
  fast: ['fast-mode-2026-02-01'],
  blockBinding: ['thinking-binding-controls-2026-08-01'],
  displayUpdates: ['thinking-display-updates-2026-08-18'],
  clearAt: ['mid-conversation-system-clear-at-2026-08-21'],
  messageOutputConfig: ['mid-conversation-output-config-2026-07-01'],
  toolChanges: ['mid-conversation-tool-changes-2026-07-01', 'inline-tools-2026-09-15'],
  interleaved: ['interleaved-thinking-2025-05-14'],
  advisor: ['advisor-tool-2026-03-01'],
} as const;

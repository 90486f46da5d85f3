// The format as clew knows it, as data: every type, kind and block with its fields, so that what is new can be told apart [E1] [E2] [M7].

export interface KnownShape {
  /** Field names besides those of its group; `open` where only the shape's name is known, so that no field of it is new. */
  readonly fields: readonly string[] | 'open';
  /** Client versions seen to write it, where they have been determined: "2.1.9–2.1.81", "from 2.1.90". */
  readonly versions?: string;
}

type Shapes = Readonly<Record<string, KnownShape>>;

/** Fields that any linked entry may carry, whatever its type [G1]; the last line came with 2.1.325. */
const LINKED_FIELDS: readonly string[] = [
  ...[
    'type',
    'uuid',
    'parentUuid',
    'logicalParentUuid',
    'timestamp',
    'sessionId',
    'version',
    'cwd',
    'gitBranch',
  ],
  ...['isSidechain', 'userType', 'entrypoint', 'slug', 'isMeta', 'agentId', 'teamName', 'toolUseID', 'level'],
  ...['session_id', 'requestRef', 'requestedModel', 'madeBy', 'turnOrigin', 'permissionDecision', 'rendered'],
];

const USER_FIELDS: readonly string[] = [
  ...['message', 'toolUseResult', 'sourceToolAssistantUUID', 'sourceToolUseID', 'promptId', 'promptSource'],
  ...['permissionMode', 'imagePasteIds', 'todos', 'isVisibleInTranscriptOnly', 'isCompactSummary'],
  ...['classifierMetaLines', 'toolDenialKind', 'planContent', 'origin', 'origin.kind'],
  ...['thinkingMetadata', 'thinkingMetadata.level', 'thinkingMetadata.disabled', 'thinkingMetadata.triggers'],
  ...['thinkingMetadata.maxThinkingTokens'],
];

const ASSISTANT_FIELDS: readonly string[] = [
  ...['message', 'requestId', 'isApiErrorMessage', 'error', 'effort', 'apiBlockIndex'],
  ...['attributionSkill', 'attributionMcpServer', 'attributionMcpTool'],
];

/** Entry types by name; `system`, `attachment` and `progress` are below, by subtype or kind. */
const ENTRIES: Shapes = {
  user: { fields: [...LINKED_FIELDS, ...USER_FIELDS] },
  assistant: { fields: [...LINKED_FIELDS, ...ASSISTANT_FIELDS] },
  summary: { fields: ['type', 'summary', 'leafUuid'] },
  'clew-cut': { fields: ['type', 'tokens', 'leafUuid', 'callsGone', 'sessionId'] },
  'file-history-snapshot': {
    fields: [
      ...['type', 'messageId', 'snapshot', 'isSnapshotUpdate'],
      ...['snapshot.messageId', 'snapshot.trackedFileBackups', 'snapshot.timestamp'],
    ],
  },
  'file-history-delta': { fields: 'open', versions: 'seen in 2.1.325' },
  'queue-operation': {
    fields: ['type', 'operation', 'timestamp', 'sessionId', 'content', 'reason', 'commandUuid'],
    versions: 'from 2.0.33',
  },
  'last-prompt': {
    fields: ['type', 'lastPrompt', 'sessionId', 'leafUuid', 'explicit'],
    versions: 'from 2.1.72',
  },
  'custom-title': { fields: ['type', 'customTitle', 'sessionId'] },
  'ai-title': { fields: ['type', 'aiTitle', 'sessionId'] },
  'agent-name': { fields: ['type', 'agentName', 'sessionId'] },
  mode: { fields: ['type', 'mode', 'sessionId'], versions: 'from 2.1.200' },
  'permission-mode': { fields: ['type', 'permissionMode', 'sessionId'] },
  'pr-link': { fields: ['type', 'sessionId', 'prNumber', 'prUrl', 'prRepository', 'timestamp'] },
  'frame-link': { fields: 'open' },
  'tools-used': { fields: 'open', versions: 'seen in 2.1.325' },
  'cost-state': { fields: 'open', versions: 'seen in 2.1.325' },
  'atis-latch': { fields: 'open', versions: 'from 2.1.260' },
  'api-request': { fields: 'open', versions: 'seen in 2.1.325' },
  'api-request-shape': { fields: 'open', versions: 'seen in 2.1.325' },
  'api-request-blob': { fields: 'open', versions: 'seen in 2.1.325' },
  snapshot: { fields: 'open' },
};

/** By subtype [E2]; 1.0.x wrote none. */
const SYSTEM: Shapes = {
  '(none)': { fields: ['content'], versions: '1.0.x' },
  compact_boundary: {
    fields: [
      ...['subtype', 'content', 'compactMetadata'],
      ...['trigger', 'preTokens', 'postTokens', 'durationMs', 'preservedSegment', 'preservedMessages'].map(
        inCompact,
      ),
      inCompact('cumulativeDroppedTokens'),
    ],
  },
  microcompact_boundary: {
    fields: [
      ...['subtype', 'content', 'microcompactMetadata', 'microcompactMetadata.trigger'],
      ...['microcompactMetadata.preTokens', 'microcompactMetadata.tokensSaved'],
      ...['microcompactMetadata.compactedToolIds', 'microcompactMetadata.clearedAttachmentUUIDs'],
    ],
  },
  turn_duration: { fields: ['subtype', 'durationMs', 'messageCount'] },
  stop_hook_summary: {
    fields: [
      ...['subtype', 'hookCount', 'hookInfos', 'hookErrors', 'hookAdditionalContext'],
      ...['preventedContinuation', 'stopReason', 'hasOutput'],
    ],
  },
  api_error: { fields: ['subtype', 'error', 'cause', 'retryAttempt', 'retryInMs', 'maxRetries'] },
  local_command: { fields: ['subtype', 'content'] },
  away_summary: { fields: ['subtype', 'content'] },
  bridge_status: { fields: ['subtype', 'content', 'url'] },
  informational: { fields: ['subtype', 'content'] },
  scheduled_task_fire: { fields: 'open' },
  model_refusal_fallback: {
    fields: [
      ...['subtype', 'content', 'direction', 'trigger', 'originalModel', 'fallbackModel', 'requestId'],
      ...['apiRefusalCategory', 'apiRefusalExplanation', 'refusedUserMessageUuid'],
    ],
  },
};

const HOOK: readonly string[] = ['type', 'hookName', 'hookEvent', 'toolUseID', 'content'];
const HOOK_RUN: readonly string[] = [...HOOK, 'stdout', 'stderr', 'exitCode', 'command', 'durationMs'];

/** By kind, with the fields of `attachment`. */
const ATTACHMENTS: Shapes = {
  hook_success: { fields: HOOK_RUN },
  hook_non_blocking_error: { fields: HOOK_RUN },
  hook_system_message: { fields: HOOK },
  hook_additional_context: { fields: HOOK },
  mcp_instructions_delta: { fields: ['type', 'addedNames', 'addedBlocks', 'removedNames'] },
  skill_listing: { fields: ['type', 'content', 'skillCount', 'isInitial', 'names'] },
  command_permissions: { fields: ['type', 'allowedTools'] },
  task_reminder: { fields: ['type', 'content', 'itemCount'] },
  todo_reminder: { fields: ['type', 'content', 'itemCount'] },
  queued_command: { fields: ['type', 'prompt', 'commandMode', 'source_uuid', 'delivery_id'] },
  deferred_tools_delta: {
    fields: [
      ...['type', 'addedNames', 'addedLines', 'removedNames', 'readdedNames'],
      ...['pendingMcpServers', 'needsAuthMcpServers'],
    ],
  },
  agent_listing_delta: {
    fields: ['type', 'addedTypes', 'addedLines', 'removedTypes', 'isInitial', 'showConcurrencyNote'],
    versions: 'from 2.1.200',
  },
  edited_text_file: { fields: ['type', 'filename', 'snippet'] },
  file: { fields: ['type', 'filename', 'content', 'displayPath'] },
  nested_memory: { fields: ['type', 'path', 'content', 'displayPath'] },
  plan_mode: { fields: ['type', 'reminderType', 'isSubAgent', 'planFilePath', 'planExists'] },
  plan_mode_exit: { fields: ['type', 'planFilePath', 'planExists'] },
  plan_mode_reentry: { fields: ['type', 'planFilePath'] },
  auto_mode: { fields: ['type', 'reminderType', 'autoModeConsentFlow'] },
  auto_mode_exit: { fields: ['type'] },
  date_change: { fields: ['type', 'newDate'] },
  total_tokens_reminder: { fields: 'open', versions: 'from 2.1.260' },
  session_context: { fields: 'open', versions: 'seen in 2.1.325' },
};

/** By kind, with the fields of `data`. */
const PROGRESS: Shapes = {
  hook_progress: { fields: ['type', 'hookEvent', 'hookName', 'command'] },
  mcp_progress: { fields: ['type', 'status', 'serverName', 'toolName', 'elapsedTimeMs'] },
  bash_progress: {
    fields: [
      ...['type', 'output', 'fullOutput', 'elapsedTimeSeconds', 'totalLines', 'totalBytes'],
      ...['taskId', 'timeoutMs'],
    ],
  },
  agent_progress: { fields: ['type', 'message', 'normalizedMessages', 'prompt', 'agentId'] },
  waiting_for_task: { fields: ['type', 'taskDescription', 'taskType'] },
  query_update: { fields: ['type', 'query'] },
  search_results_received: { fields: ['type', 'resultCount', 'query'] },
};

const MESSAGES: Shapes = {
  user: { fields: ['role', 'content'] },
  assistant: {
    fields: [
      ...['id', 'type', 'role', 'model', 'content', 'stop_reason', 'stop_sequence', 'stop_details', 'usage'],
      ...['diagnostics', 'container', 'context_management'],
    ],
  },
};

const USAGE: KnownShape = {
  fields: [
    ...['input_tokens', 'output_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'],
    ...[
      'cache_creation',
      'cache_creation.ephemeral_5m_input_tokens',
      'cache_creation.ephemeral_1h_input_tokens',
    ],
    ...['server_tool_use', 'server_tool_use.web_search_requests', 'server_tool_use.web_fetch_requests'],
    ...['service_tier', 'inference_geo', 'iterations', 'speed'],
  ],
};

const BLOCKS: Shapes = {
  text: { fields: ['type', 'text'] },
  thinking: { fields: ['type', 'thinking', 'signature'] },
  redacted_thinking: { fields: ['type', 'data'] },
  tool_use: { fields: ['type', 'id', 'name', 'input', 'caller'] },
  tool_result: { fields: ['type', 'tool_use_id', 'content', 'is_error'] },
  server_tool_use: { fields: ['type', 'id', 'name', 'input'] },
  image: { fields: ['type', 'source'] },
  document: { fields: ['type', 'source'] },
  fallback: { fields: ['type', 'from', 'to'] },
};

/** Blocks inside the content of a tool result [T3]. */
const RESULT_BLOCKS: Shapes = {
  text: { fields: ['type', 'text'] },
  image: { fields: ['type', 'source'] },
  tool_reference: { fields: ['type', 'tool_name'] },
};

const PROGRESS_FIELDS: readonly string[] = [...LINKED_FIELDS, 'parentToolUseID', 'data'];

/** Every shape by the name that the survey gives it: `user`, `system/api_error`, `block/text`, `usage` … */
export const KNOWN_SHAPES: ReadonlyMap<string, KnownShape> = new Map([
  ...named('', ENTRIES, [], ''),
  ...named('system/', SYSTEM, LINKED_FIELDS, ''),
  ...named('attachment/', ATTACHMENTS, [...LINKED_FIELDS, 'attachment'], 'attachment.'),
  ...named('progress/', PROGRESS, PROGRESS_FIELDS, 'data.'),
  ...named('message/', MESSAGES, [], ''),
  ['usage', USAGE] as const,
  ...named('block/', BLOCKS, [], ''),
  ...named('result-block/', RESULT_BLOCKS, [], ''),
]);

const GROUPED_TYPES: readonly (readonly [string, string])[] = [
  ['system', 'from 1.0.x'],
  ['attachment', 'from 2.1.90'],
  ['progress', '2.1.9–2.1.81'],
];

/** The entry types of [E1] with the versions that write them, where these are known. */
export const KNOWN_TYPES: ReadonlyMap<string, string | undefined> = new Map([
  ...Object.entries(ENTRIES).map(([type, shape]) => [type, shape.versions] as const),
  ...GROUPED_TYPES,
]);

export function isKnownType(type: string): boolean {
  return KNOWN_TYPES.has(type);
}

function named(
  group: string,
  shapes: Shapes,
  common: readonly string[],
  prefix: string,
): (readonly [string, KnownShape])[] {
  return Object.entries(shapes).map(([name, shape]) => {
    if (shape.fields === 'open') return [group + name, shape];
    const fields = [...common, ...shape.fields.map((field) => prefix + field)];
    return [group + name, { ...shape, fields }];
  });
}

function inCompact(field: string): string {
  return `compactMetadata.${field}`;
}

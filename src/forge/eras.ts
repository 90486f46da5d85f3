// What each generation of the client writes, as data: every era is the one before it plus what changed since.
import { compareVersions } from '../base/compare-versions.ts';

export interface AgentHabit {
  /** Where a sub-agent's entries go [F2]. */
  readonly layout: 'main-file' | 'flat' | 'folder';
  readonly idLength: number;
  readonly tool: 'Task' | 'Agent';
  /** Keys of `agent-<id>.meta.json`; none means there is no such file. */
  readonly meta: readonly ('agentType' | 'description' | 'toolUseId' | 'spawnDepth')[];
}

export interface Era {
  /** The client version that stands for the era. */
  readonly version: string;
  /** When it was current: sessions without a start of their own begin here. */
  readonly since: string;
  readonly model: string;
  readonly agentModel: string;
  /** Whether cwd, sessionId and the like stand before or behind the entry's own keys. */
  readonly envelope: 'before' | 'after';
  /** Optional keys of the envelope and of prompts that this era has. */
  readonly keys: readonly EraKey[];
  readonly messageKeys: 'id-first' | 'model-first';
  readonly usage: 'plain' | 'split' | 'geo' | 'iterations';
  /** How long the main thread's prompt cache lives; agents always use 5 minutes. */
  readonly cache: '5m' | '1h';
  /** Some lines hold all blocks of a message instead of one. */
  readonly multiBlockLines: boolean;
  /** Which lines of a message carry `stop_reason` and the final `output_tokens` [M3] [M4]. */
  readonly stopReason: 'last' | 'none' | 'all';
  /** How the results of parallel calls are linked [T4]. */
  readonly parallel: 'chain' | 'star' | 'interleaved';
  readonly agents: AgentHabit;
  /** Internal "Warmup" agents written at each start [F4]. */
  readonly warmups: number;
  readonly resume: 'copy-new-uuids' | 'copy-kept-uuids' | 'append';
  /** What `--fork-session` does to the sessionId of copied lines [G7]. */
  readonly fork: 'none' | 'new-ids' | 'mixed-ids' | 'old-ids';
  /** What becomes of a large tool output [F3]. */
  readonly largeOutput: 'cut' | 'file-by-tool-id' | 'file-by-random-name';
  /** Where a prompt typed during an answer is kept [U4]. */
  readonly queuedPrompt: 'nowhere' | 'queue' | 'attachment';
  readonly lastPrompt: 'none' | 'text' | 'leaf';
  readonly title: 'summary' | 'custom-title' | 'ai-title';
  readonly compaction: 'none' | 'plain' | 'measured' | 'preserved';
  readonly fileHistory: 'none' | 'snapshot' | 'delta';
  readonly todos: 'TodoWrite' | 'TaskCreate';
  /** What a hook after a tool leaves in the file. */
  readonly hooks: 'text' | 'none' | 'progress' | 'attachment';
  /** What Esc before the first token leaves behind [U4]. */
  readonly cancelled: 'interruption' | 'sibling';
  /** What becomes of text that was streaming when the user pressed Esc [M6]. */
  readonly interruptedText: 'lost' | 'synthetic' | 'kept';
}

export type EraKey =
  | 'gitBranch'
  | 'slug'
  | 'thinkingMetadata'
  | 'todos'
  | 'sourceToolAssistantUUID'
  | 'permissionMode'
  | 'caller'
  | 'entrypoint'
  | 'promptId'
  | 'stop_details'
  | 'promptSource'
  | 'origin'
  | 'effort'
  | 'apiBlockIndex'
  | 'requestRef'
  | 'turn_duration'
  | 'stop_hook_summary'
  | 'api_error'
  | 'local_command'
  | 'permission-mode'
  | 'mode'
  | 'atis-latch'
  | 'cost-state'
  | 'progress'
  | 'attachment'
  | 'emptyThinking';

type EraChange = Partial<Omit<Era, 'keys'>> & {
  readonly version: string;
  readonly since: string;
  readonly adds?: readonly EraKey[];
  readonly drops?: readonly EraKey[];
};

const OLDEST: Era = {
  version: '1.0.16',
  since: '2025-06-06',
  model: 'claude-sonnet-4-20250514',
  agentModel: 'claude-sonnet-4-20250514',
  envelope: 'before',
  keys: [],
  messageKeys: 'id-first',
  usage: 'plain',
  cache: '5m',
  multiBlockLines: true,
  stopReason: 'last',
  parallel: 'chain',
  agents: { layout: 'main-file', idLength: 0, tool: 'Task', meta: [] },
  warmups: 0,
  resume: 'copy-new-uuids',
  fork: 'none',
  largeOutput: 'cut',
  queuedPrompt: 'nowhere',
  lastPrompt: 'none',
  title: 'summary',
  compaction: 'none',
  fileHistory: 'none',
  todos: 'TodoWrite',
  hooks: 'text',
  cancelled: 'interruption',
  interruptedText: 'lost',
};

const FLAT = { layout: 'flat', tool: 'Task', meta: [] } as const;
const FOLDER = { layout: 'folder', idLength: 17, tool: 'Agent' } as const;

const CHANGES: readonly EraChange[] = [
  { version: '1.0.60', since: '2025-07-24', adds: ['gitBranch'] },
  { version: '1.0.112', since: '2025-09-11', usage: 'split', resume: 'copy-kept-uuids' },
  {
    version: '2.0.0',
    since: '2025-09-30',
    model: 'claude-sonnet-4-5-20250929',
    multiBlockLines: false,
    resume: 'append',
    fork: 'new-ids',
    compaction: 'plain',
    fileHistory: 'snapshot',
    hooks: 'none',
    adds: ['thinkingMetadata'],
  },
  {
    version: '2.0.33',
    since: '2025-11-05',
    agentModel: 'claude-haiku-4-5-20251001',
    messageKeys: 'model-first',
    agents: { ...FLAT, idLength: 8 },
    warmups: 2,
    fork: 'mixed-ids',
    queuedPrompt: 'queue',
  },
  { version: '2.0.64', since: '2025-12-08', model: 'claude-opus-4-5-20251101', adds: ['slug', 'todos'] },
  { version: '2.0.76', since: '2025-12-22', agents: { ...FLAT, idLength: 7 }, adds: ['api_error'] },
  {
    version: '2.1.1',
    since: '2026-01-08',
    parallel: 'star',
    warmups: 3,
    adds: ['sourceToolAssistantUUID', 'turn_duration', 'stop_hook_summary'],
  },
  {
    version: '2.1.5',
    since: '2026-01-12',
    agents: { layout: 'folder', idLength: 7, tool: 'Task', meta: [] },
    largeOutput: 'file-by-tool-id',
  },
  {
    version: '2.1.20',
    since: '2026-01-27',
    stopReason: 'none',
    warmups: 0,
    hooks: 'progress',
    todos: 'TaskCreate',
    adds: ['progress', 'permissionMode'],
  },
  {
    version: '2.1.50',
    since: '2026-02-22',
    model: 'claude-opus-4-6',
    usage: 'geo',
    cache: '1h',
    agents: { ...FOLDER, tool: 'Task', meta: [] },
    fork: 'old-ids',
    largeOutput: 'file-by-random-name',
    adds: ['caller'],
    drops: ['todos'],
  },
  {
    version: '2.1.63',
    since: '2026-03-01',
    agentModel: 'claude-sonnet-4-6',
    stopReason: 'last',
    agents: { ...FOLDER, meta: [] },
    title: 'custom-title',
    drops: ['thinkingMetadata'],
  },
  {
    version: '2.1.81',
    since: '2026-03-20',
    envelope: 'after',
    agents: { ...FOLDER, meta: ['agentType', 'description'] },
    fork: 'new-ids',
    lastPrompt: 'text',
    adds: ['promptId', 'entrypoint', 'emptyThinking', 'local_command', 'permission-mode'],
  },
  {
    version: '2.1.100',
    since: '2026-04-09',
    usage: 'iterations',
    stopReason: 'all',
    queuedPrompt: 'attachment',
    title: 'ai-title',
    hooks: 'attachment',
    cancelled: 'sibling',
    interruptedText: 'synthetic',
    adds: ['attachment', 'stop_details'],
    drops: ['progress'],
  },
  { version: '2.1.120', since: '2026-04-25', model: 'claude-opus-4-7', lastPrompt: 'leaf' },
  {
    version: '2.1.150',
    since: '2026-05-22',
    agents: { ...FOLDER, meta: ['agentType', 'description', 'toolUseId'] },
    compaction: 'measured',
    interruptedText: 'kept',
    drops: ['slug'],
  },
  {
    version: '2.1.200',
    since: '2026-07-02',
    model: 'claude-opus-5',
    agentModel: 'claude-sonnet-5',
    parallel: 'interleaved',
    agents: { ...FOLDER, meta: ['agentType', 'description', 'toolUseId', 'spawnDepth'] },
    compaction: 'preserved',
    adds: ['promptSource', 'origin', 'mode'],
  },
  { version: '2.1.260', since: '2026-09-03', adds: ['effort', 'apiBlockIndex', 'atis-latch'] },
  {
    version: '2.1.325',
    since: '2026-11-06',
    model: 'claude-opus-5-5',
    agentModel: 'claude-haiku-5-5',
    fileHistory: 'delta',
    adds: ['requestRef', 'cost-state'],
  },
];

/** All eras, oldest first. */
export const ERAS: readonly Era[] = accumulate();

/** The era of a client version: the newest one that is not newer than it. */
export function eraOf(version: string): Era {
  let found = ERAS[0] as Era;
  for (const era of ERAS) if (compareVersions(era.version, version) <= 0) found = era;
  return found;
}

export function hasKey(era: Era, key: EraKey): boolean {
  return era.keys.includes(key);
}

export function atLeast(era: Era, version: string): boolean {
  return compareVersions(era.version, version) >= 0;
}

function accumulate(): Era[] {
  const eras: Era[] = [OLDEST];
  let era = OLDEST;
  for (const { adds, drops, ...change } of CHANGES) {
    const keys = [...era.keys.filter((key) => !drops?.includes(key)), ...(adds ?? [])];
    era = { ...era, ...change, keys };
    eras.push(era);
  }
  return eras;
}

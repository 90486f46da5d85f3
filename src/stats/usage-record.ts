// What accounting keeps of a session file: one record for each line that tells an answer's usage, and the client's own ledger.
//
// This is the layout that the catalog stores. A file is one FileUsage:
//   file      one row: path, slug, session, agent, kind, project (UsageFile)
//   records   one row for each line with a usage, in file order (UsageRecord); nothing is joined or left out yet
//   costState the last `cost-state` line of the file, if it has one [E4]
// A line appended to a file adds its records at the end and touches no earlier row, so a file can be read on from an
// offset. Joining lines into messages, and copies in several files into one, is the ledger's work (ledger.ts): it takes
// any iterable of FileUsage and gives the same sums whether they come from the files or from a database.
import { isObject, type JsonObject, objectField, stringField } from '../base/json.ts';
import { parseClockTime } from '../base/parse-time.ts';
import type { Entry } from '../log/line.ts';
import { type CostState, readCostState } from '../session/cost-state.ts';
import { internalKind } from '../session/internal-agent.ts';
import { readTokenFigures, type TokenFigures } from '../session/usage.ts';

/** Whose work a file or a message is: a person's conversation, an agent's, or one the client started for itself [F4]. */
export type WorkerKind = 'main' | 'agent' | 'internal';

export interface UsageFile {
  readonly file: string;
  /** The name of the project folder, which cannot be decoded [F1]. */
  readonly slug: string;
  /** From the file's name or folder; for a flat agent file whose session is not known, undefined. */
  readonly sessionId: string | undefined;
  /** From the file's name; undefined for a main file. */
  readonly agentId: string | undefined;
  readonly kind: WorkerKind;
  /** The working directory that its lines name [F1]; undefined where none does. */
  readonly project: string | undefined;
}

export interface ToolUse {
  readonly id: string | undefined;
  readonly name: string;
}

/** One line with a usage. Numbers are those of that line alone; a message's other lines have records of their own. */
export interface UsageRecord extends TokenFigures {
  /** `message.id`, the identity over all files [K3]; the entry's uuid where it has none; else undefined: like no other. */
  readonly id: string | undefined;
  /** No part of the identity, because some copies lack it [K3]. */
  readonly requestId: string | undefined;
  /** Milliseconds since 1970; undefined where the line has no time that can be read. */
  readonly time: number | undefined;
  readonly model: string | undefined;
  readonly fast: boolean;
  readonly usOnly: boolean;
  /** The line has a stop reason, so that `output` is the whole of it [M3]. */
  readonly final: boolean;
  /** The session that the line names: in forks of 2.0.33–2.1.50 the one it was copied from [G7]. */
  readonly sessionId: string | undefined;
  /** The agent that the line names; undefined on lines of a main thread and on agents inside a main file [F2]. */
  readonly agentId: string | undefined;
  /** The line is an agent's: `isSidechain`, or reported by a progress entry. */
  readonly sidechain: boolean;
  /** `progress`: an agent's answer that an `agent_progress` entry reports [K3]. */
  readonly source: 'entry' | 'progress';
  readonly cwd: string | undefined;
  /** The tool uses on this line: ids tell a call logged twice from two calls. */
  readonly tools: readonly ToolUse[];
  /** Byte offset of the line in its file. */
  readonly offset: number;
}

/** The client's own sums for a session and all its agents, unlogged requests included [E4] [K4]. */
export type ClientLedger = Omit<CostState, 'entry'>;

/** What accounting keeps of one session file. */
export interface FileUsage {
  readonly file: UsageFile;
  readonly records: readonly UsageRecord[];
  readonly costState: ClientLedger | undefined;
}

/** The record of an entry as it was parsed; undefined for the many that tell no usage. */
export function readUsageRecord(value: JsonObject, offset: number): UsageRecord | undefined {
  if (value.type === 'assistant') {
    return makeRecord(value, offset, {
      source: 'entry',
      sidechain: value.isSidechain === true,
      sessionId: stringField(value, 'sessionId'),
      agentId: stringField(value, 'agentId'),
      cwd: stringField(value, 'cwd'),
    });
  }
  if (value.type !== 'progress') return undefined;
  const data = objectField(value, 'data');
  const inner = data?.type === 'agent_progress' ? objectField(data, 'message') : undefined;
  if (inner?.type !== 'assistant') return undefined;
  const record = makeRecord(inner, offset, {
    source: 'progress',
    sidechain: true,
    sessionId: stringField(value, 'sessionId'),
    agentId: stringField(data, 'agentId'),
    cwd: stringField(value, 'cwd'),
  });
  return record && record.time === undefined ? { ...record, time: readTime(value) } : record;
}

/** The client's ledger of a `cost-state` line that tells money; undefined for any other entry. */
export function readClientLedger(value: JsonObject): ClientLedger | undefined {
  if (value.type !== 'cost-state') return undefined;
  const state = readCostState(value);
  const tells = state.totalCostUSD !== undefined || state.models.some(({ costUSD }) => costUSD !== undefined);
  return tells ? state : undefined;
}

/** What kind of worker wrote a file, from the agent's id in its name and the entries at its head. */
export function workerKind(agentId: string | undefined, head: readonly Entry[]): WorkerKind {
  if (agentId === undefined) return 'main';
  return internalKind(agentId, head) === undefined ? 'agent' : 'internal';
}

/** How many lines of an agent's file `workerKind` needs to see: up to this many, or to the first user entry. */
export const HEAD_LINES = 10;

function makeRecord(
  entry: JsonObject,
  offset: number,
  place: Pick<UsageRecord, 'source' | 'sidechain' | 'sessionId' | 'agentId' | 'cwd'>,
): UsageRecord | undefined {
  const message = objectField(entry, 'message');
  const usage = objectField(message, 'usage');
  if (!usage) return undefined;
  const figures = readFigures(usage);
  // Field by field, not by spreading: over a home of thousands of files this is where the time goes.
  return {
    id: stringField(message, 'id') ?? stringField(entry, 'uuid'),
    requestId: stringField(entry, 'requestId'),
    time: readTime(entry),
    model: stringField(message, 'model'),
    input: figures.input,
    output: figures.output,
    cacheRead: figures.cacheRead,
    cacheWrite5m: figures.cacheWrite5m,
    cacheWrite1h: figures.cacheWrite1h,
    webSearches: figures.webSearches,
    fast: figures.fast,
    usOnly: figures.usOnly,
    final: typeof message?.stop_reason === 'string',
    sessionId: place.sessionId,
    agentId: place.agentId,
    sidechain: place.sidechain,
    source: place.source,
    cwd: place.cwd,
    tools: readTools(message),
    offset,
  };
}

/** What a `usage` object counts, and how it is charged. */
export type UsageFigures = TokenFigures & Pick<UsageRecord, 'fast' | 'usOnly'>;

export function readFigures(usage: JsonObject): UsageFigures {
  const figures = readTokenFigures(usage);
  // Spelled out, like the records.
  return {
    input: figures.input,
    output: figures.output,
    cacheRead: figures.cacheRead,
    cacheWrite5m: figures.cacheWrite5m,
    cacheWrite1h: figures.cacheWrite1h,
    webSearches: figures.webSearches,
    fast: usage.speed === 'fast',
    usOnly: usage.inference_geo === 'us',
  };
}

const NO_TOOLS: readonly ToolUse[] = [];

/** The tool uses of a message, those that the server runs too. */
function readTools(message: JsonObject | undefined): readonly ToolUse[] {
  const content = message?.content;
  if (!Array.isArray(content)) return NO_TOOLS;
  let tools: ToolUse[] | undefined;
  for (const block of content) {
    if (!isObject(block) || (block.type !== 'tool_use' && block.type !== 'server_tool_use')) continue;
    const name = stringField(block, 'name') ?? '(none)';
    tools ??= [];
    tools.push({ id: stringField(block, 'id'), name });
  }
  return tools ?? NO_TOOLS;
}

function readTime(entry: JsonObject): number | undefined {
  return parseClockTime(stringField(entry, 'timestamp'));
}

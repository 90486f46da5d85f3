// Packs the usage of many files into one array of numbers and one of strings, because copying objects between threads is slow.
import type { ClientLedger, FileUsage, ToolUse, UsageFile, UsageRecord, WorkerKind } from './usage-record.ts';

export interface PackedUsage {
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Each string once; the numbers name them by their place. */
  readonly strings: readonly string[];
}

const KINDS: readonly WorkerKind[] = ['main', 'agent', 'internal'];
const NONE = -1;

export function packUsage(files: readonly FileUsage[]): PackedUsage {
  const numbers: number[] = [files.length];
  const strings: string[] = [];
  const places = new Map<string, number>();
  const put = (text: string | undefined): void => {
    if (text === undefined) return void numbers.push(NONE);
    let place = places.get(text);
    if (place === undefined) {
      place = strings.push(text) - 1;
      places.set(text, place);
    }
    numbers.push(place);
  };
  for (const { file, records, costState } of files) {
    put(file.file);
    put(file.slug);
    put(file.sessionId);
    put(file.agentId);
    put(file.project);
    put(costState && JSON.stringify(costState));
    numbers.push(KINDS.indexOf(file.kind), records.length);
    for (const record of records) packRecord(record, numbers, put);
  }
  return { numbers: Float64Array.from(numbers), strings };
}

export function unpackUsage({ numbers, strings }: PackedUsage): FileUsage[] {
  let at = 0;
  const next = (): number => numbers[at++] as number;
  const text = (): string | undefined => strings[next()];
  const files: FileUsage[] = [];
  for (let left = next(); left > 0; left--) {
    const [file = '', slug = '', sessionId, agentId, project, costState] = [
      text(),
      text(),
      text(),
      text(),
      text(),
      text(),
    ];
    const kind = KINDS[next()] as WorkerKind;
    const records: UsageRecord[] = [];
    for (let lines = next(); lines > 0; lines--) records.push(unpackRecord(next, text));
    const row: UsageFile = { file, slug, sessionId, agentId, kind, project };
    files.push({ file: row, records, costState: readLedger(costState) });
  }
  return files;
}

function packRecord(record: UsageRecord, numbers: number[], put: (text: string | undefined) => void): void {
  put(record.id);
  put(record.requestId);
  put(record.model);
  put(record.sessionId);
  put(record.agentId);
  put(record.cwd);
  numbers.push(
    record.time ?? Number.NaN,
    record.input,
    record.output,
    record.cacheRead,
    record.cacheWrite5m,
    record.cacheWrite1h,
    record.webSearches,
    flagsOf(record),
    record.offset,
    record.tools.length,
  );
  for (const tool of record.tools) {
    put(tool.id);
    put(tool.name);
  }
}

function unpackRecord(next: () => number, text: () => string | undefined): UsageRecord {
  const [id, requestId, model, sessionId, agentId, cwd] = [text(), text(), text(), text(), text(), text()];
  const time = next();
  const [input, output, cacheRead] = [next(), next(), next()];
  const [cacheWrite5m, cacheWrite1h, webSearches] = [next(), next(), next()];
  const flags = next();
  const offset = next();
  const tools: ToolUse[] = [];
  for (let left = next(); left > 0; left--) tools.push({ id: text(), name: text() ?? '(none)' });
  return {
    id,
    requestId,
    time: Number.isNaN(time) ? undefined : time,
    model,
    input,
    output,
    cacheRead,
    cacheWrite5m,
    cacheWrite1h,
    webSearches,
    fast: (flags & FAST) !== 0,
    usOnly: (flags & US_ONLY) !== 0,
    final: (flags & FINAL) !== 0,
    sessionId,
    agentId,
    sidechain: (flags & SIDECHAIN) !== 0,
    source: (flags & PROGRESS) !== 0 ? 'progress' : 'entry',
    cwd,
    tools,
    offset,
  };
}

const FAST = 1;
const US_ONLY = 2;
const FINAL = 4;
const SIDECHAIN = 8;
const PROGRESS = 16;

function flagsOf({ fast, usOnly, final, sidechain, source }: UsageRecord): number {
  return (
    (fast ? FAST : 0) |
    (usOnly ? US_ONLY : 0) |
    (final ? FINAL : 0) |
    (sidechain ? SIDECHAIN : 0) |
    (source === 'progress' ? PROGRESS : 0)
  );
}

// JSON leaves out what is undefined, so the parsed object lacks those keys; reading them gives undefined all the same.
function readLedger(text: string | undefined): ClientLedger | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as ClientLedger);
}

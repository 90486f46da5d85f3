// What only the lines tell of many sessions: how tools did and where contexts were compacted; remembered while files stay the same.
import { numberField, objectField } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { readLogFile } from '../disk/read-file.ts';
import { isCompactBoundary, timeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { slimLine } from '../log/slim-line.ts';
import { joinMessages } from '../session/messages.ts';
import { pairToolCalls } from '../session/tool-calls.ts';
import { contextTokens } from '../session/usage.ts';

/** One call: its tool, when, how long, whether it failed. */
type TalliedCall = readonly [tool: string, time: number, ms: number, failed: boolean];

/** A compaction: when, and the size of the context before and after it. */
export interface TalliedCompaction {
  readonly file: string;
  readonly time: number | undefined;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

export interface Tally {
  readonly calls: readonly TalliedCall[];
  /** Of the sessions' own files. */
  readonly compactions: readonly TalliedCompaction[];
  /** Sessions that were read, of those asked for. */
  readonly read: number;
  readonly of: number;
  /** There was no time for some: asked again, it goes on. */
  readonly more: boolean;
}

/** Who asks for the first time waits for other figures, too; who asks again waits for these. */
const FIRST_MS = 300;
const AGAIN_MS = 3000;
/** Longer files take longer than a page waits. */
const MOST_BYTES = 60_000_000;

export class ToolTally {
  readonly #known = new Map<string, { readonly mark: string } & FileTally>();

  /** As many sessions as can be read in a moment, the newest first; asked again, it goes on. */
  async of(sessions: readonly SessionFile[], again = false): Promise<Tally> {
    const until = Date.now() + (again ? AGAIN_MS : FIRST_MS);
    let more = false;
    const calls: TalliedCall[] = [];
    const compactions: TalliedCompaction[] = [];
    let read = 0;
    for (const session of [...sessions].sort((a, b) => b.modified - a.modified)) {
      for (const { file, bytes, modified } of [session, ...session.agents]) {
        const mark = `${bytes} ${modified}`;
        let known = this.#known.get(file);
        if (known?.mark !== mark) {
          if (bytes > MOST_BYTES) continue;
          if (Date.now() > until) {
            more = true;
            continue;
          }
          known = { mark, ...(await readFileTally(file)) };
          this.#known.set(file, known);
        }
        for (const call of known.calls) calls.push(call);
        if (file !== session.file) continue;
        read++;
        compactions.push(...known.compactions);
      }
    }
    return { calls, compactions, read, of: sessions.length, more };
  }
}

type FileTally = Pick<Tally, 'calls' | 'compactions'>;

async function readFileTally(file: string): Promise<FileTally> {
  const entries: Entry[] = [];
  try {
    for await (const whole of readLogFile(file)) {
      const { line } = slimLine(whole, 400);
      if (line.kind !== 'entry') continue;
      const { type } = line.value;
      if (type === 'user' || type === 'assistant' || isCompactBoundary(line)) entries.push(line);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return { calls: tallyCalls(entries), compactions: tallyCompactions(file, entries) };
}

function tallyCalls(entries: readonly Entry[]): TalliedCall[] {
  return pairToolCalls(entries).calls.map(({ name, startedAt, durationMs, status }) => [
    name,
    startedAt ?? 0,
    durationMs ?? 0,
    status === 'error',
  ]);
}

// The client notes both sizes; what it leaves out is told by the requests on either side.
function tallyCompactions(file: string, entries: readonly Entry[]): TalliedCompaction[] {
  if (!entries.some(isCompactBoundary)) return [];
  const sizes = new Map<Entry, number>();
  for (const { entries: lines, usage } of joinMessages(entries)) {
    const size = usage && lines[0]?.value.isSidechain !== true ? contextTokens(usage) : 0;
    if (size > 0) sizes.set(lines[0] as Entry, size);
  }
  const compactions: TalliedCompaction[] = [];
  let size: number | undefined;
  for (const entry of entries) {
    const last = compactions.at(-1);
    size = sizes.get(entry) ?? size;
    if (last && last.after === undefined && sizes.has(entry))
      compactions[compactions.length - 1] = { ...last, after: size };
    if (!isCompactBoundary(entry)) continue;
    const meta = objectField(entry.value, 'compactMetadata');
    const [before, after] = [numberField(meta, 'preTokens') ?? size, numberField(meta, 'postTokens')];
    compactions.push({ file, time: timeOf(entry), before, after });
  }
  return compactions;
}

// How tools did: calls, failures and times by tool, read from session files and remembered for as long as they stay the same.
import { Refusal } from '../base/refusal.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { openByteSource } from '../disk/read-file.ts';
import type { Entry } from '../log/line.ts';
import { parseLine } from '../log/parse-line.ts';
import { slimLine } from '../log/slim-line.ts';
import { LineSplitter } from '../log/split-lines.ts';
import { pairToolCalls } from '../session/tool-calls.ts';

/** One call: its tool, when, how long, whether it failed. */
type TalliedCall = readonly [tool: string, time: number, ms: number, failed: boolean];

export interface Tally {
  readonly calls: readonly TalliedCall[];
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
  readonly #known = new Map<string, { readonly mark: string; readonly calls: readonly TalliedCall[] }>();

  /** As many sessions as can be read in a moment, the newest first; asked again, it goes on. */
  async of(sessions: readonly SessionFile[], again = false): Promise<Tally> {
    const until = Date.now() + (again ? AGAIN_MS : FIRST_MS);
    let more = false;
    const calls: TalliedCall[] = [];
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
          known = { mark, calls: await readCalls(file) };
          this.#known.set(file, known);
        }
        for (const call of known.calls) calls.push(call);
        if (file === session.file) read++;
      }
    }
    return { calls, read, of: sessions.length, more };
  }
}

async function readCalls(file: string): Promise<TalliedCall[]> {
  const entries: Entry[] = [];
  const splitter = new LineSplitter();
  try {
    for await (const chunk of openByteSource(file)) {
      for (const raw of splitter.push(chunk)) {
        const { line } = slimLine(parseLine(raw), 400);
        const { type } = line.kind === 'entry' ? line.value : {};
        if (line.kind === 'entry' && (type === 'user' || type === 'assistant')) entries.push(line);
      }
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return pairToolCalls(entries).calls.map(({ name, startedAt, durationMs, status }) => [
    name,
    startedAt ?? 0,
    durationMs ?? 0,
    status === 'error',
  ]);
}

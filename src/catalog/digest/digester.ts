// Makes the digest of a file from its lines, taken one by one so that their bodies need not be held.
import { glanceLines } from '../../load/glance-file.ts';
import { pruneLine } from '../../load/prune-line.ts';
import { readMainTurns, summariseThread } from '../../load/summarise-file.ts';
import { usageProject } from '../../load/usage-project.ts';
import type { Entry, Line } from '../../log/line.ts';
import {
  type ClientLedger,
  type FileUsage,
  HEAD_LINES,
  readClientLedger,
  readUsageRecord,
  type UsageRecord,
  workerKind,
} from '../../stats/usage-record.ts';
import { type LogFile, toSessionFile } from '../sync/log-file.ts';
import type { FileDigest } from './file-digest.ts';
import { sessionDetails } from './session-details.ts';

export class Digester {
  readonly #file: LogFile;
  readonly #lines: Line[] = [];
  readonly #records: UsageRecord[] = [];
  #ledger: ClientLedger | undefined;

  constructor(file: LogFile) {
    this.#file = file;
  }

  add(line: Line): void {
    if (line.kind === 'entry') this.#count(line);
    else if (line.kind === 'unreadable') {
      for (const { value } of line.parts) this.#count({ value, place: line.place });
    }
    // An agent's lines are needed only to tell whether a person's work is behind them.
    if (this.#file.agentId === undefined || this.#lines.length < HEAD_LINES) {
      this.#lines.push(pruneLine(line));
    }
  }

  async end(agents: readonly LogFile[]): Promise<FileDigest> {
    const { path, slug, sessionId, agentId } = this.#file;
    const usage: FileUsage = {
      file: {
        file: path,
        slug,
        sessionId: sessionId ?? this.#records.find((record) => record.sessionId !== undefined)?.sessionId,
        agentId,
        kind: workerKind(agentId, agentId === undefined ? [] : this.#head()),
        project: usageProject(this.#records, slug),
      },
      records: this.#records,
      costState: this.#ledger,
    };
    if (agentId !== undefined) return { session: undefined, usage };
    const read = readMainTurns(this.#lines);
    const summary = await summariseThread(
      toSessionFile(this.#file, agents),
      read,
      glanceLines(this.#lines, slug),
    );
    return { session: { summary, details: sessionDetails(read) }, usage };
  }

  #count({ value, place }: Pick<Entry, 'value' | 'place'>): void {
    const record = readUsageRecord(value, place.offset);
    if (record) this.#records.push(record);
    this.#ledger = readClientLedger(value) ?? this.#ledger;
  }

  /** The entries of the first lines, up to the first of a user. */
  #head(): Entry[] {
    const entries = this.#lines.filter((line) => line.kind === 'entry');
    const user = entries.findIndex(({ value }) => value.type === 'user');
    return user < 0 ? entries : entries.slice(0, user + 1);
  }
}

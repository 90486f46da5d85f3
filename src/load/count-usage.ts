// Counts the usage of all session files of some homes, on as many threads as there are cores and work for them.
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { SessionListing } from '../disk/find-sessions.ts';
import { startThread } from '../disk/start-thread.ts';
import { type FileAnswers, joinAnswers } from '../stats/file-answers.ts';
import { unpackUsage } from '../stats/pack-usage.ts';
import type { FileUsage } from '../stats/usage-record.ts';
import type { UsageTarget } from './count-usage-file.ts';
import { ShareCounter, type ShareOrder, type UsageShare } from './count-usage-share.ts';
import type { WorkerShare } from './count-usage-worker.ts';

/** The usage of files, and what could not be read. */
export interface UsageCount<File = FileUsage> {
  /** Files that vanished meanwhile are left out. */
  readonly files: readonly File[];
  /** Files that could not be read, a sentence each. */
  readonly problems: readonly string[];
}

/** All files of a listing that can hold a usage: sessions and agents, those without a session too. */
export function usageTargets(
  listing: Pick<SessionListing, 'sessions' | 'orphans' | 'looseAgents'>,
): UsageTarget[] {
  const agents = [...listing.sessions, ...listing.orphans].flatMap((session) => session.agents);
  return [
    ...listing.sessions.map((session) => ({ ...session, agentId: undefined })),
    ...agents,
    ...listing.looseAgents,
  ].map(({ file, bytes, project, sessionId, agentId }) => ({
    file,
    bytes,
    slug: project,
    sessionId,
    agentId,
  }));
}

/**
 * The threads of a count. Made before the files are listed, so that they wake up meanwhile; where few bytes or few cores
 * make them not worth it, they are let go.
 */
export class UsageThreads {
  readonly #workers: Worker[];
  #asleep: number;

  constructor(threads: number = availableParallelism() - 1) {
    // Compiled code only: a thread of Node 20 cannot run TypeScript.
    const script = new URL('count-usage-worker.js', import.meta.url);
    const count = import.meta.url.endsWith('.js') ? Math.min(threads, MOST_THREADS) : 0;
    this.#workers = Array.from({ length: count }, () => startThread(script));
    this.#asleep = count;
    for (const worker of this.#workers) {
      worker.once('online', () => this.#asleep--);
      worker.unref();
    }
  }

  /** Every record of the files. `ledgers`: also the client's own sums. */
  count(
    targets: readonly UsageTarget[],
    { ledgers = true }: { readonly ledgers?: boolean } = {},
  ): Promise<UsageCount> {
    return this.#count(orderOf(targets, ledgers, 'records'), (usage) => usage, filesOf);
  }

  /** The answers alone, which is all that most sums need: a third of the time, a tenth of the memory. */
  countAnswers(targets: readonly UsageTarget[]): Promise<UsageCount<FileAnswers>> {
    return this.#count(orderOf(targets, false, 'answers'), joinAnswers, answersOf);
  }

  async #count<File>(
    order: ShareOrder,
    keep: (usage: FileUsage) => File,
    open: (share: WorkerShare) => readonly File[],
  ): Promise<UsageCount<File>> {
    const { targets } = order;
    const bytes = targets.reduce((sum, target) => sum + target.bytes, 0);
    const wanted = Math.min(this.#workers.length, Math.floor(bytes / BYTES_PER_THREAD), targets.length - 1);
    const others = this.#workers.slice(0, Math.max(0, wanted)).map((worker) => runShare(worker, order, open));
    const own = await this.#countHere(new ShareCounter(order, keep));
    const shares = [own, ...(await Promise.all(others))];
    this.close();
    return joinShares(shares, targets.length);
  }

  // Until all are awake, this thread looks up after each file: it must hear of it to let V8 go on as the command wants it.
  async #countHere<File>(counter: ShareCounter<File>): Promise<UsageShare<File>> {
    while (counter.countNext()) if (this.#asleep > 0) await new Promise(setImmediate);
    return counter.share();
  }

  close(): void {
    for (const worker of this.#workers) void worker.terminate();
  }
}

const MOST_THREADS = 7;
/** Waking a thread up costs as much as counting this. */
const BYTES_PER_THREAD = 1 << 23;

/** Counts files in one call. `ledgers`: also the client's own sums, which `reconcile` compares with. */
export function countUsage(
  targets: readonly UsageTarget[],
  options: { readonly ledgers?: boolean } = {},
): Promise<UsageCount> {
  return new UsageThreads().count(targets, options);
}

function orderOf(
  targets: readonly UsageTarget[],
  ledgers: boolean,
  wanted: ShareOrder['wanted'],
): ShareOrder {
  return {
    targets: [...targets].sort((a, b) => b.bytes - a.bytes || (a.file < b.file ? -1 : 1)),
    next: new Int32Array(new SharedArrayBuffer(4)),
    ledgers,
    wanted,
  };
}

function filesOf(share: WorkerShare): readonly FileUsage[] {
  return share.wanted === 'records' ? unpackUsage(share.packed) : [];
}

function answersOf(share: WorkerShare): readonly FileAnswers[] {
  return share.wanted === 'answers' ? share.files : [];
}

function runShare<File>(
  worker: Worker,
  order: ShareOrder,
  open: (share: WorkerShare) => readonly File[],
): Promise<UsageShare<File>> {
  return new Promise((done, fail) => {
    worker.ref();
    worker.once('error', fail);
    worker.once('message', (share: WorkerShare) => {
      const { places, problems } = share;
      done({ places, files: open(share), problems });
    });
    worker.postMessage(order);
  });
}

function joinShares<File>(shares: readonly UsageShare<File>[], length: number): UsageCount<File> {
  const byPlace: (File | undefined)[] = new Array(length).fill(undefined);
  for (const { places, files } of shares) {
    for (const [i, place] of places.entries()) byPlace[place] = files[i];
  }
  return {
    files: byPlace.filter((file) => file !== undefined),
    problems: shares.flatMap((share) => share.problems),
  };
}

// Brings the catalog up to what lies on the disk: lists, plans, reads in threads, and writes as it comes.
import type { Database } from '../sqlite/driver.ts';
import { CatalogWriter } from './catalog-writer.ts';
import { readKnownFiles } from './known-file.ts';
import { listLogFiles } from './list-log-files.ts';
import type { LogListing } from './log-file.ts';
import { type PlannedJob, planSync, type SyncPart, type SyncPlan } from './plan-sync.ts';
import { bytesToRead, type JobAnswer, runJobs } from './reader-pool.ts';

export interface SyncOptions {
  readonly homes: readonly string[];
  /** By default both. */
  readonly parts?: readonly SyncPart[];
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined;
  readonly now?: () => number;
}

export interface SyncProgress {
  readonly files: number;
  readonly filesDone: number;
  readonly bytes: number;
  readonly bytesDone: number;
}

export interface SyncReport {
  /** Session and agent files in the homes. */
  readonly files: number;
  /** Files that were read, whole or in part. */
  readonly read: number;
  readonly moved: number;
  /** Files that are no longer there: removed from the catalog, or kept as history. */
  readonly gone: number;
  readonly kept: boolean;
  readonly bytes: number;
  readonly tookMs: number;
  readonly problems: readonly string[];
  /** Paths of what changed, for those who show it. */
  readonly changed: readonly string[];
}

const LARGE_SYNC = 8_000_000;

/** Most syncs find nothing to write: only then is a connection for writing asked for, which takes as long as all the rest. */
export async function syncCatalog(
  reader: Database,
  forWriting: () => Database,
  options: SyncOptions,
): Promise<SyncReport> {
  const started = performance.now();
  const { homes, parts = ['texts', 'digests'] } = options;
  const known = readKnownFiles(reader, homes);
  const listing = await listLogFiles(reader, homes, known);
  const plan = planSync(reader, listing, known, new Set(parts));
  const kept = keepsHistory(reader);
  const problems = [...listing.problems];
  if (!listing.fromCatalog || hasWork(plan)) {
    await writePlan(forWriting(), { plan, listing, kept, problems }, options);
  }
  return {
    files: listing.files.length,
    read: plan.jobs.length,
    moved: plan.moved.length,
    gone: plan.gone.length,
    kept,
    bytes: bytesOf(plan),
    tookMs: performance.now() - started,
    problems,
    changed: [...plan.jobs.map(({ job }) => job.file.path), ...plan.gone.map(({ path }) => path)],
  };
}

function hasWork({ jobs, moved, gone, touched }: SyncPlan): boolean {
  return jobs.length + moved.length + gone.length + touched.length > 0;
}

function bytesOf({ jobs }: SyncPlan): number {
  return jobs.reduce((sum, { job }) => sum + bytesToRead(job), 0);
}

interface Planned {
  readonly plan: SyncPlan;
  readonly listing: LogListing;
  readonly kept: boolean;
  readonly problems: string[];
}

async function writePlan(
  database: Database,
  { plan, listing, kept, problems }: Planned,
  { homes, now = Date.now, onProgress }: SyncOptions,
): Promise<void> {
  const writer = new CatalogWriter(database);
  try {
    for (const { id, file } of plan.moved) writer.moveFile(id, file);
    for (const { id } of plan.gone) kept ? writer.markGone(id, now()) : writer.removeFile(id);
    for (const file of plan.touched) writer.putFile(file);
    await readAll(plan.jobs, writer, problems, onProgress);
    // At the very end: until everything is in, the next sync must look at the disk again.
    if (!listing.fromCatalog && problems.length === 0) writer.putWatched(homes, listing.watched);
    writer.commit();
    // Much was written: the journal would be as large again, and every reader would look through it.
    if (bytesOf(plan) > LARGE_SYNC) database.prepare('pragma wal_checkpoint(truncate)').all();
  } catch (error) {
    writer.rollback();
    throw error;
  }
}

/** Whether files that vanish are kept as history: asked for once, it stays so. */
export function keepsHistory(database: Database): boolean {
  return database.prepare(`select value from setting where name = 'keep'`).get()?.value === '1';
}

async function readAll(
  planned: readonly PlannedJob[],
  writer: CatalogWriter,
  problems: string[],
  onProgress: SyncOptions['onProgress'],
): Promise<void> {
  const surroundings = new Map(planned.map(({ job, surroundings: text }) => [job, text]));
  const bytes = planned.reduce((sum, { job }) => sum + bytesToRead(job), 0);
  const offsets = new Map<object, number | undefined>();
  const readSoFar = new Map<object, number>();
  let filesDone = 0;
  let bytesDone = 0;
  const jobs = planned.map(({ job }) => job);
  for (const job of jobs) offsets.set(job, job.texts?.fingerprint?.offset ?? 0);
  await runJobs(jobs, ({ job, answer, failed, done }: JobAnswer) => {
    const from = offsets.get(job);
    if (answer?.kind === 'texts' && from !== undefined) {
      const added = writer.addTexts(job.file, from, answer);
      // Another process was there first: what it wrote is as good as what we would have.
      offsets.set(job, added ? answer.fingerprint.offset : undefined);
    } else if (answer?.kind === 'digest') {
      writer.putDigest(job.file, answer.digest, surroundings.get(job) ?? '');
    }
    if (failed !== undefined && failed !== 'ENOENT') problems.push(`${job.file.path}: ${failed}`);
    const before = readSoFar.get(job) ?? 0;
    const reached = answer?.kind === 'texts' ? answer.fingerprint.offset : 0;
    const read = done ? bytesToRead(job) : Math.min(bytesToRead(job), Math.max(before, reached));
    readSoFar.set(job, read);
    bytesDone += read - before;
    if (done) filesDone++;
    onProgress?.({ files: jobs.length, filesDone, bytes, bytesDone });
  });
}

// Carries out the plan of a sync: moves and lets go, reads in threads, and writes as it comes.
import { quoteName } from '../../disk/quote-name.ts';
import type { Database } from '../sqlite/driver.ts';
import { CatalogWriter } from './catalog-writer.ts';
import type { LogListing } from './log-file.ts';
import type { PlannedJob, SyncPlan } from './plan-sync.ts';
import { bytesToRead } from './read-job.ts';
import { type JobAnswer, runJobs } from './reader-pool.ts';
import type { SyncOptions } from './sync-catalog.ts';

export interface Planned {
  readonly plan: SyncPlan;
  readonly listing: LogListing;
  readonly kept: boolean;
  readonly problems: string[];
}

const LARGE_SYNC = 8_000_000;

/** What could not be read is added to `problems`. */
export async function writePlan(
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
    if (!listing.fromCatalog && problems.length === 0)
      writer.putWatched(homes, listing.watched, listing.files.length);
    writer.commit();
    // Much was written: the journal would be as large again, and every reader would look through it.
    if (plan.jobs.reduce((sum, { job }) => sum + bytesToRead(job), 0) > LARGE_SYNC)
      database.prepare('pragma wal_checkpoint(truncate)').all();
  } catch (error) {
    writer.rollback();
    throw error;
  }
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
    if (failed !== undefined && failed !== 'ENOENT')
      problems.push(`${quoteName(job.file.path)} cannot be read (${failed}).`);
    const before = readSoFar.get(job) ?? 0;
    const reached = answer?.kind === 'texts' ? answer.fingerprint.offset : 0;
    const read = done ? bytesToRead(job) : Math.min(bytesToRead(job), Math.max(before, reached));
    readSoFar.set(job, read);
    bytesDone += read - before;
    if (done) filesDone++;
    onProgress?.({ files: jobs.length, filesDone, bytes, bytesDone });
  });
}

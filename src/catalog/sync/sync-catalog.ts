// Brings the catalog up to what lies on the disk: lists, plans, reads in threads, and writes as it comes.
import { stopwatch } from '../../disk/stopwatch.ts';
import type { Database } from '../sqlite/driver.ts';
import { type KnownFile, readKnownFiles } from './known-file.ts';
import { listKnownFiles } from './list-known-files.ts';
import type { LogListing } from './log-file.ts';
import { planSync, type SyncPart, type SyncPlan } from './plan-sync.ts';
import { bytesToRead } from './read-job.ts';

/** What to bring up to date. */
export interface SyncOptions {
  readonly homes: readonly string[];
  /** By default both. */
  readonly parts?: readonly SyncPart[];
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined;
  readonly now?: () => number;
}

/** How far a sync is. */
export interface SyncProgress {
  readonly files: number;
  readonly filesDone: number;
  readonly bytes: number;
  readonly bytesDone: number;
}

/** What a sync read, and what changed. */
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

/**
 * Most syncs find nothing new: what lists the disk, reads files and writes is loaded, and a connection for writing asked
 * for, only when it is needed. That takes as long as all the rest.
 */
export async function syncCatalog(
  reader: Database,
  forWriting: () => Database,
  options: SyncOptions,
): Promise<SyncReport> {
  const took = stopwatch();
  const { homes, parts = ['texts', 'digests'] } = options;
  const files = readKnownFiles(reader, homes);
  const listing = listKnownFiles(reader, homes, files) ?? (await listDisk(homes, files));
  const known = new Map(files.map((file) => [file.path, file]));
  const lost = listing.fromCatalog ? NOTHING_LOST : await findLost(reader, listing, known);
  const plan: SyncPlan = { ...planSync(reader, listing, known, new Set(parts)), ...lost };
  const kept = keepsHistory(reader);
  const problems = [...listing.problems];
  if (!listing.fromCatalog || hasWork(plan)) {
    const { writePlan } = await import('./write-plan.ts');
    await writePlan(forWriting(), { plan, listing, kept, problems }, options);
  }
  return {
    files: listing.files.length,
    read: plan.jobs.length,
    moved: plan.moved.length,
    gone: plan.gone.length,
    kept,
    bytes: bytesOf(plan),
    tookMs: took(),
    problems,
    changed: [...plan.jobs.map(({ job }) => job.file.path), ...plan.gone.map(({ path }) => path)],
  };
}

const NOTHING_LOST: Pick<SyncPlan, 'moved' | 'gone'> = { moved: [], gone: [] };

async function listDisk(homes: readonly string[], known: readonly KnownFile[]): Promise<LogListing> {
  const { listLogFiles } = await import('./list-log-files.ts');
  return listLogFiles(homes, known);
}

async function findLost(
  database: Database,
  listing: LogListing,
  known: Map<string, KnownFile>,
): Promise<Pick<SyncPlan, 'moved' | 'gone'>> {
  const { findMoved } = await import('./find-moved.ts');
  return findMoved(database, listing, known);
}

function hasWork({ jobs, moved, gone, touched }: SyncPlan): boolean {
  return jobs.length + moved.length + gone.length + touched.length > 0;
}

function bytesOf({ jobs }: SyncPlan): number {
  return jobs.reduce((sum, { job }) => sum + bytesToRead(job), 0);
}

/** Whether files that vanish are kept as history: asked for once, it stays so. */
function keepsHistory(database: Database): boolean {
  return database.prepare(`select value from setting where name = 'keep'`).get()?.value === '1';
}

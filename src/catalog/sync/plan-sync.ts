// Compares what lies on the disk with what the catalog has, and says what must be read.
import type { Database } from '../sqlite/driver.ts';
import { hasDigest, hasTexts, type KnownFile, readTextMark, surroundingsOf } from './known-file.ts';
import type { LogFile, LogListing } from './log-file.ts';
import { type ReadJob, START } from './read-job.ts';

/** `digests`: what lists and sums want. `texts`: what a search wants. */
export type SyncPart = 'digests' | 'texts';

export interface PlannedJob {
  readonly job: ReadJob;
  readonly surroundings: string;
}

export interface SyncPlan {
  readonly jobs: readonly PlannedJob[];
  readonly moved: readonly { readonly id: number; readonly file: LogFile }[];
  readonly gone: readonly KnownFile[];
  /** Files of which only the listing changed: a folder or a meta file came. */
  readonly touched: readonly LogFile[];
}

export function planSync(
  database: Database,
  listing: LogListing,
  known: ReadonlyMap<string, KnownFile>,
  parts: ReadonlySet<SyncPart>,
): Pick<SyncPlan, 'jobs' | 'touched'> {
  let agents: Map<string, LogFile[]> | undefined;
  const ownAgents = (file: LogFile): readonly LogFile[] => {
    if (file.agentId !== undefined) return [];
    agents ??= agentsBySession(listing.files);
    return agents.get(ownerKey(file)) ?? [];
  };
  const jobs: PlannedJob[] = [];
  const touched: LogFile[] = [];
  for (const file of listing.files) {
    const row = known.get(file.path);
    // While the catalog's own list holds, no agent came and no title changed.
    const surroundings =
      (listing.fromCatalog ? row?.digestAgents : undefined) ?? surroundingsOf(file, ownAgents(file));
    const needsTexts = parts.has('texts') && !hasTexts(row, file);
    const needsDigest = parts.has('digests') && !hasDigest(row, file, surroundings);
    if (needsTexts || needsDigest) {
      const texts = needsTexts ? (row ? readTextMark(database, row.id) : START) : undefined;
      const digest = needsDigest ? { agents: ownAgents(file) } : undefined;
      jobs.push({ job: { file, texts, digest }, surroundings });
    } else if (row && isTouched(row, file)) touched.push(file);
  }
  return { jobs, touched };
}

function isTouched(row: KnownFile, file: LogFile): boolean {
  return (
    row.gone ||
    row.folder !== file.folder ||
    row.metaFile !== file.metaFile ||
    row.sessionId !== file.sessionId
  );
}

function agentsBySession(files: readonly LogFile[]): Map<string, LogFile[]> {
  const agents = new Map<string, LogFile[]>();
  const keys = new Map<string | undefined, string>();
  for (const file of files) {
    if (file.agentId !== undefined) continue;
    agents.set(ownerKey(file), []);
    if (!keys.has(file.sessionId)) keys.set(file.sessionId, ownerKey(file));
  }
  for (const file of files) {
    if (file.agentId === undefined) continue;
    // A session may have moved to another project and left its agents behind.
    (agents.get(ownerKey(file)) ?? agents.get(keys.get(file.sessionId) ?? ''))?.push(file);
  }
  return agents;
}

function ownerKey({ home, slug, sessionId }: LogFile): string {
  return `${home}\n${slug}\n${sessionId}`;
}

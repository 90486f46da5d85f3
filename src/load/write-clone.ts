// Writes a clone part by part, with all that belongs to it and a record of where it came from; or only counts its bytes.
import type { Selection } from '../disk/select-session.ts';
import type { CutSession } from '../transform/cut-session.ts';
import type { CloneParts } from './clone-parts.ts';
import type { CloneOptions } from './clone-session.ts';
import { type ClonedSidecars, CloneSidecars } from './clone-sidecars.ts';
import type { CloneSource } from './clone-source.ts';
import { type LineageRecord, RECORD_VERSION, removeRecord, writeRecord } from './lineage-record.ts';
import type { ProjectFolder } from './project-folder.ts';
import type { SessionIds } from './session-ids.ts';
import { WrittenFiles } from './written-files.ts';

export interface CloneJob {
  readonly source: CloneSource;
  readonly selection: Selection;
  readonly options: Pick<CloneOptions, 'cuts' | 'asked' | 'see' | 'dataDir' | 'now' | 'dryRun'>;
  readonly parts: CloneParts;
  readonly ids: SessionIds;
  /** The clone's own main file. */
  readonly file: string;
  readonly folder: ProjectFolder;
}

export interface DoneClone {
  readonly bytes: number;
  readonly agents: ClonedSidecars['agents'];
  readonly notes: readonly string[];
}

export async function countClone(job: CloneJob): Promise<DoneClone> {
  const sidecars = await sidecarsOf(job);
  let bytes = 0;
  for await (const part of seenParts(job, sidecars))
    for (const chunk of job.parts.bytes(part)) bytes += chunk.length;
  return { bytes, agents: sidecars.list(job.parts.plan.title).agents, notes: [] };
}

export async function writeClone(job: CloneJob): Promise<DoneClone> {
  const { dataDir } = job.options;
  const { sessionId } = job.ids;
  const sidecars = await sidecarsOf(job);
  const parts = seenParts(job, sidecars);
  // A session that cannot be cloned shows that with its first part, mostly: nothing has been written then.
  const first = await parts.next();
  const written = new WrittenFiles();
  let agents: ClonedSidecars['agents'] = { kept: 0, left: 0 };
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (let part = first; !part.done; part = await parts.next()) yield* job.parts.bytes(part.value);
    // Before the main file gets its name: a session that a client can see has all that belongs to it.
    const listed = sidecars.list(job.parts.plan.title);
    for (const { to, chunks: bytes } of listed.files) await written.write(to, bytes());
    agents = listed.agents;
  };
  try {
    // First, so that a clone that is cut short by a crash can be cleared away by its record.
    await writeRecord(dataDir, recordOf(job, written, 'writing'));
    const { bytes } = await written.write(job.file, chunks(), job.source.newHash());
    await writeRecord(dataDir, recordOf(job, written, 'whole'));
    const notes = (await job.source.isUntouched())
      ? []
      : ['The source changed while it was cloned: a client is working on it.'];
    return { bytes, agents, notes };
  } catch (error) {
    await written.takeBack();
    await removeRecord(dataDir, sessionId);
    throw error;
  }
}

function sidecarsOf({ source, selection, ids, options }: CloneJob): Promise<CloneSidecars> {
  const withoutSnapshots = (options.cuts ?? []).some((cut) => cut.drop?.includes('snapshots'));
  return CloneSidecars.of({ source, selection, identity: ids, withoutSnapshots });
}

async function* seenParts(
  { parts, folder, options }: CloneJob,
  sidecars: CloneSidecars,
): AsyncGenerator<CutSession> {
  const see = parts.parts((entries) => {
    options.see?.(entries);
    folder.note(entries);
    sidecars.noteSource(entries);
  });
  for await (const part of see) {
    sidecars.noteClone(part);
    yield part;
  }
}

function recordOf(job: CloneJob, { files }: WrittenFiles, state: LineageRecord['state']): LineageRecord {
  const { source, selection, options, parts, ids, file } = job;
  const place = selection.kind === 'session' ? selection.session : undefined;
  return {
    version: RECORD_VERSION,
    sessionId: ids.sessionId,
    file,
    home: place?.home,
    project: place?.project,
    title: parts.title,
    source: { file: source.file, sessionId: source.sessionId, ...source.hash() },
    options: options.asked ?? {},
    created: options.now().toISOString(),
    changes: parts.changes,
    state,
    files,
  };
}

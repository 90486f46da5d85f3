// Clones a session: a copy with cuts under new ids, in the same project, with all that belongs to it. The source is only read.
import { dirname, join } from 'node:path';
import type { JsonObject } from '../base/json.ts';
import type { ContextNow } from '../context/tokens/context-now.ts';
import type { DiskProblem } from '../disk/list-folder.ts';
import { quoteName } from '../disk/quote-name.ts';
import type { Selection } from '../disk/select-session.ts';
import type { Entry, Line } from '../log/line.ts';
import { resumeCommand } from '../session/resume-command.ts';
import type { Changes } from '../transform/cut-session.ts';
import { ChapterConflict } from './chapter-conflict.ts';
import { CloneParts } from './clone-parts.ts';
import type { CloneCuts } from './clone-planner.ts';
import { agentRefusal, type CloneSource, fileSource, memorySource } from './clone-source.ts';
import type { OpenSession } from './open-session.ts';
import { ProjectFolder } from './project-folder.ts';
import { SessionIds } from './session-ids.ts';
import { type CloneJob, countClone, type DoneClone, writeClone } from './write-clone.ts';

/** What to cut, and what a clone needs of the world around it. */
export interface CloneOptions extends CloneCuts {
  /** Plans only; nothing is written. */
  readonly dryRun?: boolean;
  /** What was asked for, as it shall stand in the lineage record. */
  readonly asked?: JsonObject;
  /** The lines of the source file, where `open` holds mended ones. */
  readonly sourceLines?: readonly Line[];
  /** How much of a session is worked on at a time, at least; it is parted where it was compacted. */
  readonly chapterBytes?: number;
  /** Longer files are hashed on a thread of their own. */
  readonly longBytes?: number;
  /** Shown the entries of the source, chapter by chapter; all of them again where it takes more than one try. */
  readonly see?: (entries: readonly Entry[]) => void;
  readonly dataDir: string;
  readonly now: () => Date;
  readonly newUuid: () => string;
}

/** What became of a clone: its file, what was cut, and the command to resume it. */
export interface CloneReport {
  readonly source: string;
  readonly sourceId: string;
  readonly sessionId: string;
  readonly file: string;
  readonly dryRun: boolean;
  readonly title: string;
  readonly changes: Changes;
  readonly left: Changes;
  readonly turns: { readonly before: number; readonly after: number };
  readonly tokens: {
    readonly before: number;
    readonly after: number;
    readonly basis: 'attributed' | 'estimated';
  };
  /** The tokens by what they are. */
  readonly byKind: { readonly before: ContextNow['byKind']; readonly after: ContextNow['byKind'] };
  readonly bytes: { readonly before: number; readonly after: number };
  readonly agents: { readonly kept: number; readonly left: number };
  /** The folder to start the client in; undefined where no line tells. */
  readonly cwd: string | undefined;
  readonly resume: string;
  readonly notes: readonly string[];
}

/** Large enough that the work at each seam does not count, small enough to be forgotten at little cost. */
const CHAPTER_BYTES = 1_500_000;

/** Clones a session that is held in memory. Of one that lies on disk, `cloneFile` needs to hold far less. */
export async function cloneSession(
  open: OpenSession,
  selection: Selection,
  options: CloneOptions,
): Promise<CloneReport> {
  if (open.thread.kind === 'agent') throw agentRefusal();
  return clone(memorySource(open, options.sourceLines), selection, options);
}

/** Clones a session chapter by chapter, in memory that does not grow with the file as long as it was compacted [L2]. */
export async function cloneFile(selection: Selection, options: CloneOptions): Promise<CloneReport> {
  if (selection.kind === 'agent') throw agentRefusal();
  const source = await fileSource(selection, options.longBytes);
  try {
    return await clone(source, selection, options);
  } finally {
    source.close();
  }
}

async function clone(source: CloneSource, selection: Selection, options: CloneOptions): Promise<CloneReport> {
  if (selection.kind === 'agent') throw agentRefusal();
  const sessionId = options.newUuid();
  const ids = new SessionIds(sessionId, source.sessionId, options.newUuid, source.bytes);
  for (const { thread } of source.agents) for (const { value } of thread.entries) ids.addAgentEntry(value);
  const { chapterBytes = CHAPTER_BYTES } = options;
  const parts = new CloneParts(source.lines, ids, { ...options, chapterBytes, bytes: source.bytes });
  const job: CloneJob = {
    source,
    selection,
    options,
    parts,
    ids,
    file: join(dirname(source.file), `${sessionId}.jsonl`),
    folder: new ProjectFolder(source.file),
  };
  await parts.survey();
  for (;;) {
    try {
      return report(job, await (options.dryRun ? countClone(job) : writeClone(job)));
    } catch (error) {
      // The next try knows what this one ran into.
      if (!(error instanceof ChapterConflict)) throw error;
    }
  }
}

function report({ source, parts, options, ids, file, folder }: CloneJob, done: DoneClone): CloneReport {
  const { plan } = parts;
  const { before, after } = plan.context;
  const sure = before.basis !== 'estimated' && after.basis !== 'estimated';
  return {
    source: source.file,
    sourceId: source.sessionId,
    sessionId: ids.sessionId,
    file,
    dryRun: options.dryRun === true,
    title: plan.title,
    changes: plan.changes,
    left: plan.left,
    turns: plan.turns,
    tokens: { before: before.total, after: after.total, basis: sure ? 'attributed' : 'estimated' },
    byKind: { before: before.byKind, after: after.byKind },
    bytes: { before: source.hash().bytes, after: done.bytes },
    agents: done.agents,
    cwd: folder.path,
    resume: resumeCommand(ids.sessionId),
    notes: [...plan.notes, ...done.notes, ...source.problems.map(notAlong)],
  };
}

function notAlong({ path }: DiskProblem): string {
  return `The agent’s file ${quoteName(path)} cannot be read: it does not come along.`;
}

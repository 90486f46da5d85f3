// Clones a session: a copy with cuts under new ids, in the same project, with all that belongs to it. The source is only read.
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import { openByteSource } from '../disk/read-file.ts';
import type { Selection } from '../disk/select-session.ts';
import { slugOf, wholeSlugOf } from '../disk/slug.ts';
import type { Line } from '../log/line.ts';
import type { Changes } from '../transform/cut-session.ts';
import { applyIdentity, makeIdentity } from '../transform/new-identity.ts';
import { sessionBytes } from '../transform/write-session.ts';
import { planSidecars } from './clone-sidecars.ts';
import { type LineageRecord, RECORD_VERSION, removeRecord, writeRecord } from './lineage-record.ts';
import type { OpenSession } from './open-session.ts';
import { type CloneCuts, type ClonePlan, planClone } from './plan-clone.ts';
import { WrittenFiles } from './written-files.ts';

export interface CloneOptions extends CloneCuts {
  /** Plans only; nothing is written. */
  readonly dryRun?: boolean;
  /** What was asked for, as it shall stand in the lineage record. */
  readonly asked?: JsonObject;
  /** The lines of the source file, where `open` holds mended ones. */
  readonly sourceLines?: readonly Line[];
  readonly dataDir: string;
  readonly now: () => Date;
  readonly newUuid: () => string;
}

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
  readonly bytes: { readonly before: number; readonly after: number };
  readonly agents: { readonly kept: number; readonly left: number };
  /** The folder to start the client in; undefined where no line tells. */
  readonly cwd: string | undefined;
  readonly resume: string;
  readonly notes: readonly string[];
}

export async function cloneSession(
  open: OpenSession,
  selection: Selection,
  options: CloneOptions,
): Promise<CloneReport> {
  refuseAgent(open, selection);
  const plan = planClone(open.thread, options);
  const sessionId = options.newUuid();
  const values = [open.thread, ...open.agents.map((agent) => agent.thread)].flatMap((thread) =>
    thread.entries.map((entry) => entry.value),
  );
  // A file may have been renamed, or copied from a session whose id its lines still carry [G10].
  const identity = makeIdentity([...values, { sessionId: open.sessionId }], sessionId, options.newUuid);
  const session = applyIdentity(plan.session, identity);
  const file = join(dirname(open.file), `${sessionId}.jsonl`);
  const withoutSnapshots = (options.cuts ?? []).some((cut) => cut.drop?.includes('snapshots'));
  const sidecars = await planSidecars({
    open,
    selection,
    session: plan.session,
    identity,
    title: plan.title,
    withoutSnapshots,
  });
  const source = hashLines(options.sourceLines ?? open.thread.lines);
  const done: Done = { after: 0, notes: [...plan.notes] };
  if (options.dryRun) {
    for (const chunk of sessionBytes(session)) done.after += chunk.length;
  } else {
    const written = new WrittenFiles();
    const record = (state: LineageRecord['state']): LineageRecord => ({
      version: RECORD_VERSION,
      sessionId,
      file,
      home: selection.kind === 'session' ? selection.session.home : undefined,
      project: selection.kind === 'session' ? selection.session.project : undefined,
      title: plan.title,
      source: { file: open.file, sessionId: open.sessionId, ...source },
      options: options.asked ?? {},
      created: options.now().toISOString(),
      changes: plan.changes,
      state,
      files: written.files,
    });
    try {
      // First, so that a clone that is cut short by a crash can be cleared away by its record.
      await writeRecord(options.dataDir, record('writing'));
      for (const { to, chunks } of sidecars.files) await written.write(to, chunks());
      // Last: a session that a client can see has all that belongs to it.
      done.after = (await written.write(file, sessionBytes(session))).bytes;
      await writeRecord(options.dataDir, record('whole'));
    } catch (error) {
      await written.takeBack();
      await removeRecord(options.dataDir, sessionId);
      throw error;
    }
    if (!(await isUntouched(open.file, source)))
      done.notes.push('The source changed while it was cloned: a client is working on it.');
  }
  return report(open, plan, { sessionId, file, sidecars: sidecars.agents, source, done, options });
}

interface Done {
  after: number;
  readonly notes: string[];
}

interface Outcome {
  readonly sessionId: string;
  readonly file: string;
  readonly sidecars: CloneReport['agents'];
  readonly source: Source;
  readonly done: Done;
  readonly options: CloneOptions;
}

function report(open: OpenSession, plan: ClonePlan, outcome: Outcome): CloneReport {
  const { before, after } = plan.context;
  const sure = before.basis !== 'estimated' && after.basis !== 'estimated';
  return {
    source: open.file,
    sourceId: open.sessionId,
    sessionId: outcome.sessionId,
    file: outcome.file,
    dryRun: outcome.options.dryRun === true,
    title: plan.title,
    changes: plan.changes,
    left: plan.left,
    turns: plan.turns,
    tokens: { before: before.total, after: after.total, basis: sure ? 'attributed' : 'estimated' },
    bytes: { before: outcome.source.bytes, after: outcome.done.after },
    agents: outcome.sidecars,
    cwd: projectPath(open),
    resume: `claude --resume ${outcome.sessionId}`,
    notes: outcome.done.notes,
  };
}

function refuseAgent(open: OpenSession, selection: Selection): void {
  if (selection.kind !== 'agent' && open.thread.kind !== 'agent') return;
  throw new Refusal(
    'is-an-agent',
    'This is the file of a sub-agent: no client resumes one by itself.',
    'Clone the session that it belongs to; its agents come along.',
  );
}

interface Source {
  readonly bytes: number;
  readonly sha256: string;
}

function hashLines(lines: readonly Line[]): Source {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const { raw, terminated, place } of lines) {
    hash.update(raw);
    if (terminated) hash.update('\n');
    bytes = place.offset + place.length + (terminated ? 1 : 0);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Larger files are not read a second time. */
const MOST_REREAD = 200_000_000;

async function isUntouched(file: string, source: Source): Promise<boolean> {
  if (source.bytes > MOST_REREAD) return true;
  const hash = createHash('sha256');
  try {
    for await (const chunk of openByteSource(file, { end: source.bytes })) hash.update(chunk);
  } catch (error) {
    // Gone since it was read: the clone is whole all the same.
    if (error instanceof Refusal) return false;
    throw error;
  }
  return hash.digest('hex') === source.sha256;
}

// The client looks for a session in the folder of its working directory [F1]: of all that the lines name, the one whose
// folder this is.
function projectPath(open: OpenSession): string | undefined {
  const folder = dirname(open.file).split(/[/\\]/).at(-1);
  const named = open.thread.entries.flatMap(({ value }) =>
    typeof value.cwd === 'string' ? [value.cwd] : [],
  );
  return named.find((cwd) => slugOf(cwd) === folder || wholeSlugOf(cwd) === folder) ?? named[0];
}

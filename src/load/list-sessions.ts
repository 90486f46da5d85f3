// Lists the sessions of some homes with a summary each: looks at both ends of every file, and reads whole only those that are shown.
import { basename } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { assignAgents } from '../disk/assign-agents.ts';
import { findSessions } from '../disk/find-sessions.ts';
import type { DiskProblem } from '../disk/list-folder.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { filesWithout } from './files-without.ts';
import { filterFiles, type GlancedFile, glanceFiles } from './glance-files.ts';
import { pathsBySlug } from './paths-by-slug.ts';
import { type FileSummary, summariseFile } from './summarise-file.ts';

export type SortKey = 'modified' | 'created' | 'size' | 'turns' | 'tokens' | 'tools' | 'title';

/** Which sessions, in which order. */
export interface ListOptions {
  readonly homes: readonly string[];
  /** A path, the last part of one, or any part of one. */
  readonly project?: string | undefined;
  /** Milliseconds: last written to at or after this; before that. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly sort?: SortKey;
  readonly reverse?: boolean;
  readonly most?: number | undefined;
  /** Also what holds no conversation: warm-ups, empty files, agents whose session is gone. */
  readonly all?: boolean;
}

/** The sessions that fit, and how many there were. */
export interface SessionList {
  readonly sessions: readonly FileSummary[];
  /** Files that fit but hold no conversation, among those that were read. */
  readonly hidden: number;
  /** Session files found in the homes, before any filter. */
  readonly found: number;
  readonly problems: readonly DiskProblem[];
}

/** Lists the sessions of some homes from the files alone, as `clew ls --no-catalog` does. */
export async function listSessions(options: ListOptions): Promise<SessionList> {
  const { all = false, sort = 'modified', most = Number.POSITIVE_INFINITY, reverse = false } = options;
  const listing = await assignAgents(await findSessions(options.homes));
  const files = await chooseFiles(listing.sessions, options);
  // Where the order is known before the files are read, reading stops when enough are found.
  const ordered =
    options.most !== undefined && (sort === 'modified' || sort === 'created' || sort === 'size');
  if (ordered) files.sort((a, b) => (reverse ? -1 : 1) * compareGlanced(a, b, sort));
  const problems = [...listing.problems];
  const found: Row[] = [];
  let hidden = 0;
  // In steps: enough for the disk and the parser to overlap, and few enough files in memory at once.
  for (let at = 0; at < files.length && !(ordered && found.length >= most); at += STEP) {
    const step = files.slice(at, at + STEP);
    for (const row of await Promise.all(step.map((file) => summarise(file, problems)))) {
      if (row && (all || !row.summary.empty)) found.push(row);
      else if (row) hidden++;
    }
  }
  const sessions = nameProjects(found);
  if (all) sessions.push(...filesWithout(listing, options));
  sessions.sort((a, b) => (reverse ? -1 : 1) * compareSummaries(a, b, sort));
  return {
    sessions: sessions.slice(0, most),
    hidden,
    found: listing.sessions.length,
    problems,
  };
}

const STEP = 4;

/** A file that will be read whole anyway need not be looked at first. */
type ChosenFile = Omit<GlancedFile, 'glance'> & Partial<Pick<GlancedFile, 'glance'>>;

async function chooseFiles(sessions: readonly SessionFile[], options: ListOptions): Promise<ChosenFile[]> {
  const { project, since, until, most } = options;
  const whole = [project, since, until, most].every((limit) => limit === undefined);
  return whole ? sessions.map((session) => ({ session })) : filterFiles(await glanceFiles(sessions), options);
}

interface Row {
  readonly session: SessionFile;
  readonly summary: FileSummary;
}

function nameProjects(rows: readonly Row[]): FileSummary[] {
  const paths = pathsBySlug(rows.map(({ session, summary }) => [session.project, summary.project]));
  return rows.map(({ session, summary }) =>
    summary.project === undefined ? { ...summary, project: paths.get(session.project) } : summary,
  );
}

async function summarise({ session, glance }: ChosenFile, problems: DiskProblem[]): Promise<Row | undefined> {
  try {
    return { session, summary: await summariseFile(session, glance) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A file that vanished since it was found is not there to be listed.
    if (error.code !== 'file-missing')
      problems.push({ rule: 'F1', severity: 'warning', path: session.file, message: error.message });
    return undefined;
  }
}

// The newest or largest first; equal ones by name, so that two runs agree.
function compareGlanced(a: ChosenFile, b: ChosenFile, sort: SortKey): number {
  const by = ({ session, glance }: ChosenFile): number => {
    if (sort === 'size') return session.bytes;
    return (sort === 'created' ? glance?.created : glance?.modified) ?? session.modified;
  };
  return by(b) - by(a) || (a.session.file < b.session.file ? -1 : 1);
}

/** The newest, largest or fullest first; titles by the alphabet. */
export function compareSummaries(a: FileSummary, b: FileSummary, sort: SortKey): number {
  if (sort === 'title') {
    return titleOf(a).localeCompare(titleOf(b), 'en', { sensitivity: 'base' }) || b.modified - a.modified;
  }
  return figureOf(b, sort) - figureOf(a, sort) || b.modified - a.modified || (a.file < b.file ? -1 : 1);
}

function titleOf(summary: FileSummary): string {
  return summary.title ?? basename(summary.file);
}

function figureOf(summary: FileSummary, sort: Exclude<SortKey, 'title'>): number {
  switch (sort) {
    case 'modified':
      return summary.modified;
    case 'created':
      return summary.created ?? summary.fileModified;
    case 'size':
      return summary.bytes;
    case 'turns':
      return summary.turns;
    case 'tokens':
      return summary.contextTokens ?? -1;
    case 'tools':
      return summary.toolCalls;
  }
}

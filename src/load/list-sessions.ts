// Lists the sessions of some homes with a summary each: looks at both ends of every file, and reads whole only those that are shown.
import { basename } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { assignAgents } from '../disk/assign-agents.ts';
import { findSessions } from '../disk/find-sessions.ts';
import { type DiskProblem, mapLimited } from '../disk/list-folder.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { filesWithout } from './files-without.ts';
import { type Glance, glanceFile } from './glance-file.ts';
import { matchProjects } from './match-projects.ts';
import { type FileSummary, summariseFile } from './summarise-file.ts';

export type SortKey = 'modified' | 'created' | 'size' | 'turns' | 'tokens' | 'tools' | 'title';

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

export interface SessionList {
  readonly sessions: readonly FileSummary[];
  /** Files that fit but hold no conversation, among those that were read. */
  readonly hidden: number;
  /** Session files found in the homes, before any filter. */
  readonly found: number;
  readonly problems: readonly DiskProblem[];
}

export interface GlancedFile {
  readonly session: SessionFile;
  readonly glance: Glance;
}

export async function listSessions(options: ListOptions): Promise<SessionList> {
  const { all = false, sort = 'modified', most = Number.POSITIVE_INFINITY } = options;
  const listing = await assignAgents(await findSessions(options.homes));
  const glanced = await glanceFiles(listing.sessions);
  const fitting = filterFiles(glanced, options).sort((a, b) => compareGlanced(a, b, sort));
  if (options.reverse) fitting.reverse();
  const byGlance = sort === 'modified' || sort === 'created' || sort === 'size';
  const sessions: FileSummary[] = [];
  let hidden = 0;
  // In steps: enough for the disk and the parser to overlap, and few enough files in memory at once.
  for (let at = 0; at < fitting.length && !(byGlance && sessions.length >= most); at += STEP) {
    for (const summary of await Promise.all(fitting.slice(at, at + STEP).map(summarise))) {
      if (summary && (all || !summary.empty)) sessions.push(summary);
      else if (summary) hidden++;
    }
  }
  if (all) sessions.push(...filesWithout(listing, options));
  if (!byGlance || all) sessions.sort((a, b) => (options.reverse ? -1 : 1) * compareSummaries(a, b, sort));
  return {
    sessions: sessions.slice(0, most),
    hidden,
    found: listing.sessions.length,
    problems: listing.problems,
  };
}

const STEP = 4;

/** Both ends of each file. */
export async function glanceFiles(sessions: readonly SessionFile[]): Promise<GlancedFile[]> {
  return mapLimited(sessions, async (session) => ({ session, glance: await glanceFile(session) }));
}

export function filterFiles(
  files: readonly GlancedFile[],
  { project, since, until }: Pick<ListOptions, 'project' | 'since' | 'until'>,
): GlancedFile[] {
  const fitting = project === undefined ? files : matchProjects(project, files);
  return fitting.filter((file) => {
    const modified = modifiedOf(file);
    return (since === undefined || modified >= since) && (until === undefined || modified < until);
  });
}

export function modifiedOf({ session, glance }: GlancedFile): number {
  return glance.modified ?? session.modified;
}

async function summarise({ session, glance }: GlancedFile): Promise<FileSummary | undefined> {
  try {
    return await summariseFile(session, glance);
  } catch (error) {
    // A file that vanished since it was found, or is closed to us, is not there to be listed.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

// The newest or largest first; equal ones by name, so that two runs agree.
function compareGlanced(a: GlancedFile, b: GlancedFile, sort: SortKey): number {
  const by = (file: GlancedFile): number => {
    if (sort === 'created') return file.glance.created ?? file.session.modified;
    return sort === 'size' ? file.session.bytes : modifiedOf(file);
  };
  return by(b) - by(a) || (a.session.file < b.session.file ? -1 : 1);
}

function compareSummaries(a: FileSummary, b: FileSummary, sort: SortKey): number {
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

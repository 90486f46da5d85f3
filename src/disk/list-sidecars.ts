// Lists everything a session left outside its own file: agents, tool results, title, file history, todos, tasks, history lines [F3].
import { basename, join, relative, sep } from 'node:path';
import { isObject, stringField } from '../base/json.ts';
import { agentIdOf } from './agent-file.ts';
import { findHistoryLines, type HistoryLines } from './find-history-lines.ts';
import {
  type DiskProblem,
  type FoundFile,
  listFolder,
  lookAtFile,
  mapLimited,
  walkFiles,
} from './list-folder.ts';
import type { SessionFile } from './list-project.ts';
import { readSideJson } from './read-side-file.ts';

export type SidecarKind =
  | 'agent'
  | 'agent-meta'
  | 'tool-result'
  | 'custom-title'
  | 'file-history'
  | 'todos'
  | 'tasks'
  /** Something else in the session's own folder: not known, but part of the session all the same. */
  | 'other';

export interface Sidecar extends FoundFile {
  readonly kind: SidecarKind;
}

/** All that lies beside a session’s transcript [F3]. */
export interface Sidecars {
  readonly files: readonly Sidecar[];
  /** The home's `history.jsonl`, where there is one, and the lines in it that name the session. */
  readonly history: HistoryLines | undefined;
  /** The project's `sessions-index.json`, where there is one: often stale, so a mention proves nothing. */
  readonly sessionsIndex: { readonly file: string; readonly mentioned: boolean } | undefined;
  readonly problems: readonly DiskProblem[];
}

/** What a session, or the folder of one whose file is gone, has beside it. Flat agents count if they were assigned to it. */
export async function listSidecars(
  session: Pick<SessionFile, 'home' | 'project' | 'sessionId' | 'agents'>,
): Promise<Sidecars> {
  const { home, project, sessionId } = session;
  // An id read from content must not lead out of the home.
  if (!isPlainName(sessionId) || !isPlainName(project)) {
    return { files: [], history: undefined, sessionsIndex: undefined, problems: [] };
  }
  const problems: DiskProblem[] = [];
  const folder = join(home, 'projects', project);
  const own = join(folder, sessionId);
  const files: Sidecar[] = [];
  for (const found of await walkFiles(own, problems))
    files.push({ ...found, kind: kindInside(own, found.file) });
  files.push(...(await flatAgents(session, problems)));
  const history = await walkFiles(join(home, 'file-history', sessionId), problems);
  for (const found of history) files.push({ ...found, kind: 'file-history' });
  for (const kind of ['todos', 'tasks'] as const) {
    for (const found of await namedFor(join(home, kind), sessionId, problems)) files.push({ ...found, kind });
  }
  return {
    files,
    history: await findHistoryLines(join(home, 'history.jsonl'), sessionId, problems),
    sessionsIndex: await lookIntoIndex(join(folder, 'sessions-index.json'), sessionId, problems),
    problems,
  };
}

function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name);
}

function kindInside(own: string, file: string): SidecarKind {
  const [first] = relative(own, file).split(sep);
  const name = basename(file);
  if (first === 'tool-results') return 'tool-result';
  if (first === 'custom-title.json') return 'custom-title';
  if (first !== 'subagents') return 'other';
  if (agentIdOf(name) !== undefined) return 'agent';
  return /^agent-.+\.meta\.json$/s.test(name) ? 'agent-meta' : 'other';
}

async function flatAgents(session: Pick<SessionFile, 'agents'>, problems: DiskProblem[]): Promise<Sidecar[]> {
  const files: Sidecar[] = [];
  for (const agent of session.agents) {
    if (agent.layout !== 'flat') continue;
    const found = await lookAtFile(agent.file, problems);
    if (found) files.push({ ...found, kind: 'agent' });
    const meta = agent.metaFile === undefined ? undefined : await lookAtFile(agent.metaFile, problems);
    if (meta) files.push({ ...meta, kind: 'agent-meta' });
  }
  return files;
}

// `<sessionId>-agent-<id>.json` in todos; in tasks a folder of that name, or a file.
async function namedFor(folder: string, sessionId: string, problems: DiskProblem[]): Promise<FoundFile[]> {
  const files: string[] = [];
  const found: FoundFile[] = [];
  for (const entry of await listFolder(folder, problems)) {
    const { name } = entry;
    if (entry.isDirectory() && name === sessionId)
      found.push(...(await walkFiles(join(folder, name), problems)));
    else if (entry.isFile() && (name === `${sessionId}.json` || name.startsWith(`${sessionId}-agent-`))) {
      files.push(join(folder, name));
    }
  }
  for (const file of await mapLimited(files, (path) => lookAtFile(path, problems)))
    if (file) found.push(file);
  return found;
}

async function lookIntoIndex(
  file: string,
  sessionId: string,
  problems: DiskProblem[],
): Promise<Sidecars['sessionsIndex']> {
  const found = await lookAtFile(file, problems);
  if (!found) return undefined;
  const index = await readSideJson(file);
  if (index === undefined) {
    const message = 'The index of sessions cannot be read.';
    problems.push({ rule: 'F3', severity: 'warning', path: file, message });
  }
  return { file, mentioned: mentions(index, sessionId) };
}

function mentions(index: unknown, sessionId: string): boolean {
  const entries: unknown = isObject(index) ? index.entries : undefined;
  return (
    Array.isArray(entries) &&
    entries.some((entry) => isObject(entry) && stringField(entry, 'sessionId') === sessionId)
  );
}

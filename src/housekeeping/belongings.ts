// Lists all that belongs to a session in a home, each file by its role, so that it can be removed, moved or copied as a whole [F3].
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { JsonObject } from '../base/json.ts';
import { type DiskProblem, type FoundFile, isLink, lookAtFile, walkFiles } from '../disk/list-folder.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { readSideFile } from '../disk/read-side-file.ts';
import { type HistoryLine, type HomeView, HomeViews } from './home-view.ts';
import { findRegistrations } from './registrations.ts';
import { listIndex } from './sessions-index.ts';

/**
 * `main`: the session's file. `own`: in the folder of its name beside it. `flat`: an agent beside it.
 * `home`: elsewhere in the home under the session's id (`file-history`, `todos`, `tasks` and what later clients add).
 */
export type Role = 'main' | 'own' | 'flat' | 'home';

export interface Belonging extends FoundFile {
  readonly role: Role;
  /** Names from the role's folder down to the file. */
  readonly path: readonly string[];
}

export interface Belongings {
  readonly files: readonly Belonging[];
  /** Folders that are the session's alone, the outer before the inner. */
  readonly folders: readonly string[];
  /** The home's `history.jsonl`, there or not, and the lines in it that are the session's. */
  readonly history: { readonly file: string; readonly lines: readonly HistoryLine[] };
  /** The entry in `sessions-index.json`, with the whole text of that file. */
  readonly index: IndexEntry | undefined;
  /** What killed clients left of their registrations: of this machine only, so neither moved nor packed. */
  readonly stale: readonly string[];
  readonly problems: readonly DiskProblem[];
}

export interface IndexEntry {
  readonly file: string;
  readonly text: string;
  readonly entry: JsonObject;
}

/** Agents beside the session count if they were assigned to it (`assignAgents`). */
export async function listBelongings(
  session: SessionFile,
  views: HomeViews = new HomeViews(),
): Promise<Belongings> {
  const { home, sessionId } = session;
  const view = views.of(home);
  const problems: DiskProblem[] = [];
  const project = dirname(session.file);
  const own = join(project, sessionId);
  const main = await lookAtFile(session.file, problems);
  const files: Belonging[] = main ? [{ ...main, role: 'main', path: [basename(main.file)] }] : [];
  for (const found of await walkFiles(own, problems))
    files.push({ ...found, role: 'own', path: relative(own, found.file).split(sep) });
  for (const agent of session.agents) {
    if (agent.layout !== 'flat') continue;
    for (const file of [agent.file, agent.metaFile]) {
      const found = file === undefined ? undefined : await lookAtFile(file, problems);
      if (found) files.push({ ...found, role: 'flat', path: [basename(found.file)] });
    }
  }
  const elsewhere = await findElsewhere(view, sessionId, problems);
  for (const found of elsewhere.files)
    files.push({ ...found, role: 'home', path: relative(home, found.file).split(sep) });
  return {
    files,
    folders: [...(await listFolders(own)), ...elsewhere.folders],
    history: { file: view.historyFile, lines: await view.historyOf(sessionId) },
    index: await findIndexEntry(join(project, 'sessions-index.json'), sessionId),
    stale: (await findRegistrations(home, sessionId))
      .filter(({ running }) => !running)
      .map(({ file }) => file),
    problems,
  };
}

// Any folder of the home may hold files named for sessions, and new clients bring new ones.
async function findElsewhere(
  view: HomeView,
  sessionId: string,
  problems: DiskProblem[],
): Promise<{ files: FoundFile[]; folders: string[] }> {
  const files: FoundFile[] = [];
  const folders: string[] = [];
  for (const { folder, entries } of await view.folders()) {
    for (const entry of entries) {
      if (!isNamedFor(entry.name, sessionId)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        files.push(...(await walkFiles(path, problems)));
        folders.push(...(await listFolders(path)));
      } else if (entry.isFile()) {
        const found = await lookAtFile(path, problems);
        if (found) files.push(found);
      }
    }
  }
  return { files, folders };
}

/** `<id>`, `<id>.json`, `<id>-agent-….json`: an id that merely begins alike is another session. */
export function isNamedFor(name: string, sessionId: string): boolean {
  return name === sessionId || name.startsWith(`${sessionId}.`) || name.startsWith(`${sessionId}-`);
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = (await isLink(folder))
    ? undefined
    : await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => undefined);
  if (!entries) return [];
  const inside = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  return [folder, ...inside.sort((a, b) => a.length - b.length)];
}

async function findIndexEntry(file: string, sessionId: string): Promise<IndexEntry | undefined> {
  const text = (await readSideFile(file)) ?? '';
  const entry = listIndex(text).find((one) => one.sessionId === sessionId);
  return entry && { file, text, entry };
}

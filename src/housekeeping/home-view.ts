// What sessions of one home share, read once for a command that goes over many of them: the history and the home's folders.
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { type DiskProblem, listFolder, lookAtFile } from '../disk/list-folder.ts';
import { readLogFile } from '../disk/read-file.ts';
import { sessionIdOf } from '../log/fields.ts';
import { lineText } from '../log/parse-line.ts';

export interface HistoryLine {
  readonly line: number;
  readonly text: string;
}

/** A folder of the home other than `projects`, with what is in it. */
export interface HomeFolder {
  readonly folder: string;
  readonly entries: readonly Dirent[];
}

export class HomeView {
  readonly home: string;
  #history: Promise<ReadonlyMap<string, HistoryLine[]>> | undefined;
  #folders: Promise<HomeFolder[]> | undefined;

  constructor(home: string) {
    this.home = home;
  }

  get historyFile(): string {
    return join(this.home, 'history.jsonl');
  }

  async historyOf(sessionId: string): Promise<readonly HistoryLine[]> {
    this.#history ??= readHistory(this.historyFile);
    return (await this.#history).get(sessionId) ?? [];
  }

  folders(): Promise<HomeFolder[]> {
    this.#folders ??= listFolders(this.home);
    return this.#folders;
  }
}

/** One view for each home that a command meets. */
export class HomeViews {
  readonly #views = new Map<string, HomeView>();

  of(home: string): HomeView {
    const view = this.#views.get(home) ?? new HomeView(home);
    this.#views.set(home, view);
    return view;
  }
}

async function readHistory(file: string): Promise<Map<string, HistoryLine[]>> {
  const bySession = new Map<string, HistoryLine[]>();
  if (!(await lookAtFile(file, []))) return bySession;
  try {
    for await (const line of readLogFile(file)) {
      const sessionId = line.kind === 'entry' ? sessionIdOf(line) : undefined;
      if (sessionId === undefined) continue;
      const lines = bySession.get(sessionId) ?? [];
      lines.push({ line: line.place.line, text: lineText(line) });
      bySession.set(sessionId, lines);
    }
  } catch (error) {
    // Not there, or closed to us: then no line of it is the session's.
    if (!(error instanceof Refusal)) throw error;
  }
  return bySession;
}

async function listFolders(home: string): Promise<HomeFolder[]> {
  const problems: DiskProblem[] = [];
  const folders: HomeFolder[] = [];
  for (const top of await listFolder(home, problems)) {
    if (!top.isDirectory() || top.name === 'projects') continue;
    const folder = join(home, top.name);
    folders.push({ folder, entries: await listFolder(folder, problems) });
  }
  return folders;
}

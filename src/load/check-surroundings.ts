// Reads what surrounds session files and decides about them: the client's settings, project indexes, kept tool results.
import { join } from 'node:path';
import { isObject, numberField, stringField } from '../base/json.ts';
import type { Retention, Surroundings } from '../check/checked-session.ts';
import { type DiskProblem, listFolder, lookAtFile } from '../disk/list-folder.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { readSideJson } from '../disk/read-side-file.ts';

const DEFAULT_DAYS = 30;

/** Files that only a working client leaves in its home: without any of them it is a copy, where nothing is deleted. */
const SIGNS_OF_USE: readonly string[] = ['.last-cleanup', 'history.jsonl', 'settings.json', 'statsig'];

/** Remembers what many sessions share, so that a whole home reads each settings file and index once. */
export class SurroundingsReader {
  readonly #now: number;
  readonly #retentions: Map<string, Promise<Retention>> = new Map();
  readonly #indexes: Map<string, Promise<ReadonlySet<string> | undefined>> = new Map();

  constructor(now: number) {
    this.#now = now;
  }

  async around(session: SessionFile): Promise<Surroundings> {
    const index = await this.listed(join(session.home, 'projects', session.project));
    return {
      now: this.#now,
      modified: session.modified,
      retention: await this.#retention(session.home),
      toolResults: await keptResults(session.folder),
      sessionsIndex: index && { lists: index.has(session.sessionId) },
    };
  }

  /** For a file outside any home. */
  async aroundFile(file: string): Promise<Surroundings | undefined> {
    const found = await lookAtFile(file, []);
    return found && { now: this.#now, modified: found.modified };
  }

  /** The ids that a project's `sessions-index.json` lists; undefined where there is none that can be read. */
  async listed(project: string): Promise<ReadonlySet<string> | undefined> {
    let index = this.#indexes.get(project);
    if (!index) {
      index = readIndex(join(project, 'sessions-index.json'));
      this.#indexes.set(project, index);
    }
    return index;
  }

  async #retention(home: string): Promise<Retention> {
    let retention = this.#retentions.get(home);
    if (!retention) {
      retention = readRetention(home);
      this.#retentions.set(home, retention);
    }
    return retention;
  }
}

// A settings file or index that is torn or closed to us says nothing.
async function readRetention(home: string): Promise<Retention> {
  const settings = await readSideJson(join(home, 'settings.json'));
  const days = isObject(settings) ? numberField(settings, 'cleanupPeriodDays') : undefined;
  const names = new Set((await listFolder(home, [])).map((entry) => entry.name));
  const inUse = SIGNS_OF_USE.some((name) => names.has(name));
  // Newer clients refuse 0 and older ones took it for "keep nothing": the default is the careful reading.
  const given = days !== undefined && days > 0;
  return { days: given ? days : DEFAULT_DAYS, basis: given ? 'settings' : 'default', inUse };
}

async function readIndex(file: string): Promise<ReadonlySet<string> | undefined> {
  const index = await readSideJson(file);
  if (!isObject(index) || !Array.isArray(index.entries)) return undefined;
  const ids = new Set<string>();
  for (const entry of index.entries) {
    const id = isObject(entry) ? stringField(entry, 'sessionId') : undefined;
    if (id !== undefined) ids.add(id);
  }
  return ids;
}

async function keptResults(folder: string | undefined): Promise<ReadonlySet<string>> {
  if (folder === undefined) return new Set();
  const problems: DiskProblem[] = [];
  return new Set((await listFolder(join(folder, 'tool-results'), problems)).map((entry) => entry.name));
}

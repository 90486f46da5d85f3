// Measures what takes the space: a home by kinds of files, and a session's lines by kinds of entries.
import { realpath } from 'node:fs/promises';
import { basename, relative, sep } from 'node:path';
import { agentIdOf } from '../disk/agent-file.ts';
import { type DiskProblem, walkFiles } from '../disk/list-folder.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { readLogFile } from '../disk/read-file.ts';
import { typeOf } from '../log/fields.ts';
import { listBelongings } from './belongings.ts';

/** What one kind of file takes. */
export interface DiskUse {
  readonly kind: string;
  readonly files: number;
  readonly bytes: number;
}

/** The largest first. */
export async function measureHome(
  home: string,
): Promise<{ uses: readonly DiskUse[]; problems: readonly DiskProblem[] }> {
  const problems: DiskProblem[] = [];
  const tally = new Tally();
  for (const { path, bytes } of await filesBelow(home, problems)) tally.add(kindOf(path), bytes);
  return { uses: tally.uses, problems };
}

/** clew's own folders, by what they are for. */
export async function measureOwn(dataDir: string): Promise<readonly DiskUse[]> {
  const tally = new Tally();
  for (const { path, bytes } of await filesBelow(dataDir, []))
    tally.add(`clew: ${path.length === 1 ? 'catalog' : path[0]}`, bytes);
  return tally.uses;
}

// A home or the data folder may itself be a link, to another disk.
async function filesBelow(
  folder: string,
  problems: DiskProblem[],
): Promise<{ path: string[]; bytes: number }[]> {
  const real = await realpath(folder).catch(() => folder);
  const files = await walkFiles(real, problems);
  return files.map(({ file, bytes }) => ({ path: relative(real, file).split(sep), bytes }));
}

export interface SessionUse {
  readonly sessionId: string;
  readonly files: readonly DiskUse[];
  /** Bytes of the lines of all its logs, by the type of their entries; what the client keeps beside results apart. */
  readonly lines: readonly DiskUse[];
}

/** Measures a session’s files, and its lines by kinds of entries. */
export async function measureSession(session: SessionFile): Promise<SessionUse> {
  const files = new Tally();
  const lines = new Tally();
  for (const { file, bytes, role, path } of (await listBelongings(session)).files) {
    const names =
      role === 'own' ? ['projects', '', '', ...path] : role === 'home' ? path : ['projects', '', ...path];
    files.add(kindOf(names), bytes);
    if (!file.endsWith('.jsonl')) continue;
    for await (const line of readLogFile(file)) {
      const length = line.place.length + (line.terminated ? 1 : 0);
      if (line.kind !== 'entry') lines.add(`(${line.kind})`, length);
      else {
        const { toolUseResult } = line.value;
        // Written anew it may be longer than it stands there: the two never make more than the line.
        const beside =
          toolUseResult === undefined
            ? 0
            : Math.min(length, Buffer.byteLength(JSON.stringify(toolUseResult)));
        if (beside > 0) lines.add('toolUseResult', beside);
        lines.add(typeOf(line), length - beside);
      }
    }
  }
  return { sessionId: session.sessionId, files: files.uses, lines: lines.uses };
}

function kindOf(path: readonly string[]): string {
  const [top = '', , third = '', fourth = ''] = path;
  if (path.length === 1) return top === 'history.jsonl' ? 'history' : 'settings and others';
  if (top !== 'projects') return top;
  if (path.length === 3) {
    if (agentIdOf(third) !== undefined) return 'agents';
    return third.endsWith('.jsonl') ? 'sessions' : 'projects: others';
  }
  if (fourth === 'tool-results') return 'tool results';
  if (fourth === 'subagents')
    return agentIdOf(basename(path.at(-1) ?? '')) === undefined ? 'projects: others' : 'agents';
  return 'projects: others';
}

class Tally {
  readonly #uses = new Map<string, { files: number; bytes: number }>();

  add(kind: string, bytes: number): void {
    const use = this.#uses.get(kind) ?? { files: 0, bytes: 0 };
    use.files++;
    use.bytes += bytes;
    this.#uses.set(kind, use);
  }

  get uses(): DiskUse[] {
    return [...this.#uses].map(([kind, use]) => ({ kind, ...use })).sort((a, b) => b.bytes - a.bytes);
  }
}

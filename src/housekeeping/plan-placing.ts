// Places a bundle in a home: plans every file, its lines mapped to where they are now, and its lines of the history.
import { join } from 'node:path';
import type { JsonObject } from '../base/json.ts';
import { slugOf } from '../disk/slug.ts';
import type { SessionBundle } from './bundle.ts';
import type { ChangeSet, Chunks } from './change-set.ts';
import { type LineMap, mapLinePaths, mapPath, type PathMap } from './map-paths.ts';
import { rewriteEntries, rewriteLog } from './rewrite-log.ts';

export interface Placement {
  readonly home: string;
  /** Old folders to new ones; empty where all stays as it was. */
  readonly map: PathMap;
}

export interface Placed {
  readonly sessionId: string;
  readonly file: string;
  readonly cwd: string | undefined;
}

/** `read` gives the contents of a file of the bundle, by its number. */
export function planPlacing(
  bundle: SessionBundle,
  read: (n: number) => ReturnType<Chunks>,
  { home, map }: Placement,
  changes: ChangeSet,
): Placed {
  const { sessionId, cwd } = bundle;
  const newCwd = cwd === undefined ? undefined : mapPath(cwd, map);
  // The folder keeps its name where nothing was mapped: it may be one of an older client [F1].
  const project = newCwd === undefined || newCwd === cwd ? bundle.project : slugOf(newCwd);
  const folder = join(home, 'projects', project);
  const lines: LineMap = { folders: map, files: ownFiles(bundle, folder) };
  for (const [n, { role, path }] of bundle.files.entries()) {
    const root = role === 'home' ? home : role === 'own' ? join(folder, sessionId) : folder;
    const file = join(root, ...path);
    const isMapped = lines.folders.length + lines.files.length > 0 && file.endsWith('.jsonl');
    changes.create(file, () => (isMapped ? mapLines(() => read(n), lines) : read(n)), {
      main: role === 'main',
    });
  }
  changes.editLines(
    join(home, 'history.jsonl'),
    // Behind all others: a number past the end.
    bundle.history.map((text) => ({
      line: Number.MAX_SAFE_INTEGER,
      before: undefined,
      after: mapHistoryLine(text, lines),
    })),
  );
  return { sessionId, file: join(folder, `${sessionId}.jsonl`), cwd: newCwd };
}

function ownFiles(bundle: SessionBundle, folder: string): PathMap {
  const from = joinAs(bundle.home, ['projects', bundle.project, bundle.sessionId]);
  const to = join(folder, bundle.sessionId);
  return bundle.home === '' || from === to ? [] : [[from, to]];
}

// The bundle may come from another system: its home knows which separator that used.
function joinAs(home: string, names: readonly string[]): string {
  return [home, ...names].join(/^[A-Za-z]:\\/.test(home) ? '\\' : '/');
}

function mapLines(open: () => ReturnType<Chunks>, map: LineMap): AsyncGenerator<Uint8Array> {
  return rewriteLog(
    (range) => (range ? cut(open(), range) : open()),
    rewriteEntries((value) => mapLinePaths(value, map)),
  );
}

async function* cut(
  chunks: ReturnType<Chunks>,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of chunks) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, chunk.length)];
    if (from < to) yield chunk.subarray(from, to);
    at += chunk.length;
    if (at >= end) return;
  }
}

function mapHistoryLine(text: string, map: LineMap): string {
  const value = JSON.parse(text) as JsonObject;
  const mapped = mapLinePaths(value, map);
  return mapped === value ? text : JSON.stringify(mapped);
}

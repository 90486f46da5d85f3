// Maps the paths that a session's lines carry for the client to other folders: where it ran and where its files lie, never what was said.
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import { mapStrings } from '../secrets/map-strings.ts';

/** From a folder to another; of several that fit, the longest counts. */
export type PathMap = readonly (readonly [from: string, to: string])[];

export interface LineMap {
  /** For `cwd` and its kin. */
  readonly folders: PathMap;
  /** For the session's own files wherever a text names them: tool results that were saved to disk [F3]. */
  readonly files: PathMap;
}

/** `OLD=NEW`, both absolute. */
export function parsePathMap(texts: readonly string[]): PathMap {
  return texts.map((text) => {
    const at = text.indexOf('=');
    const [from, to] = [text.slice(0, at), text.slice(at + 1)].map((path) =>
      path.replace(/(?<=.)[/\\]+$/, ''),
    );
    if (at < 1 || !isAbsolute(from) || !isAbsolute(to)) {
      throw new Refusal(
        'bad-map',
        `--map does not understand “${text.slice(0, 200)}”.`,
        'Write the old and the new folder as absolute paths: --map /old/place=/new/place.',
      );
    }
    return [from as string, to as string] as const;
  });
}

function isAbsolute(path: string | undefined): boolean {
  return path !== undefined && /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path) && !/[/\\]\.\.?(?:[/\\]|$)/.test(path);
}

export function mapPath(path: string, map: PathMap): string {
  let best: readonly [string, string] | undefined;
  for (const pair of map) {
    const [from] = pair;
    const fits = path === from || (path.startsWith(from) && /[/\\]/.test(path.charAt(from.length)));
    if (fits && (!best || from.length > best[0].length)) best = pair;
  }
  return best ? best[1] + path.slice(best[0].length) : path;
}

/** The same object where nothing in it is mapped. */
export function mapLinePaths(value: JsonObject, map: LineMap): JsonObject {
  const copy: Record<string, Json | undefined> = { ...value };
  let changed = false;
  const set = (key: string, next: Json | undefined): void => {
    if (next === value[key]) return;
    copy[key] = next;
    changed = true;
  };
  for (const key of ['cwd', 'originalCwd', 'projectPath', 'project'])
    if (typeof value[key] === 'string') set(key, mapPath(value[key], map.folders));
  if (isObject(value.backup)) set('backup', mapBackup(value.backup, map.folders));
  if (isObject(value.snapshot)) set('snapshot', mapSnapshot(value.snapshot, map.folders));
  const structured = changed ? copy : value;
  if (map.files.length === 0) return structured;
  return mapStrings(structured, (text) => mapInside(text, map.files)) as JsonObject;
}

function mapInside(text: string, map: PathMap): string {
  let mapped = text;
  // Not with a string: `$&` in a path is text.
  for (const [from, to] of map) if (mapped.includes(from)) mapped = mapped.replaceAll(from, () => to);
  return mapped;
}

// Names of tracked files are relative to the project, or absolute where they lie outside it.
function mapSnapshot(snapshot: JsonObject, map: PathMap): JsonObject {
  const tracked = snapshot.trackedFileBackups;
  if (!isObject(tracked)) return snapshot;
  let changed = false;
  const entries = Object.entries(tracked).map(([path, backup]) => {
    const mapped = mapPath(path, map);
    const next = isObject(backup) ? mapBackup(backup, map) : backup;
    if (mapped !== path || next !== backup) changed = true;
    return [mapped, next] as const;
  });
  return changed ? { ...snapshot, trackedFileBackups: Object.fromEntries(entries) } : snapshot;
}

function mapBackup(backup: JsonObject, map: PathMap): JsonObject {
  const folder = backup.realParentDir;
  const mapped = typeof folder === 'string' ? mapPath(folder, map) : folder;
  return mapped === folder ? backup : { ...backup, realParentDir: mapped };
}

// Reads whole files that the session model is built from: all lines of a log, and an agent's meta file.
import { type JsonObject, parseObject } from '../base/json.ts';
import { openByteSource } from '../disk/read-file.ts';
import { readSideFile } from '../disk/read-side-file.ts';
import type { Line } from '../log/line.ts';
import { type CollectOptions, collectLog } from '../log/read-log.ts';

export function readLines(file: string, options?: CollectOptions): Promise<Line[]> {
  return collectLog(openByteSource(file), options);
}

/** A torn or vanished meta file only means that one way of linking the agent is gone. */
export async function readMeta(file: string | undefined): Promise<JsonObject | undefined> {
  if (file === undefined) return undefined;
  const text = await readSideFile(file);
  return text === undefined ? undefined : parseObject(text);
}

// Reads whole files that the session model is built from: all lines of a log, and an agent's meta file.
import { readFile } from 'node:fs/promises';
import { isObject, type JsonObject } from '../base/json.ts';
import { readLogFile } from '../disk/read-file.ts';
import type { Line } from '../log/line.ts';

export async function readLines(file: string): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of readLogFile(file)) lines.push(line);
  return lines;
}

/** A torn or vanished meta file only means that one way of linking the agent is gone. */
export async function readMeta(file: string | undefined): Promise<JsonObject | undefined> {
  if (file === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

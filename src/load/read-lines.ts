// Reads whole files that the session model is built from: all lines of a log, and an agent's meta file.
import { readFile } from 'node:fs/promises';
import { type JsonObject, parseObject } from '../base/json.ts';
import { openByteSource } from '../disk/read-file.ts';
import type { Line } from '../log/line.ts';
import { collectLog } from '../log/read-log.ts';

export function readLines(file: string): Promise<Line[]> {
  return collectLog(openByteSource(file));
}

/** A torn or vanished meta file only means that one way of linking the agent is gone. */
export async function readMeta(file: string | undefined): Promise<JsonObject | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : parseObject(text);
}

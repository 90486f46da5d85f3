// The rows of the file table as sync needs them: what the catalog has of each file, and whether that still holds.
import { statPath } from '../../disk/stat-path.ts';
import type { Database, SqlRow } from '../sqlite/driver.ts';
import type { Fingerprint } from './fingerprint.ts';
import { type LogFile, stampOf, titleFileOf } from './log-file.ts';
import { START, type TextMark } from './read-job.ts';

export interface KnownFile {
  readonly id: number;
  readonly path: string;
  readonly home: string;
  readonly slug: string;
  readonly agentId: string | undefined;
  readonly folder: string | undefined;
  readonly metaFile: string | undefined;
  readonly sessionId: string | undefined;
  readonly bytes: number;
  /** The state of the file that the index has all texts of. */
  readonly textsBytes: number | undefined;
  readonly textsStamp: number | undefined;
  readonly digestBytes: number | undefined;
  readonly digestStamp: number | undefined;
  readonly digestAgents: string | undefined;
  readonly gone: boolean;
}

/**
 * All files of the homes, those that are gone too. As one JSON text: thousands of rows, a value at a time, would take longer
 * than asking the file system for all of them.
 */
export function readKnownFiles(database: Database, homes: readonly string[]): KnownFile[] {
  const row = database
    .prepare(
      `select json_group_array(json_array(id, path, home, slug, agent_id, folder, meta_file, session_id, bytes,
         texts_bytes, texts_stamp, digest_bytes, digest_stamp, digest_agents, gone)) as rows
       from file where home in (select value from json_each(?))`,
    )
    .get(JSON.stringify(homes));
  type Text = string | null;
  type Figure = number | null;
  const rows = JSON.parse(String(row?.rows ?? '[]')) as [
    ...[id: number, path: string, home: string, slug: string, agentId: Text, folder: Text, metaFile: Text],
    ...[sessionId: Text, bytes: number, textsBytes: Figure, textsStamp: Figure],
    ...[digestBytes: Figure, digestStamp: Figure, digestAgents: Text, gone: Figure],
  ][];
  return rows.map((one) => ({
    id: one[0],
    path: one[1],
    home: one[2],
    slug: one[3],
    agentId: one[4] ?? undefined,
    folder: one[5] ?? undefined,
    metaFile: one[6] ?? undefined,
    sessionId: one[7] ?? undefined,
    bytes: one[8],
    textsBytes: one[9] ?? undefined,
    textsStamp: one[10] ?? undefined,
    digestBytes: one[11] ?? undefined,
    digestStamp: one[12] ?? undefined,
    digestAgents: one[13] ?? undefined,
    gone: one[14] !== null,
  }));
}

export function hasTexts(known: KnownFile | undefined, file: LogFile): boolean {
  return known?.textsBytes === file.bytes && known.textsStamp === stampOf(file.modified);
}

export function hasDigest(known: KnownFile | undefined, file: LogFile, agents: string): boolean {
  return (
    known?.digestBytes === file.bytes &&
    known.digestStamp === stampOf(file.modified) &&
    known.digestAgents === agents
  );
}

/** What of a session's surroundings its digest depends on: its agents, and the title beside it. */
export function surroundingsOf(file: LogFile, agents: readonly LogFile[]): string {
  if (file.agentId !== undefined) return '';
  const ids = agents.map((agent) => agent.agentId ?? '').sort();
  const title = file.folder === undefined ? undefined : statPath(titleFileOf(file.folder));
  return title === undefined ? ids.join(' ') : `${ids.join(' ')} title ${stampOf(title.mtimeMs)}`;
}

/** Where to go on reading a file's texts. */
export function readTextMark(database: Database, id: number): TextMark {
  const row = database
    .prepare(
      `select inode, offset, lines, head_bytes, head, tail_bytes, tail, bytes, open_calls, last_time
       from file where id = ?`,
    )
    .get(id);
  if (!row) return START;
  return {
    fingerprint: fingerprintOf(row),
    bytes: Number(row.bytes),
    lines: Number(row.lines),
    state: {
      openCalls: JSON.parse(String(row.open_calls)) as [string, string][],
      lastTime: row.last_time === null ? undefined : Number(row.last_time),
    },
  };
}

export function fingerprintOf(row: SqlRow): Fingerprint {
  return {
    inode: Number(row.inode),
    offset: Number(row.offset),
    headBytes: Number(row.head_bytes),
    head: String(row.head),
    tailBytes: Number(row.tail_bytes),
    tail: String(row.tail),
  };
}

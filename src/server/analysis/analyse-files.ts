// The files that a session touched, the difference between two versions of one, and the content of one.

import { lastPart } from '../../base/last-part.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Selection } from '../../disk/select-session.ts';
import { diffHunks } from '../../files/diff-versions.ts';
import { type FileList, listFiles, type TouchedFile } from '../../files/list-files.ts';
import { selectVersion } from '../../files/select-version.ts';
import { type BackupPlace, listBackups, readVersion } from '../../housekeeping/read-version.ts';
import type { OpenSession } from '../../load/open-session.ts';
import type {
  FileDiffAnswer,
  FileDiffQuery,
  FileLine,
  FileRestoreAnswer,
  FileRestoreInput,
  FilesAnswer,
} from '../api.ts';

const MOST_HUNKS = 2000;
/** Larger files are shown whole instead. */
const MOST_CHARACTERS = 2_000_000;

export async function analyseFiles(open: OpenSession, selection: Selection): Promise<FilesAnswer> {
  const backups = await listBackups(placeOf(selection));
  const files = listFiles(open).files.map((file) => fileLine(file, backups));
  const changed = files.filter(({ edits, writes }) => edits + writes > 0);
  return {
    files,
    totals: {
      changed: changed.length,
      read: files.filter(({ reads }) => reads > 0).length,
      added: changed.reduce((sum, { added }) => sum + added, 0),
      removed: changed.reduce((sum, { removed }) => sum + removed, 0),
    },
  };
}

export async function diffFile(
  open: OpenSession,
  query: FileDiffQuery,
  selection: Selection,
): Promise<FileDiffAnswer> {
  const list = listFiles(open);
  const last = pick(list, query.path, query.to);
  const to = last.version.number;
  const from = query.from ?? to - 1;
  const before = from < 1 ? '' : await contentOf(pick(list, query.path, from), selection);
  const after = await contentOf(last, selection);
  if (before.length + after.length > MOST_CHARACTERS) {
    throw new Refusal(
      'too-long-to-compare',
      'These versions are too long to be compared here.',
      'Use clew files --diff.',
    );
  }
  const hunks = diffHunks(before, after);
  const count = (sign: string) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line[0] === sign).length, 0);
  return {
    path: last.file.path,
    from,
    to,
    added: count('+'),
    removed: count('-'),
    cut: hunks.length > MOST_HUNKS,
    hunks: hunks.slice(0, MOST_HUNKS).map(({ oldStart, newStart, lines }) => ({ oldStart, newStart, lines })),
  };
}

export async function restoreFile(
  open: OpenSession,
  { path, version }: FileRestoreInput,
  selection: Selection,
): Promise<FileRestoreAnswer> {
  const picked = pick(listFiles(open), path, version);
  const content = await contentOf(picked, selection);
  return { name: lastPart(picked.file.path), base64: Buffer.from(content, 'utf8').toString('base64') };
}

type Picked = ReturnType<typeof selectVersion>;

// By the whole path alone: a page names files as the list told them.
function pick(list: FileList, path: string, number: number | undefined): Picked {
  const file = list.files.find((one) => one.path === path);
  if (!file) throw new Refusal('no-such-file', 'The session did not touch this file.');
  return selectVersion({ ...list, files: [file] }, number === undefined ? path : `${path}@${number}`);
}

async function contentOf({ version }: Picked, selection: Selection): Promise<string> {
  const content = await readVersion(version, placeOf(selection));
  if (content !== undefined) return content ?? '';
  throw new Refusal('no-such-content', `The content of version ${version.number} is not in the log.`);
}

function placeOf(selection: Selection): BackupPlace | undefined {
  if (selection.kind !== 'session') return undefined;
  return { home: selection.session.home, sessionId: selection.session.sessionId };
}

function fileLine(
  { path, name, touches, versions, added, removed }: TouchedFile,
  backups: ReadonlySet<string>,
): FileLine {
  const count = (...kinds: readonly string[]) => touches.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    path,
    name,
    reads: count('read'),
    edits: count('edit'),
    writes: count('write', 'create'),
    added,
    removed,
    touches: touches.map(({ kind, turn, line, callId, agentId, time, ...lines }) => ({
      how: kind,
      turn,
      line,
      toolUseId: callId,
      added: lines.added,
      removed: lines.removed,
      ...(agentId === undefined ? {} : { agent: agentId }),
      ...(time === undefined ? {} : { time }),
    })),
    versions: versions.map(({ number, source, turn, line, agentId, time, content, backup }) => ({
      number,
      source,
      turn,
      known: content !== undefined || backups.has(backup ?? '') || source === 'absent',
      ...(line === undefined ? {} : { line }),
      ...(agentId === undefined ? {} : { agent: agentId }),
      ...(time === undefined ? {} : { time }),
      ...(content === undefined ? {} : { bytes: Buffer.byteLength(content) }),
    })),
  };
}

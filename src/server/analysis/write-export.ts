// Writes a session as one file to hand on, into a folder of clew's own: the route sends it from there and removes it.
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../disk/make-folder.ts';
import { writeFileAtomically } from '../../disk/write-file.ts';
import { nameOfExport } from '../../export/export-name.ts';
import { prepareExport } from '../../export/exported-session.ts';
import { makeRedactor } from '../../export/make-redactor.ts';
import type { OpenSession } from '../../load/open-session.ts';
import type { Note } from '../../session/note.ts';
import type { ExportQuery } from '../api.ts';
import { makeExport } from '../make-export.ts';

export interface ExportInput extends ExportQuery {
  readonly notes: readonly Note[];
  /** Milliseconds: some formats tell when they were made. */
  readonly now: number;
}

export interface ExportFile {
  readonly path: string;
  /** What the person finds it by. */
  readonly name: string;
  readonly bytes: number;
}

interface ExportPlace {
  readonly dataDir: string;
  readonly signal?: AbortSignal;
}

export async function writeExportFile(
  open: OpenSession,
  { format = 'html', redact, turn, branch, notes, now }: ExportInput,
  { dataDir, signal }: ExportPlace,
): Promise<ExportFile> {
  const redactor = redact ? makeRedactor({ names: [], home: homedir() }) : undefined;
  const exported = prepareExport(open, { notes, turn, branch, redactor });
  const made = await makeExport(exported, format, { now: new Date(now) });
  const folder = join(dataDir, 'exports');
  await makeFolder(folder);
  const path = join(folder, randomUUID());
  const bytes = await writeFileAtomically(path, untilAborted(made.chunks(), signal));
  return { path, name: nameOfExport(exported, made), bytes };
}

async function* untilAborted(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    yield chunk;
  }
}

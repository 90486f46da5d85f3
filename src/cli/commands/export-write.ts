// Where an export goes: its name, and the file that is written whole or not at all.
import { dirname } from 'node:path';
import { type Machine, resolvePath } from '../../disk/machine.ts';
import { makeFolder } from '../../disk/make-folder.ts';
import { writeFileAtomically } from '../../disk/write-file.ts';
import type { ExportedSession } from '../../export/exported-session.ts';
import type { ExportFormat, MadeExport } from './export-formats.ts';

export interface WrittenExport {
  readonly file: string;
  readonly bytes: number;
}

export async function writeExport(
  made: Pick<MadeExport, 'chunks'>,
  name: string,
  machine: Machine,
  replace: boolean,
): Promise<WrittenExport> {
  const file = resolvePath(name, machine);
  await makeFolder(dirname(file), 0o777);
  return { file, bytes: await writeFileAtomically(file, made.chunks(), { replace }) };
}

const MOST_NAME = 48;

/** `fix-the-lamp-1a2b3c4d.html`; an excerpt is called by its id, as a client wants it. */
export function nameOfExport(exported: ExportedSession, made: MadeExport, format: ExportFormat): string {
  if (format === 'jsonl' && made.name !== undefined) return made.name;
  const words = wordsOfName(exported.title ?? 'session', MOST_NAME);
  const id = exported.session.sessionId.replace(/[^\w-]/g, '').slice(0, 8);
  const turns =
    exported.asked === undefined ? '' : `-${exported.asked.replace(/[^\w.]/g, '').replaceAll('..', '-')}`;
  return `${words || 'session'}-${id || 'export'}${turns}.${made.ending}`;
}

/** `fix-the-lamp`, of “Fix the lamp!”: what every file system takes for a name. */
export function wordsOfName(text: string, most: number): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, most)
    .replace(/^-+|-+$/g, '');
}

// Where an export goes: the file that is written whole or not at all.
import { dirname } from 'node:path';
import { type Machine, resolvePath } from '../../disk/machine.ts';
import { makeFolder } from '../../disk/make-folder.ts';
import { writeFileAtomically } from '../../disk/write-file.ts';
import type { ExportSettings, MadeExport } from '../../server/make-export.ts';
import type { CliContext } from '../context.ts';

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

export function exportSettings({ env, now }: CliContext): ExportSettings {
  return { now: now(), timeZone: env.TZ || undefined, pageFolder: env.CLEW_PAGE_FOLDER || undefined };
}

// Chooses the title of a session for a list: what its lines say, and the sidecar that newer clients write beside them [F3].
import { join } from 'node:path';
import { isObject, stringField } from '../base/json.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { readSideJson } from '../disk/read-side-file.ts';
import type { Line } from '../log/line.ts';
import { sessionTitle, type TitleSource } from '../session/titles.ts';

export interface ListTitle {
  readonly title: string | undefined;
  readonly titleSource: Exclude<TitleSource, 'none'> | undefined;
}

export async function readTitle(session: SessionFile, lines: readonly Line[]): Promise<ListTitle> {
  const { title, source } = sessionTitle(lines);
  // The client writes both; where the line was lost, the sidecar still knows what the person called it.
  const custom = source === 'custom-title' ? undefined : await readSidecar(session.folder);
  if (custom) return { title: custom, titleSource: 'custom-title' };
  return source === 'none' ? { title: undefined, titleSource: undefined } : { title, titleSource: source };
}

async function readSidecar(folder: string | undefined): Promise<string | undefined> {
  if (folder === undefined) return undefined;
  // Few sessions have one; one that is torn gives no title.
  const value = await readSideJson(join(folder, 'custom-title.json'));
  return isObject(value) ? (stringField(value, 'customTitle') ?? stringField(value, 'title')) : undefined;
}

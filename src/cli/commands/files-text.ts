// Tables of files and versions for the terminal, and their form for programs.
import { countOf, formatBytes } from '../../base/format-number.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import type { FileAtTurn } from '../../files/files-at.ts';
import type { FileList, FileVersion, TouchedFile } from '../../files/list-files.ts';
import type { CliContext } from '../context.ts';
import { formatIso } from '../format-time.ts';
import { layoutFor, printTable } from '../table.ts';

export async function filesText(list: FileList, context: CliContext): Promise<string> {
  if (list.files.length === 0) return 'The session touched no files.\n';
  const count = ({ touches }: TouchedFile, ...kinds: string[]): string =>
    `${touches.filter(({ kind }) => kinds.includes(kind)).length || ''}`;
  const table = await printTable(
    list.files,
    [
      { head: 'file', cell: (file) => stripToLine(file.name), gives: true },
      { head: 'read', cell: (file) => count(file, 'read'), align: 'right' },
      { head: 'written', cell: (file) => count(file, 'create', 'write'), align: 'right' },
      { head: 'edited', cell: (file) => count(file, 'edit'), align: 'right' },
      {
        head: 'lines',
        cell: ({ added, removed }) => (added + removed > 0 ? `+${added} -${removed}` : ''),
        align: 'right',
      },
      { head: 'versions', cell: ({ versions }) => `${versions.length || ''}`, align: 'right' },
      { head: 'turns', cell: turnsOf, minor: 1 },
    ],
    layoutFor(context),
  );
  return `${table}\n${countOf(list.files.length, 'file')} in ${countOf(list.turns, 'turn')}.\n`;
}

export async function fileText(file: TouchedFile, context: CliContext): Promise<string> {
  if (file.versions.length === 0)
    return `${stripToLine(file.path)}\nThe session only saw parts of it: no version is known.\n`;
  const table = await printTable(
    file.versions,
    [
      { head: 'version', cell: ({ number }) => `@${number}`, align: 'right' },
      { head: 'turn', cell: ({ turn }) => `${turn}`, align: 'right' },
      {
        head: 'source',
        cell: ({ source, agentId }) =>
          agentId === undefined ? source : `${source} by agent ${stripToLine(agentId)}`,
      },
      { head: 'line', cell: ({ line }) => `${line ?? ''}`, align: 'right' },
      { head: 'time', cell: ({ time }) => (time === undefined ? '' : formatIso(time)) },
      { head: 'size', cell: sizeOf, align: 'right' },
    ],
    layoutFor(context),
  );
  return `${stripToLine(file.path)}\n${table}`;
}

export async function atText(set: readonly FileAtTurn[], turn: number, context: CliContext): Promise<string> {
  if (set.length === 0) return `No file is known as it was at turn ${turn}.\n`;
  return printTable(
    set,
    [
      { head: 'file', cell: ({ file }) => stripToLine(file.name), gives: true },
      { head: 'version', cell: ({ version }) => `@${version.number}`, align: 'right' },
      { head: 'since turn', cell: ({ version }) => `${version.turn}`, align: 'right' },
      { head: 'source', cell: ({ version }) => version.source },
      { head: 'size', cell: ({ version }) => sizeOf(version), align: 'right' },
    ],
    layoutFor(context),
  );
}

/** Without the contents: they can be many megabytes. */
export function fileJson(file: TouchedFile): object {
  const versions = file.versions.map(({ content, ...version }) => ({
    ...version,
    bytes: content === undefined ? undefined : Buffer.byteLength(content),
  }));
  return { ...file, versions };
}

function sizeOf({ source, content, backup }: FileVersion): string {
  if (source === 'absent') return '';
  if (content !== undefined) return formatBytes(Buffer.byteLength(content));
  return backup === undefined ? 'not known' : 'in the backup';
}

function turnsOf({ touches }: TouchedFile): string {
  const turns = [...new Set(touches.map(({ turn }) => turn))].sort((a, b) => a - b);
  const shown = turns.slice(0, 8).join(', ');
  return turns.length > 8 ? `${shown} …` : shown;
}

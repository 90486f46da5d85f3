// `clew export --project` and `--query`: a folder with a file for each session, and a page that lists them.
import { existsSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeUtf8 } from '../../base/bytes.ts';
import { countOf, formatBytes } from '../../base/format-number.ts';
import { lastPart } from '../../base/last-part.ts';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { Catalog } from '../../catalog/catalog.ts';
import { findHomes } from '../../disk/find-homes.ts';
import { resolvePath } from '../../disk/machine.ts';
import { existsRefusal } from '../../disk/publish-file.ts';
import { selectSession } from '../../disk/select-session.ts';
import type { ExportFormat } from '../../export/export-format.ts';
import { nameOfExport, wordsOfName } from '../../export/export-name.ts';
import { type ExportedSession, prepareExport } from '../../export/exported-session.ts';
import type { Redactor } from '../../export/make-redactor.ts';
import { type IndexLine, writeIndex } from '../../export/write-index.ts';
import { listSessions } from '../../load/list-sessions.ts';
import { openSession } from '../../load/open-session.ts';
import { type MadeExport, makeExport } from '../../server/make-export.ts';
import { type CommandInput, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { machineOf } from '../machine-of.ts';
import { notesOf } from '../notes-of.ts';
import { openCatalogOf, syncWithProgress } from '../open-catalog.ts';
import { remark } from '../remark.ts';
import { exportSettings, writeExport } from './export-write.ts';
import { printJson } from './housekeeping-report.ts';

export interface FolderChoice {
  readonly project: string | undefined;
  readonly query: string | undefined;
  readonly redactor: Redactor | undefined;
  readonly format: ExportFormat;
}

export async function exportFolder(
  context: CliContext,
  input: CommandInput,
  choice: FolderChoice,
): Promise<number> {
  const { project, query, redactor, format } = choice;
  const machine = machineOf(context);
  const homes = await findHomes(machine, input.homes);
  const out = textFlag(input, 'out') ?? folderName(query ?? project ?? '');
  if (out === '-')
    throw new Refusal(
      'many-files',
      'Several sessions do not fit into one output.',
      'Name a folder: --out FOLDER.',
    );
  const files = await chooseFiles(context, input, homes, choice);
  if (files.length === 0) return nothingFits(context, input, []);
  const replace = input.flags.force === true;
  const indexFile = resolvePath(join(out, 'index.html'), machine);
  // Before anything is written: half a folder helps nobody.
  if (!replace && existsSync(indexFile)) throw existsRefusal(indexFile);
  const taken = new Set(['index.html']);
  const written: (IndexLine & { readonly sessionId: string; readonly file: string })[] = [];
  const skipped: Skipped[] = [];
  // One at a time: each is held whole while it is written.
  for (const path of files) {
    let exported: ExportedSession;
    let made: MadeExport;
    try {
      const session = await openSession(await selectSession(path, { homes, machine }), {
        bytes: format === 'jsonl',
      });
      for (const { message } of session.problems ?? []) remark(context, input, message);
      exported = prepareExport(session, { redactor, notes: await notesOf(context, session.sessionId) });
      made = await makeExport(exported, format, exportSettings(context));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'page-not-built') throw error;
      skipped.push({ file: path, why: error.message });
      continue;
    }
    const name = freeName(nameOfExport(exported, made), taken);
    const { file, bytes } = await writeExport(made, join(out, name), machine, replace).catch(
      async (error: unknown) => {
        // Half a folder helps nobody; what was overwritten, as asked for, cannot be put back.
        if (!replace) for (const one of written) await unlink(one.file).catch(() => undefined);
        throw error;
      },
    );
    written.push({
      sessionId: exported.session.sessionId,
      file,
      name,
      title: exported.title,
      project: projectName(exported),
      end: exported.turns.at(-1)?.end,
      turns: exported.turns.filter(({ number }) => number > 0).length,
      bytes,
    });
  }
  if (written.length === 0) return nothingFits(context, input, skipped);
  written.sort((a, b) => (b.end ?? 0) - (a.end ?? 0));
  const words = query === undefined ? `Sessions of ${project}` : `Sessions with “${query}”`;
  const heading = redactor ? redactor.text(words) : words;
  const page = encodeUtf8(writeIndex(heading, written));
  const index = await writeExport({ chunks: () => [page] }, join(out, 'index.html'), machine, replace);
  const bytes = written.reduce((sum, one) => sum + one.bytes, 0);
  if (input.json) {
    const sessions = written.map(({ sessionId, file, turns, bytes: size }) => ({
      sessionId,
      file,
      turns,
      bytes: size,
    }));
    await printJson(context, {
      index: index.file,
      format,
      redacted: redactor !== undefined,
      sessions,
      skipped,
    });
    return 0;
  }
  tellSkipped(context, input, skipped);
  await context.print(
    `Exported ${countOf(written.length, 'session')} (${formatBytes(bytes)}).\n${stripToLine(index.file)}\n`,
  );
  return 0;
}

function projectName({ session, turns }: ExportedSession): string | undefined {
  if (turns.length === 0) return undefined;
  const cwd = session.thread.entries.findLast(({ value }) => typeof value.cwd === 'string')?.value.cwd;
  return typeof cwd === 'string' ? lastPart(cwd) : undefined;
}

interface Skipped {
  readonly file: string;
  readonly why: string;
}

function tellSkipped(context: CliContext, input: CommandInput, skipped: readonly Skipped[]): void {
  for (const { file, why } of skipped) remark(context, input, `${file}: ${why}`);
}

async function nothingFits(
  context: CliContext,
  input: CommandInput,
  skipped: readonly Skipped[],
): Promise<number> {
  if (input.json) await printJson(context, { sessions: [], skipped });
  else tellSkipped(context, input, skipped);
  if (skipped.length === 0) remark(context, input, 'No session fits.');
  return 1;
}

async function chooseFiles(
  context: CliContext,
  input: CommandInput,
  homes: readonly string[],
  { project, query }: FolderChoice,
): Promise<readonly string[]> {
  const { sessions } = await listSessions({ homes, project });
  if (query === undefined) return sessions.map(({ file }) => file);
  const catalog = openCatalogOf(Catalog, context, input);
  try {
    catalog.match(query, { homes: [] });
    await syncWithProgress(catalog, homes, context, input);
    // Without their words: which sessions they are in is all that is asked.
    const found = catalog.match(query, { homes, project });
    // By the files: two may have one session id. What an agent's own file says is found in its session.
    const files = new Set(found.map(({ file }) => file));
    const ofAgents = new Set(found.filter(({ ownFile }) => ownFile).map(({ sessionId }) => sessionId));
    return sessions
      .filter(({ file, sessionId }) => files.has(file) || ofAgents.has(sessionId))
      .map(({ file }) => file);
  } finally {
    catalog.close();
  }
}

/** Sessions may share a title and the beginning of an id. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = name.replace(/(?=\.\w+$)/, `-${n}`);
  taken.add(free.toLowerCase());
  return free;
}

function folderName(words: string): string {
  return `clew-${wordsOfName(words, 40) || 'sessions'}`;
}

// `clew sync`: brings the catalog up to date with the session files; other commands do it by themselves.
import { countOf, formatBytes } from '../../base/format-number.ts';
import { findHomes } from '../../disk/find-homes.ts';
import { quoteName } from '../../disk/quote-name.ts';
import type { CommandInput, CommandSpec } from '../command.ts';
import type { CliContext } from '../context.ts';
import { jsonText } from '../json-text.ts';
import { machineOf } from '../machine-of.ts';
import { openCatalog, syncWithProgress } from '../open-catalog.ts';
import { remark } from '../remark.ts';

export const syncCommand: CommandSpec = {
  name: 'sync',
  summary: 'bring the catalog up to date: what search, ls and stats answer from',
  description:
    'Reads what is new in the session files into the catalog, a database in the data folder that search, ls and stats answer from. They sync by themselves; this does it ahead of time. The catalog can always be built anew from the files.',
  flags: [
    {
      flags: '--keep',
      text: 'from now on, keep sessions whose files are deleted in the catalog',
      against: ['--no-keep'],
    },
    { flags: '--no-keep', text: 'let go of deleted sessions again (the default)' },
    { flags: '--rebuild', text: 'forget everything and read all files anew' },
  ],
  examples: [
    ['clew sync', 'read what is new'],
    ['clew sync --keep', 'and keep a history of sessions that the client deletes'],
    ['clew sync --rebuild', 'start over'],
  ],
  run: runSync,
};

async function runSync(context: CliContext, input: CommandInput): Promise<number> {
  const homes = await findHomes(machineOf(context), input.homes);
  const catalog = openCatalog(context, input);
  try {
    if (input.flags.rebuild === true) await catalog.rebuild();
    if (typeof input.flags.keep === 'boolean') await catalog.keepHistory(input.flags.keep);
    const report = await syncWithProgress(catalog, homes, context, input);
    if (input.flags.keep === false) await catalog.forgetHistory();
    const sessions = catalog.countSessions(homes);
    if (input.json) {
      const { changed: _, ...rest } = report;
      const texts = catalog.countTexts(homes);
      const document = { catalog: catalog.file, homes, sessions, texts, ...rest };
      await context.print(jsonText(document, 2));
    } else {
      await context.print(`${describe(report, sessions)}\n`);
      if (!input.quiet) context.printError(`The catalog is ${quoteName(catalog.file)}.\n`);
    }
    for (const problem of report.problems) remark(context, input, problem);
    return report.problems.length > 0 ? 1 : 0;
  } finally {
    catalog.close();
  }
}

function describe(report: Awaited<ReturnType<typeof syncWithProgress>>, sessions: number): string {
  const { files, read, bytes, gone, moved, kept, tookMs } = report;
  const parts: string[] = [];
  if (read > 0) parts.push(`read ${countOf(read, 'file')} (${formatBytes(bytes)})`);
  if (moved > 0) parts.push(`${countOf(moved, 'file')} moved`);
  if (gone > 0)
    parts.push(kept ? `${countOf(gone, 'file')} gone, kept as history` : `${countOf(gone, 'file')} gone`);
  const what = parts.length > 0 ? parts.join(', ') : 'nothing new';
  return `${countOf(sessions, 'session')} in ${countOf(files, 'file')}: ${what}, in ${formatMs(tookMs)}.`;
}

function formatMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

// `clew export`: a session, or many, as files to show, to keep or to hand on.
import { countOf, formatBytes } from '../../base/format-number.ts';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { dataDir } from '../../disk/data-dir.ts';
import { setForAllCores, setForKeeping } from '../../disk/v8-settings.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../export/export-format.ts';
import { nameOfExport } from '../../export/export-name.ts';
import { prepareExport } from '../../export/exported-session.ts';
import type { Redactor } from '../../export/make-redactor.ts';
import { makeExport } from '../../server/make-export.ts';
import { useOwnPrices } from '../../server/own-prices.ts';
import { type CommandInput, type CommandSpec, listFlag, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { machineOf } from '../machine-of.ts';
import { notesOf } from '../notes-of.ts';
import { openSelected } from '../open-selected.ts';
import { remark } from '../remark.ts';
import { exportSettings, writeExport } from './export-write.ts';
import { printJson } from './housekeeping-report.ts';

export const exportCommand: CommandSpec = {
  name: 'export',
  args: '[selector]',
  summary: 'write a session as one HTML page, Markdown, text, JSON, or a file to import',
  description:
    'The HTML page carries all that it shows and asks no network: search, folded tool calls, diffs, pictures, agents, ' +
    'light and dark, print. JSONL is an excerpt under new ids that a client resumes. Without a selector: the newest ' +
    'session; with --project or --query: a folder with a page for each, and one that lists them.',
  flags: [
    {
      flags: '--format <format>',
      text: `${EXPORT_FORMATS.join(', ')}; by default as the file's name says, else html`,
      choices: EXPORT_FORMATS,
    },
    { flags: '-o, --out <file>', text: 'the file, or the folder of many; - for standard output' },
    { flags: '--turn <range>', text: 'only these turns: 3, 3..7, 3.., ..7 or last' },
    { flags: '--branch <branch>', text: 'another branch, by number or leaf' },
    { flags: '--redact', text: 'without secrets, names of home folders and e-mail addresses' },
    { flags: '--redact-name <name>', text: 'without this name, too (implies --redact)', repeatable: true },
    { flags: '--project <name>', text: 'all sessions of a project: a path, its last part, or any part' },
    { flags: '--query <words>', text: 'all sessions in which a search finds this' },
    { flags: '--force', text: 'overwrite what is there' },
  ],
  examples: [
    ['clew export', 'the newest session as a page'],
    ['clew export a1b2c3 --turn 3..7 --out talk.md', 'five turns in Markdown'],
    ['clew export a1b2c3 --redact --redact-name Ann', 'a page for other eyes'],
    ['clew export a1b2c3 --format jsonl --turn ..7', 'for a colleague to resume'],
    ['clew export --project api --out pages', 'a folder of pages with an index'],
  ],
  run: runExport,
};

async function runExport(context: CliContext, input: CommandInput): Promise<number> {
  const [project, query] = [textFlag(input, 'project'), textFlag(input, 'query')];
  const redactor = await redactorOf(context, input);
  if (project !== undefined || query !== undefined) {
    if (
      input.args.length > 0 ||
      textFlag(input, 'turn') !== undefined ||
      textFlag(input, 'branch') !== undefined
    ) {
      throw new Refusal(
        'one-or-many',
        'Of a project or a search, whole sessions are exported.',
        'Name either a session, with --turn or --branch, or --project and --query.',
      );
    }
    const format = formatOf(input, undefined);
    await readPricesOf(format, context, input);
    // The search and its database are needed for many sessions only.
    const { exportFolder } = await import('./export-folder.ts');
    return exportFolder(context, input, { project, query, redactor, format });
  }
  const out = textFlag(input, 'out');
  const format = formatOf(input, out);
  if (input.json && out === '-' && format !== 'json')
    throw new Refusal(
      'two-outputs',
      `--json and --out - both want the standard output, and ${format} is no JSON.`,
      'Give one of them, or --format json.',
    );
  await readPricesOf(format, context, input);
  setForKeeping();
  // While one part of a page is made, others are packed.
  if (format === 'html') setForAllCores();
  // Only an excerpt is written line by line; everything else is made of what the lines say.
  const { session } = await openSelected(context, input, 'latest', { bytes: format === 'jsonl' });
  const exported = prepareExport(session, {
    notes: await notesOf(context, session.sessionId),
    turn: textFlag(input, 'turn'),
    branch: textFlag(input, 'branch'),
    redactor,
  });
  const made = await makeExport(exported, format, exportSettings(context));
  if (out === '-') {
    for await (const chunk of made.chunks()) await context.print(chunk);
    return 0;
  }
  const written = await writeExport(
    made,
    out ?? nameOfExport(exported, made),
    machineOf(context),
    input.flags.force === true,
  );
  const report = {
    sessionId: session.sessionId,
    format,
    ...written,
    redacted: exported.redacted,
    ...made.facts,
  };
  if (input.json) await printJson(context, report);
  else {
    const turns = countOf(exported.turns.filter(({ number }) => number > 0).length, 'turn');
    await context.print(
      `Exported ${turns} of ${stripToLine(session.sessionId)}.\n${stripToLine(written.file)} (${formatBytes(written.bytes)})\n`,
    );
    if (made.hint !== undefined) await context.print(`\n${made.hint}\n`);
    if (!exported.redacted && !input.quiet)
      context.printError(
        'It holds all that was said and read: --redact takes out secrets, home folders and addresses.\n',
      );
  }
  return 0;
}

/** The page alone tells money: nothing else is kept back by prices that cannot be read. */
async function readPricesOf(format: ExportFormat, context: CliContext, input: CommandInput): Promise<void> {
  if (format !== 'html') return;
  for (const problem of await useOwnPrices(dataDir(machineOf(context)))) remark(context, input, problem);
}

async function redactorOf(context: CliContext, input: CommandInput): Promise<Redactor | undefined> {
  const names = listFlag(input, 'redactName');
  if (input.flags.redact !== true && names.length === 0) return undefined;
  const { makeRedactor } = await import('../../export/make-redactor.ts');
  return makeRedactor({ names, home: context.homeDirectory });
}

const BY_ENDING: Readonly<Record<string, ExportFormat>> = {
  __proto__: null as never,
  html: 'html',
  htm: 'html',
  md: 'md',
  markdown: 'md',
  txt: 'text',
  json: 'json',
  jsonl: 'jsonl',
};

function formatOf(input: CommandInput, out: string | undefined): ExportFormat {
  const typed = textFlag(input, 'format');
  if (typed !== undefined) return typed as ExportFormat;
  return BY_ENDING[/\.(\w+)$/.exec(out ?? '')?.[1]?.toLowerCase() ?? ''] ?? 'html';
}

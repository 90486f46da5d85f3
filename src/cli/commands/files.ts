// `clew files`: the files that a session touched, their versions, the difference between two, and bringing one back.
import { dirname, join } from 'node:path';
import { encodeUtf8 } from '../../base/bytes.ts';
import { countOf } from '../../base/format-number.ts';
import { quoteWord } from '../../base/quote-word.ts';
import { Refusal } from '../../base/refusal.ts';
import { stripControls, stripToLine } from '../../base/strip-controls.ts';
import { textStart } from '../../base/text-start.ts';
import { resolvePath } from '../../disk/machine.ts';
import { makeFolder } from '../../disk/make-folder.ts';
import { writeFileAtomically } from '../../disk/write-file.ts';
import { diffVersions } from '../../files/diff-versions.ts';
import { filesAt } from '../../files/files-at.ts';
import { type FileList, listFiles } from '../../files/list-files.ts';
import { type SelectedVersion, selectFile, selectVersion } from '../../files/select-version.ts';
import { type BackupPlace, readVersion } from '../../housekeeping/read-version.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { openSelected } from '../open-selected.ts';
import { atText, fileJson, filesText, fileText } from './files-text.ts';
import { printJson } from './housekeeping-report.ts';

export const filesCommand: CommandSpec = {
  name: 'files',
  args: '<selector>',
  summary: 'list the files a session touched, with their versions; compare and restore them',
  description:
    'Versions come from what the tools noted before and after each call and from the client’s file history. ' +
    'What shell commands did to files is not logged; where a tool meets such a file again, its content shows as “found”.',
  flags: [
    {
      flags: '--file <path>',
      text: 'one file, with all its versions',
      against: ['--at', '--diff', '--restore'],
    },
    {
      flags: '--at <turn>',
      text: 'the set of files as it was at the end of a turn',
      against: ['--diff', '--restore'],
    },
    {
      flags: '--diff <versions>',
      text: 'path@1..3; path@3 compares with the version before',
      against: ['--restore', '--to'],
    },
    { flags: '--restore <version>', text: 'write a version (path@2) to the place named by --to' },
    { flags: '--to <path>', text: 'a file for --restore; with --at, a folder for all files of the project' },
    { flags: '--force', text: 'overwrite what is there', onlyWith: ['--to'] },
  ],
  examples: [
    ['clew files latest', 'what the newest session touched'],
    ['clew files a1b2c3 --diff src/app.ts@1..4', 'what became of a file'],
    ['clew files a1b2c3 --restore src/app.ts@2 --to app.old.ts', 'get a version back'],
    ['clew files a1b2c3 --at 3 --to ./then', 'all files as they were after turn 3'],
  ],
  run: runFiles,
};

async function runFiles(context: CliContext, input: CommandInput): Promise<number> {
  const { session, selection, machine } = await openSelected(context, input);
  const list = listFiles(session);
  const place =
    selection.kind === 'session' ? { home: selection.session.home, sessionId: session.sessionId } : undefined;
  const to = textFlag(input, 'to');
  const target = to === undefined ? undefined : resolvePath(to, machine);
  const [diff, restore, at, file] = ['diff', 'restore', 'at', 'file'].map((name) => textFlag(input, name));
  const job: Job = { context, input, list, place, target };
  if (diff !== undefined) return showDiff(job, diff);
  if (restore !== undefined) return restoreVersion(job, restore);
  if (at !== undefined) return showAt(job, at);
  if (target !== undefined)
    throw new Refusal(
      'nothing-to-write',
      '--to needs a version or a turn.',
      'Say --restore path@2 or --at 3.',
    );
  if (file !== undefined) {
    const found = selectFile(list, file);
    if (input.json) await printJson(context, fileJson(found));
    else await context.print(await fileText(found, context));
    return 0;
  }
  if (input.json)
    await printJson(context, {
      sessionId: session.sessionId,
      cwd: list.cwd,
      turns: list.turns,
      files: list.files.map(fileJson),
    });
  else await context.print(await filesText(list, context));
  return list.files.length > 0 ? 0 : 1;
}

interface Job {
  readonly context: CliContext;
  readonly input: CommandInput;
  readonly list: FileList;
  readonly place: BackupPlace | undefined;
  readonly target: string | undefined;
}

async function showDiff({ context, input, list, place }: Job, text: string): Promise<number> {
  const range = /^(.*)@v?(\d+)\.\.v?(\d+)$/s.exec(text);
  const last = selectVersion(list, range ? `${range[1]}@${range[3]}` : text);
  const before = range ? Number(range[2]) : last.version.number - 1;
  const first = before < 1 ? undefined : selectVersion(list, `${last.file.path}@${before}`);
  const [a, b] = [first ? await contentOf(first, place) : null, await contentOf(last, place)];
  const { name } = last.file;
  const patch = diffVersions(
    name,
    { label: `version ${before}`, content: a },
    { label: `version ${last.version.number}`, content: b },
  );
  if (input.json)
    await printJson(context, { path: last.file.path, from: before, to: last.version.number, patch });
  else await context.print(patch === '' ? 'They are the same.\n' : stripControls(patch));
  return 0;
}

async function restoreVersion({ context, input, list, place, target }: Job, text: string): Promise<number> {
  if (target === undefined)
    throw new Refusal('no-target', 'No file to write was named.', 'Name it: --to PATH.');
  const selected = selectVersion(list, text);
  const content = await contentOf(selected, place);
  if (content === null)
    throw new Refusal(
      'no-content',
      `In version ${selected.version.number} there was no such file.`,
      'Choose another version: --file PATH lists them.',
    );
  const bytes = await writeFileAtomically(target, [encodeUtf8(content)], {
    replace: input.flags.force === true,
    mode: 0o644,
  });
  const version = selected.version.number;
  if (input.json) await printJson(context, { path: selected.file.path, version, to: target, bytes });
  else
    await context.print(
      `Wrote version ${version} of ${stripToLine(selected.file.name)} to ${stripToLine(target)}.\n`,
    );
  return 0;
}

async function showAt({ context, input, list, place, target }: Job, text: string): Promise<number> {
  const turn = Number(text);
  if (!/^\d{1,9}$/.test(text.trim()))
    throw new Refusal(
      'bad-turn',
      `--at does not understand “${textStart(text, 40)}”.`,
      `Write a turn from 0 to ${list.turns}.`,
    );
  const set = filesAt(list, turn);
  const written: string[] = [];
  const left: string[] = [];
  for (const { file, version } of target === undefined ? [] : set) {
    const content = await readVersion(version, place);
    // Names come from the log: only what lies in the project is written, below the folder that was named.
    const inside = file.name !== file.path && !/(?:^|[/\\])\.\.(?:[/\\]|$)/.test(file.name);
    if (typeof content !== 'string' || !inside || target === undefined) {
      if (content !== null) left.push(file.path);
      continue;
    }
    const path = join(target, file.name);
    if (await writeNamed(path, content, input.flags.force === true)) written.push(path);
    else left.push(file.path);
  }
  if (input.json) {
    const files = set.map(({ file, version }) => ({
      path: file.path,
      version: version.number,
      turn: version.turn,
      source: version.source,
    }));
    await printJson(context, { turn, files, ...(target === undefined ? {} : { written, left }) });
  } else if (target === undefined) await context.print(await atText(set, turn, context));
  else {
    await context.print(
      `Wrote ${written.length} of ${countOf(written.length + left.length, 'file')} to ${stripToLine(target)}.\n`,
    );
    for (const path of left)
      await context.print(
        `  not written (content not known, outside the project, or no name for a file here): ${stripToLine(path)}\n`,
      );
  }
  return set.length > 0 ? 0 : 1;
}

// Names come from the log: one may be too long for this system, or that of a file in which another file shall lie.
const NO_NAME: readonly string[] = ['no-folder', 'folder-missing', 'is-a-directory', 'cannot-write'];

async function writeNamed(path: string, content: string, replace: boolean): Promise<boolean> {
  try {
    await makeFolder(dirname(path), 0o777);
    await writeFileAtomically(path, [encodeUtf8(content)], { replace, mode: 0o644 });
    return true;
  } catch (error) {
    if (error instanceof Refusal && NO_NAME.includes(error.code)) return false;
    throw error;
  }
}

async function contentOf(
  { file, version }: SelectedVersion,
  place: BackupPlace | undefined,
): Promise<string | null> {
  const content = await readVersion(version, place);
  if (content !== undefined) return content;
  throw new Refusal(
    'no-content',
    `The content of version ${version.number} of ${file.name} is not in the log, and there is no backup of it.`,
    `Versions with content: clew files … --file ${quoteWord(file.name)}`,
  );
}

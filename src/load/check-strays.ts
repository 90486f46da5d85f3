// Findings about files of a home that belong to no session: empty ones, folders and agents left alone, stale indexes.
import { basename, dirname, join } from 'node:path';
import { countOf } from '../base/format-number.ts';
import { groupBy } from '../base/group-by.ts';
import { describeBytes } from '../base/image-info.ts';
import type { Finding } from '../check/finding.ts';
import { NOTHING_TO_DO } from '../check/wording.ts';
import type { SessionListing } from '../disk/find-sessions.ts';
import { listLeftovers } from '../disk/sweep-temporary.ts';
import type { FileCheck } from './check-one-session.ts';
import type { SurroundingsReader } from './check-surroundings.ts';

export async function checkStrays(
  listing: SessionListing,
  reader: SurroundingsReader,
  now: number,
): Promise<readonly FileCheck[]> {
  const strays: FileCheck[] = [];
  for (const file of listing.emptyFiles) {
    strays.push(
      note(file, 'empty-file', 'The file is empty: there is nothing to resume.', 'It can be deleted.'),
    );
  }
  for (const { folder, agents } of listing.orphans) {
    const message = `The session’s file is gone; its folder is left, with ${countOf(agents.length, 'agent')}.`;
    strays.push(
      note(folder, 'session-file-missing', message, 'Put the file back from a backup, if you have one.'),
    );
  }
  for (const { file } of listing.looseAgents) {
    const message = 'The session that this agent worked for is not there.';
    strays.push(note(file, 'agent-without-session', message, NOTHING_TO_DO));
  }
  const there = groupBy([...listing.sessions.map(({ file }) => file), ...listing.emptyFiles], dirname);
  for (const { folder } of listing.projects) {
    strays.push(...(await noteLeftovers(folder, now)));
    const listed = await reader.listed(folder);
    if (!listed) continue;
    const ids = new Set((there.get(folder) ?? []).map((file) => basename(file, '.jsonl')));
    const gone = [...listed].filter((id) => !ids.has(id)).length;
    if (gone === 0) continue;
    const message = `The index lists ${countOf(gone, 'session')} whose files are not there: pickers that trust it show them, and opening them fails.`;
    const remedy = 'Delete sessions-index.json: the client writes it anew.';
    strays.push(note(join(folder, 'sessions-index.json'), 'index-lists-missing', message, remedy));
  }
  return strays;
}

async function noteLeftovers(folder: string, now: number): Promise<FileCheck[]> {
  const leftovers = await listLeftovers(folder, new Date(now));
  if (leftovers.length === 0) return [];
  const bytes = leftovers.reduce((sum, leftover) => sum + leftover.bytes, 0);
  const [what, it] =
    leftovers.length === 1 ? ['A temporary file', 'it'] : [`${leftovers.length} temporary files`, 'them'];
  const message = `${what} (${describeBytes(bytes)}) left by a run of clew that was killed.`;
  return [note(folder, 'clew-leftovers', message, `The next clone or undo in this project removes ${it}.`)];
}

function note(file: string, rule: string, message: string, remedy: string): FileCheck {
  const problem: Finding = { rule, severity: 'note', line: 0, offset: 0, message, remedy };
  return {
    file,
    sessionId: undefined,
    stray: true,
    ok: true,
    problems: [problem],
    resume: { loads: 0, of: 0 },
    agents: [],
  };
}

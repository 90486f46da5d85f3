// Lists the branches of a session file without holding what was said on them [L2].
import { readLogFile } from '../disk/read-file.ts';
import type { Selection } from '../disk/select-session.ts';
import type { Line } from '../log/line.ts';
import type { Branch } from '../session/branches.ts';
import { buildThread } from '../session/session.ts';
import { isAgentLine } from './open-session.ts';
import { pruneLine } from './prune-line.ts';

/** Those of `openSession`; their entries lack their bodies. */
export async function readBranches({
  kind,
  file,
}: Pick<Selection, 'kind' | 'file'>): Promise<readonly Branch[]> {
  const lines: Line[] = [];
  for await (const line of readLogFile(file)) lines.push(pruneLine(line));
  const isAgent = kind === 'agent' || (kind !== 'session' && lines.some(isAgentLine));
  return buildThread(lines, isAgent ? 'agent' : 'main').branches;
}

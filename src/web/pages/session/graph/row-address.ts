// How a row of the graph is named in the address that all tabs share.
import type { GraphRow } from '../../../../server/api.ts';
import type { RouteParams } from '../../../data/route.ts';

const NOTHING: RouteParams = {
  turn: undefined,
  line: undefined,
  agent: undefined,
  branch: undefined,
  row: undefined,
  uuid: undefined,
};

/** A row on a way that was left switches all tabs to its branch. */
export function paramsOfRow(row: GraphRow): RouteParams {
  const { turn, branch } = row;
  if (row.type === 'agent') return { ...NOTHING, turn, agent: row.agentId, branch };
  if (row.type === 'compaction') return { ...NOTHING, turn, line: row.line, branch };
  // A prompt that was taken back is on no branch: only its line names it.
  if (row.state !== 'live') return { ...NOTHING, line: row.line };
  return { ...NOTHING, turn, branch };
}

/** A line below a row: of a message or an entry. The lines of an agent are those of its own file. */
export function paramsOfLine(row: GraphRow, line: number): RouteParams {
  return row.type === 'agent' ? paramsOfRow(row) : { ...paramsOfRow(row), line };
}

/** Where the transcript shows a row. */
export function transcriptOfRow(row: GraphRow): RouteParams {
  const { turn, branch } = row;
  if (row.type === 'turn') return row.state === 'live' ? { turn, branch } : { turn };
  return { line: row.line, branch };
}

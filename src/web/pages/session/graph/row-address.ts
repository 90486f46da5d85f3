// How a row of the graph is named in the address that all tabs share.
import type { GraphAnswer, GraphRow } from '../../../../server/api.ts';
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
export function paramsOfRow(graph: GraphAnswer, row: GraphRow): RouteParams {
  const turn = turnOfRow(graph, row);
  const [own] = turn?.branches ?? [];
  const branch = row.left ? own : undefined;
  if (row.type === 'agent') return { ...NOTHING, turn: turn?.turn, agent: row.agentId, branch };
  if (row.type === 'compaction') return { ...NOTHING, turn: turn?.turn, line: row.line, branch };
  // A prompt that was taken back is on no branch: only its line names it.
  if (row.state !== 'live') return { ...NOTHING, line: row.line };
  return { ...NOTHING, turn: row.turn, branch };
}

/** Where the transcript shows a row. */
export function transcriptOfRow(graph: GraphAnswer, row: GraphRow): RouteParams {
  const { turn, branch } = paramsOfRow(graph, row);
  if (row.type === 'turn') return row.state === 'live' ? { turn, branch } : { turn: row.turn };
  return { line: row.line, branch };
}

export function turnOfRow(
  graph: GraphAnswer,
  row: GraphRow,
): (GraphRow & { readonly type: 'turn' }) | undefined {
  if (row.type === 'turn') return row;
  const found = graph.rows.find((one) => one.type === 'turn' && one.id === row.turnId);
  return found?.type === 'turn' ? found : undefined;
}

/** The row that an address names: an agent, a line, or a turn on the branch that is read. */
export function rowOfAddress(graph: GraphAnswer, params: Readonly<Record<string, string>>): number {
  const { rows, branches } = graph;
  const { agent, branch } = params;
  if (agent !== undefined) {
    const at = rows.findIndex((row) => row.type === 'agent' && row.agentId === agent);
    if (at >= 0) return at;
  }
  const number = branches.find((one) => String(one.number) === branch || one.leaf === branch)?.number;
  const isOn = (row: GraphRow): boolean =>
    row.type === 'turn' && (number === undefined ? !row.left : row.branches.includes(number));
  const line = Number(params.line);
  if (params.line !== undefined && !Number.isNaN(line)) {
    const own = rows.findIndex((row) => row.line === line && row.type !== 'agent');
    if (own >= 0) return own;
    const within = rows.findIndex(
      (row) =>
        row.type === 'turn' && isOn(row) && (row.firstLine ?? 1) <= line && line <= (row.lastLine ?? 0),
    );
    if (within >= 0) return within;
  }
  const turn = Number(params.turn);
  return Number.isNaN(turn)
    ? -1
    : rows.findIndex((row) => row.type === 'turn' && row.turn === turn && isOn(row));
}

// Opens what the address names (a turn, a line, an entry, in an agent too), and writes what is selected into it.
import { effect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { AgentLine } from '../../../../server/api.ts';
import { hrefWith, replaceRoute, route } from '../../../data/route.ts';
import { type SessionState, useSession } from '../../../data/session-context.ts';
import type { ThreadRows } from '../../../data/thread-rows.ts';
import { tell } from '../../../data/toasts.ts';
import type { TranscriptState } from '../../../data/transcript-state.ts';
import type { TranscriptHandle } from '../../../widgets/transcript/transcript-view.tsx';
import { scrollToRow } from './scroll-to-row.ts';

export function useOpenAddress(state: TranscriptState, handle: RefObject<TranscriptHandle | null>): void {
  const session = useSession();
  /** What this page wrote into the address itself is not to be opened again. */
  const written = useRef('');
  const { turn, line, uuid, agent } = route.value.params;
  const wanted = [turn, line, uuid, agent].join(' ');
  const ready = session.turns.value !== undefined;
  useEffect(() => {
    if (!ready || wanted.trim() === '' || wanted === written.current) return;
    written.current = wanted;
    void openAddress(state, handle, session, { turn, line, uuid, agent });
  }, [state, wanted, ready]);
  useEffect(
    () =>
      effect(() => {
        const selection = state.selected.value;
        const row = selection?.rows.at(selection.index);
        if (!selection || !row) return;
        const params = {
          // Other tabs know turns of the main thread only.
          turn: selection.rows.query.agent === undefined ? String(row.turn) : undefined,
          line: row.place ? String(row.place.line) : undefined,
          uuid: undefined,
          agent: selection.rows.query.agent,
        };
        written.current = [params.turn, params.line, undefined, params.agent].join(' ');
        replaceRoute(hrefWith(params));
      }),
    [state],
  );
}

interface Address {
  readonly turn: string | undefined;
  readonly line: string | undefined;
  readonly uuid: string | undefined;
  readonly agent: string | undefined;
}

async function openAddress(
  state: TranscriptState,
  handle: RefObject<TranscriptHandle | null>,
  session: SessionState,
  { turn, line, uuid, agent }: Address,
): Promise<void> {
  const rows = agent === undefined ? state.main : await openAgent(state, session.head.agentTree, agent);
  if (!rows) {
    tell('The agent that the address names is not in this session.', 'error');
    return;
  }
  if (line !== undefined || uuid !== undefined) {
    const where = {
      ...(line === undefined ? {} : { line: Number(line) }),
      ...(uuid === undefined ? {} : { uuid }),
    };
    const found = await rows.locate(where).catch(() => undefined);
    if (found !== undefined) {
      await settleAndScroll(handle, state, rows, found, true);
      return;
    }
    // A line that no row shows still has its turn.
    if (turn === undefined) {
      tell(`${line === undefined ? 'That entry' : `Line ${line}`} is not on this branch.`, 'error');
      return;
    }
  }
  const found = session.turns.peek()?.turns.find((one) => String(one.number) === turn);
  // With an agent, the turn only says where it was started: the agent is shown from its beginning.
  if (agent !== undefined) await settleAndScroll(handle, state, rows, 0, true);
  else if (found) await settleAndScroll(handle, state, rows, found.firstRow, false);
}

// The first list may not be laid out yet when its address is opened.
async function settleAndScroll(
  handle: RefObject<TranscriptHandle | null>,
  state: TranscriptState,
  rows: ThreadRows,
  index: number,
  select: boolean,
): Promise<void> {
  await rows.need(index - 10, index + 40);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await scrollToRow(handle, state, rows, index, { select });
}

/** Opens the strands that lead to an agent, from the main thread inwards. */
async function openAgent(
  state: TranscriptState,
  tree: readonly AgentLine[],
  agentId: string,
): Promise<ThreadRows | undefined> {
  const path = pathTo(tree, agentId);
  let rows = state.main;
  for (const agent of path) {
    if (agent.line === undefined) return undefined;
    const at = await rows.locate({ line: agent.line });
    if (at === undefined) return undefined;
    const index = await callRow(rows, at, agent.agentId);
    state.setOpen(rows, index, true);
    rows = state.threadOf(agent.agentId);
    await rows.need(0, 0);
  }
  return path.length === 0 ? undefined : rows;
}

// A line may hold several calls: the one that started this agent is meant.
async function callRow(rows: ThreadRows, from: number, agentId: string): Promise<number> {
  await rows.need(from, from + 30);
  for (let i = from; i < from + 30; i++) {
    const row = rows.at(i);
    if (row?.kind === 'tool' && row.agents.some((agent) => agent.agentId === agentId)) return i;
  }
  return from;
}

function pathTo(tree: readonly AgentLine[], agentId: string): AgentLine[] {
  const waiting: { readonly agent: AgentLine; readonly path: AgentLine[] }[] = tree.map((agent) => ({
    agent,
    path: [agent],
  }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.agent.agentId === agentId) return next.path;
    for (const child of next.agent.children) waiting.push({ agent: child, path: [...next.path, child] });
  }
  return [];
}

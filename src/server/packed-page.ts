// Packs a session for an exported page: the answers that the app would get from the server, for one branch and its agents.

import { basename } from 'node:path';
import { lastPart } from '../base/last-part.ts';
import { chosenTranscript, type ExportedSession } from '../export/exported-session.ts';
import type { Row } from '../render/row.ts';
import { openTranscript } from '../render/transcript.ts';
import {
  PACKED_ROWS,
  type PackedRows,
  type PackedSession,
  type PackedThread,
} from '../render/web/packed-page.ts';
import { toWebRow } from '../render/web/to-web-row.ts';
import { type NumberedRow, WebThread } from '../render/web/web-thread.ts';
import type { Note } from '../session/note.ts';
import type { Thread } from '../session/session.ts';
import { viewAgents } from './agents-view.ts';
import type { AgentLine, SessionHead, TurnsAnswer, WebRow } from './api.ts';
import { turnFinder } from './head-view.ts';
import { agentSource } from './model/session-model.ts';
import { imageOf, settingOf } from './rows-view.ts';
import { outlineTurns } from './turns-view.ts';

interface OpenThread {
  readonly agent: string | undefined;
  readonly web: WebThread;
  readonly thread: Thread;
}

/** Every row goes into the page: none is made twice. */
const KEEPS = { keepsRows: true };

/** Yields the packs of rows one by one, and returns what tells of them. */
export function* packPage(
  exported: ExportedSession,
  now: Date,
): Generator<PackedRows, PackedSession<SessionHead, TurnsAnswer>> {
  const { session, tree } = exported;
  const main: OpenThread = {
    agent: undefined,
    web: new WebThread(chosenTranscript(exported, 'reference'), KEEPS),
    thread: session.thread,
  };
  const threads: PackedThread<TurnsAnswer>[] = [];
  const named = new Set<string>();
  let packs = 0;
  const packThread = function* (open: OpenThread): Generator<PackedRows> {
    const lines: number[] = [];
    const firstPack = packs;
    for (let from = 0; from < open.web.total; from += PACKED_ROWS, packs++) {
      const rows = open.web.rows(from, PACKED_ROWS);
      for (const { row } of rows) {
        lines.push(row.place?.line ?? 0);
        for (const agent of agentsOf(row)) named.add(agent);
      }
      yield packRows(rows, open);
    }
    const turns = outlineTurns(open, undefined);
    const name = open.agent === undefined ? {} : { agent: open.agent };
    threads.push({ ...name, turns, rows: open.web.total, firstPack, lines });
  };
  yield* packThread(main);
  // Only agents that a packed row names: of some turns, not the agents of the others. The set grows while it is walked.
  for (const agent of named) {
    const node = tree.all.find(({ agentId }) => agentId === agent);
    if (!node) continue;
    const source = agentSource(session.sessionId, node);
    const web = new WebThread(openTranscript(source, { agents: 'reference' }), KEEPS);
    yield* packThread({ agent, web, thread: source.thread });
  }
  return {
    version: 1,
    head: makeHead(exported, main, named),
    threads,
    ...(exported.asked === undefined ? {} : { turns: exported.asked }),
    ...(exported.notes.size === 0 ? {} : { notes: packNotes(exported) }),
    redacted: exported.redacted,
    exported: now.toISOString(),
  };
}

function packNotes({ notes }: ExportedSession): Note[] {
  return [...notes].flatMap(([turn, here]) => here.map((note) => ({ ...note, turn })));
}

function agentsOf(row: Row): string[] {
  if (row.kind === 'agent') return row.missing ? [] : [row.agentId];
  return row.kind === 'tool' ? row.agents.flatMap((agent) => (agent.missing ? [] : [agent.agentId])) : [];
}

function packRows(rows: readonly NumberedRow[], open: OpenThread): PackedRows {
  const pictures: Record<string, readonly string[]> = {};
  const packed = rows.map((numbered, i): WebRow => {
    const { row } = numbered;
    const count = row.kind === 'tool' ? row.images.length : row.kind === 'image' ? 1 : 0;
    const shown = Array.from({ length: count }, (_, n) => {
      const image = imageOf(row, n);
      return image && /^[A-Za-z0-9+/=\s]*$/.test(image.base64)
        ? `data:${image.type};base64,${image.base64}`
        : '';
    });
    if (shown.some((src) => src !== '')) pictures[i] = shown;
    return withoutBranches(toWebRow(row, settingOf(numbered, open, { tokens: undefined })));
  });
  return { rows: packed, pictures };
}

// The other ways are not in the page, so nothing leads there.
function withoutBranches(row: WebRow): WebRow {
  if (row.kind !== 'fork') return row;
  return { ...row, others: row.others.map((way) => ({ ...way, branches: [] })) };
}

function makeHead(
  { session, tree, title }: ExportedSession,
  { web, thread }: OpenThread,
  named: ReadonlySet<string>,
): SessionHead {
  const { header } = web.transcript;
  const { cwd, gitBranch, start, end } = header;
  const context = web.facts.findLast(({ contextAfter }) => contextAfter !== undefined)?.contextAfter;
  return {
    key: session.sessionId,
    sessionId: session.sessionId,
    home: '',
    file: basename(session.file),
    resumeCommand: '',
    modified: end ?? 0,
    live: false,
    ready: true,
    bytes: 0,
    lines: thread.lines.length,
    turns: header.turns,
    toolCalls: header.toolCalls,
    agents: named.size,
    branches: 1,
    health: 'ok',
    problems: 0,
    empty: web.facts.length === 0,
    annotations: 0,
    versions: header.versions,
    models: header.models,
    rows: web.total,
    branchList: [],
    agentTree: onlyNamed(viewAgents(tree, turnFinder(web)), named),
    ...(title === undefined ? {} : { title }),
    ...(cwd === undefined ? {} : { cwd, project: cwd, projectName: lastPart(cwd) }),
    ...(gitBranch === undefined ? {} : { gitBranch }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    ...(context === undefined ? {} : { contextTokens: context }),
  };
}

function onlyNamed(lines: readonly AgentLine[], named: ReadonlySet<string>): AgentLine[] {
  return lines
    .filter(({ agentId }) => named.has(agentId))
    .map((line) => ({ ...line, children: onlyNamed(line.children, named) }));
}

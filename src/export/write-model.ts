// Writes the model of a session as JSON: what `clew show --json` gives, with the turns of each agent.
import { escapeControls } from '../base/escape-controls.ts';
import { readAgent } from '../render/agent-rows.ts';
import { agentJson, branchJson, sessionJson, turnJson } from '../render/session-json.ts';
import { openTranscript } from '../render/transcript.ts';
import type { AgentNode } from '../session/agents.ts';
import { buildThread } from '../session/session.ts';
import { chosenTranscript, type ExportedSession } from './exported-session.ts';

/** Turn by turn: the whole of a long session does not fit into one string. */
export function* writeModel(exported: ExportedSession, now: Date): Generator<string> {
  const { session, tree } = exported;
  const transcript = chosenTranscript(exported, 'reference');
  const whole = exported.asked === undefined;
  const head = {
    format: 'clew-session',
    version: 1,
    exported: now.toISOString(),
    redacted: exported.redacted,
    asked: exported.asked,
    session: sessionJson(transcript.header, session.file, whole ? session.thread.problems : []),
    branches: session.thread.branches.map(branchJson),
    notes: notesJson(exported),
  };
  const named = new Set<string>();
  yield `${toJson(head).slice(0, -1)},\n"turns":[`;
  for (const [i, turn] of transcript.turns.entries()) {
    const rows = transcript.turnRows(turn);
    for (const row of rows) if (row.kind === 'tool') for (const { agentId } of row.agents) named.add(agentId);
    yield `${i === 0 ? '' : ','}\n${toJson(turnJson(turn, rows))}`;
  }
  yield '],\n"agents":[';
  let first = true;
  for (const node of tree.all) {
    if (!whole && !named.has(node.agentId)) continue;
    // Parents stand before their children, so what an exported agent started is exported, too.
    for (const child of node.children) named.add(child.agentId);
    yield `${first ? '' : ','}\n`;
    yield* writeAgent(node, session.sessionId);
    first = false;
  }
  yield ']}\n';
}

function notesJson({ notes }: ExportedSession): readonly object[] {
  return [...notes]
    .sort(([a], [b]) => a - b)
    .flatMap(([turn, here]) =>
      here.map(({ note, labels, created, changed }) => ({
        turn,
        note,
        labels,
        created: isoTime(created),
        changed: isoTime(changed),
      })),
    );
}

function isoTime(ms: number): string | null {
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : null;
}

function* writeAgent(node: AgentNode, sessionId: string): Generator<string> {
  const { thread, conversation } = readAgent(node);
  const transcript = openTranscript(
    {
      sessionId,
      title: undefined,
      thread: thread ?? buildThread(node.entries, 'agent'),
      ...(thread ? {} : { conversation }),
      agents: node.children,
      agentId: node.agentId,
    },
    { agents: 'reference' },
  );
  const line = {
    ...agentJson({ ...node, children: [] }),
    children: node.children.map(({ agentId }) => agentId),
  };
  yield `${toJson(line).slice(0, -1)},"turns":[`;
  for (const [i, turn] of transcript.turns.entries())
    yield `${i === 0 ? '' : ','}\n${toJson(turnJson(turn, transcript.turnRows(turn)))}`;
  yield ']}';
}

function toJson(value: unknown): string {
  return escapeControls(JSON.stringify(value));
}

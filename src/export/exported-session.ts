// A session made ready for export: redacted where that was asked for, its agents linked, one branch and some turns of it chosen.
import { linkOpenAgents, type OpenSession } from '../load/open-session.ts';
import { countTokens } from '../render/count-tokens.ts';
import { pickBranch } from '../render/pick-branch.ts';
import { pickTurns } from '../render/pick-turns.ts';
import { openTranscript, otherAgents, type Transcript, type TranscriptSource } from '../render/transcript.ts';
import type { AgentTree } from '../session/agents.ts';
import { type Note, notesByTurn } from '../session/note.ts';
import { sessionTitle } from '../session/titles.ts';
import type { Turn } from '../session/turns.ts';
import type { Redactor } from './make-redactor.ts';
import { redactSession } from './redact-session.ts';

/** Which turns and branch, and what to take out. */
export interface ExportChoice {
  /** As typed: `3`, `3..7`, `last`. */
  readonly turn?: string | undefined;
  readonly branch?: string | undefined;
  readonly redactor?: Redactor | undefined;
  /** What a person noted on its turns. */
  readonly notes?: readonly Note[] | undefined;
}

/** A session ready to be written in any format. */
export interface ExportedSession {
  readonly session: OpenSession;
  readonly tree: AgentTree;
  readonly title: string | undefined;
  readonly source: TranscriptSource;
  /** With agents as references. */
  readonly transcript: Transcript;
  readonly turns: readonly Turn[];
  /** The turns that were asked for, as typed; undefined for all. */
  readonly asked: string | undefined;
  /** On the chosen turns, by their number. */
  readonly notes: ReadonlyMap<number, readonly Note[]>;
  readonly redacted: boolean;
}

/** Chooses and redacts what an export shall hold. */
export function prepareExport(opened: OpenSession, choice: ExportChoice = {}): ExportedSession {
  const { redactor } = choice;
  const session = redactor ? redactSession(opened, redactor) : opened;
  const tree = linkOpenAgents(session);
  const title = sessionTitle(session.thread.lines).title || undefined;
  const branch = choice.branch === undefined ? undefined : pickBranch(session.thread.branches, choice.branch);
  const source: TranscriptSource = {
    sessionId: session.sessionId,
    title,
    thread: session.thread,
    branch,
    agents: tree.children,
    otherAgents: otherAgents(tree),
  };
  const transcript = openTranscript(source, { agents: 'reference' });
  const turns = pickTurns(transcript.turns, choice.turn);
  return {
    session,
    tree,
    title,
    source,
    transcript,
    turns,
    asked: choice.turn?.trim(),
    notes: notesByTurn(redactNotes(choice.notes ?? [], redactor), turns),
    redacted: redactor !== undefined,
  };
}

function redactNotes(notes: readonly Note[], redactor: Redactor | undefined): readonly Note[] {
  if (!redactor) return notes;
  return notes.map((one) => ({
    ...one,
    note: redactor.text(one.note),
    labels: one.labels.map(redactor.text),
  }));
}

/** The transcript of the chosen turns alone: nothing that stands before or behind them. */
export function chosenTranscript(exported: ExportedSession, agents: 'nested' | 'reference'): Transcript {
  const transcript =
    agents === 'reference' ? exported.transcript : openTranscript(exported.source, { agents });
  if (exported.asked === undefined) return transcript;
  const numbers = new Set(exported.turns.map(({ number }) => number));
  const turns = transcript.turns.filter(({ number }) => numbers.has(number));
  const rows = turns.map(transcript.turnRows);
  const toolCalls = rows.reduce((sum, some) => sum + some.filter(({ kind }) => kind === 'tool').length, 0);
  const started = rows.flat().reduce((sum, row) => sum + (row.kind === 'tool' ? row.agents.length : 0), 0);
  const [first, last] = [turns[0], turns.at(-1)];
  return {
    ...transcript,
    turns,
    header: {
      ...transcript.header,
      turns: turns.filter(({ number }) => number > 0).length,
      toolCalls,
      agents: started,
      tokens: countTokens(turns.flatMap(({ messages }) => messages)),
      start: first?.start,
      end: last?.end,
    },
    openingRows: () => [],
    closingRows: () => [],
  };
}

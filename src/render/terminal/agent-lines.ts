// An agent as a second strand beside the thread: in short its steps and its answer, in full all that it did.
import { countOf } from '../../base/format-number.ts';
import { quoteWord } from '../../base/quote-word.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { formatDuration, formatTokens } from '../format.ts';
import type { AgentRow, Row } from '../row.ts';
import { firstLines, moreLine } from './cut-lines.ts';
import { cutLine } from './fit-text.ts';
import { framePieces } from './frame-pieces.ts';
import type { Paint, Piece } from './paint.ts';
import { safeText } from './safe-text.ts';
import { toolLine } from './tool-lines.ts';

const STEPS = 6;
const ANSWER = 4;
/** Deeper agents are named, not shown: there is no room left for them. */
const MIN_WIDTH = 24;

/** Paints any row; given from outside because agents hold rows of every kind. */
type PaintRow = (row: Row, paint: Paint) => Piece | undefined;

export function agentLines(agent: AgentRow, outer: Paint, paintRow: PaintRow): string[] {
  const { palette } = outer;
  const bar = palette.agent('│ ');
  const paint = { ...outer, width: outer.width - 2, more: agentCommand(outer.more, agent.agentId) };
  const head = `${palette.agent('├○')} ${palette.agent(headOf(agent))}`;
  const rows = paint.width < MIN_WIDTH ? undefined : agent.rows;
  const inside = !rows ? [] : paint.full ? fullLines(rows, paint, paintRow) : shortLines(rows, paint);
  const lines = [
    cutLine(head, outer.width),
    ...inside.map((line) => (line === '' ? bar.trimEnd() : bar + line)),
  ];
  return agent.rows ? [...lines, palette.agent('╰')] : lines;
}

function agentCommand(more: string, agentId: string): string {
  return `${more.replace(/ --(?:turn|agent|full)\b[\s\S]*$/, '')} --agent ${quoteWord(agentId)}`;
}

function headOf(agent: AgentRow): string {
  const facts = [
    // Under its call, whose line names both, they would be said twice.
    agent.rows ? undefined : agent.agentType,
    agent.rows ? undefined : agent.description,
    countOf(agent.toolCalls, 'tool call'),
    agent.tokens.context === undefined ? undefined : `${formatTokens(agent.tokens.context)} context`,
    agent.durationMs === undefined ? undefined : formatDuration(agent.durationMs),
    agent.missing ? 'its file is missing' : undefined,
    agent.rows ? undefined : agent.link,
  ];
  const words = facts.filter((fact) => fact !== undefined && fact !== '').join(' · ');
  return `agent ${stripToLine(agent.agentId)}  ${stripToLine(words)}`;
}

function fullLines(rows: readonly Row[], paint: Paint, paintRow: PaintRow): string[] {
  const pieces = rows.filter((row) => row.kind !== 'turn' || row.number > 1);
  return framePieces(
    pieces.flatMap((row) => paintRow(row, { ...paint, width: paint.width - 2 }) ?? []),
    paint,
  );
}

function shortLines(rows: readonly Row[], paint: Paint): string[] {
  const { palette, width } = paint;
  const calls = rows.filter((row) => row.kind === 'tool');
  const lines = calls.slice(0, STEPS).map((row) => toolLine(row, paint));
  if (calls.length > STEPS) lines.push(moreLine(calls.length - STEPS, paint, width, 'call'));
  const last = rows.findLast((row) => row.kind === 'text');
  if (!last) return lines;
  const answer = firstLines(safeText(last.text), ANSWER);
  for (const line of answer.lines) lines.push(palette.faint(cutLine(line, width)));
  if (answer.left > 0) lines.push(moreLine(answer.left, paint, width));
  return lines;
}

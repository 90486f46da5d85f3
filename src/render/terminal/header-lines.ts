// The head of the transcript, and the knots on the thread: turns and compactions.
import { countOf } from '../../base/format-number.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { type Clock, formatDuration, formatTokens } from '../format.ts';
import type { CompactionRow, SessionRow, Tokens, TurnRow } from '../row.ts';
import { firstLines, moreLine } from './cut-lines.ts';
import { cutLine, widthOf, wrapWords } from './fit-text.ts';
import type { Paint } from './paint.ts';
import { safeText } from './safe-text.ts';

export function sessionLines(row: SessionRow, paint: Paint): string[] {
  const { palette, width } = paint;
  const { branch } = row;
  const where = [row.cwd?.split(/[/\\]/).findLast((part) => part !== ''), row.gitBranch];
  const what = [
    countOf(row.turns, 'turn'),
    countOf(row.toolCalls, 'tool call'),
    row.agents > 0 ? countOf(row.agents, 'agent') : '',
    ...tokenWords(row.tokens),
  ];
  const by = [spanOf(row, paint.clock), row.models.join(', '), versionsOf(row.versions)];
  const id = row.agentId === undefined ? row.sessionId : `agent ${row.agentId} of session ${row.sessionId}`;
  const notes = [
    branch.count > 1
      ? `branch ${branch.number} of ${branch.count}${branch.active ? '' : ', not the active one'}`
      : '',
    row.problems > 0 ? countOf(row.problems, 'problem') : '',
  ];
  const faint = [[...where, ...what], by, [id, ...notes]].flatMap((facts) => {
    // A line breaks between facts, not inside one.
    const words = facts
      .filter((fact) => fact !== undefined && fact !== '')
      .map((fact) => cutLine(stripToLine(fact ?? ''), MOST_FACT));
    const line = words.map((fact) => fact.replaceAll(' ', NO_BREAK)).join(` ·${NO_BREAK}`);
    return line === ''
      ? []
      : wrapWords(line, width).map((part) => palette.faint(part.replaceAll(NO_BREAK, ' ')));
  });
  const title = stripToLine(row.title ?? '') || '(no title)';
  return [...wrapWords(title, width).slice(0, 3).map(palette.strong), ...faint, ''];
}

const NO_BREAK = '\u00a0';
/** Columns: names of models and branches come from the log, and may be of any length. */
const MOST_FACT = 200;

/** `before` is the time of the turn before: the date is only written where it is another one. */
export function turnLines(row: TurnRow, paint: Paint, before: number | undefined): string[] {
  const { palette } = paint;
  const facts = [
    row.start === undefined ? '' : timeWords(row.start, before, paint.clock),
    row.turnKind === 'opening' ? 'before the first prompt' : '',
    row.durationMs === undefined || row.number === 0 ? '' : formatDuration(row.durationMs),
    row.exchanges > 0 ? countOf(row.exchanges, 'exchange') : '',
    ...tokenWords(row.tokens),
  ];
  const ended = ENDINGS[row.ended];
  const words = facts.filter(Boolean).join(' · ');
  const ending = ended === '' || row.number === 0 ? '' : ` · ${palette.warning(ended)}`;
  const knot = row.number === 0 ? '○' : palette.user(palette.strong(`● ${row.number}`));
  return [ruled(`${knot}  ${palette.faint(words)}${ending}`, paint)];
}

export function compactionLines(row: CompactionRow, paint: Paint): string[] {
  const { palette } = paint;
  const tokens =
    row.tokensBefore === undefined
      ? ''
      : `${formatTokens(row.tokensBefore)}${row.tokensAfter === undefined ? '' : ` → ${formatTokens(row.tokensAfter)}`} tokens`;
  const name = row.scope === 'micro' ? 'old tool results dropped' : 'compacted';
  const facts = [
    row.trigger === undefined ? name : `${name} (${stripToLine(row.trigger)})`,
    tokens,
    row.durationMs === undefined ? '' : formatDuration(row.durationMs),
  ];
  const lines = [ruled(palette.compaction(`✂ ${facts.filter(Boolean).join(' · ')}`), paint)];
  if (row.summary === undefined) return lines;
  const bar = palette.faint('│');
  const summary = firstLines(safeText(row.summary), paint.full ? Number.POSITIVE_INFINITY : SUMMARY);
  for (const line of summary.lines.flatMap((one) => wrapWords(one, paint.width))) {
    lines.push(line === '' ? bar : `${bar} ${palette.faint(line)}`);
  }
  if (summary.left > 0) lines.push(`${bar} ${moreLine(summary.left, paint, paint.width)}`);
  return lines;
}

const SUMMARY = 3;

const ENDINGS: Readonly<Record<TurnRow['ended'], string>> = {
  answered: '',
  interrupted: 'interrupted',
  error: 'ended in an error',
  open: 'open',
  unanswered: 'no answer',
};

// The rule to the right edge lets the eye find the turns while scrolling.
function ruled(line: string, { palette, width }: Paint): string {
  const most = width + 2;
  const cut = cutLine(line, most);
  const left = most - widthOf(cut) - 1;
  return left < 3 ? cut : `${cut} ${palette.faint('─'.repeat(left))}`;
}

function tokenWords(tokens: Tokens): string[] {
  const least = tokens.outputFinal ? '' : '≥ ';
  return [
    tokens.context === undefined ? '' : `${formatTokens(tokens.context)} context`,
    tokens.output === 0 ? '' : `${least}${formatTokens(tokens.output)} out`,
  ];
}

function timeWords(time: number, before: number | undefined, clock: Clock): string {
  const date = clock.date(time);
  return before !== undefined && clock.date(before) === date
    ? clock.time(time)
    : `${date} ${clock.time(time)}`;
}

function spanOf({ start, end }: SessionRow, clock: Clock): string {
  if (start === undefined || end === undefined) return '';
  return `${clock.date(start)} ${clock.time(start)} – ${timeWords(end, start, clock)}`;
}

function versionsOf(versions: readonly string[]): string {
  const [first, last] = [versions[0], versions.at(-1)];
  if (first === undefined || last === undefined) return '';
  return first === last ? `client ${first}` : `client ${first} – ${last}`;
}

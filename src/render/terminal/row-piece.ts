// Any row as a piece of the terminal's transcript; housekeeping is left out unless everything is asked for.
import { countOf } from '../../base/format-number.ts';
import { describeImage } from '../../base/image-info.ts';
import { stripToLine } from '../../base/strip-controls.ts';

import type { ForkRow, NoticeRow, PromptRow, Row, TextRow, ThinkingRow } from '../row.ts';
import { agentLines } from './agent-lines.ts';
import { firstLines, fitLines, moreLine } from './cut-lines.ts';
import { cutLine, wrapWords } from './fit-text.ts';
import { compactionLines, sessionLines, turnLines } from './header-lines.ts';
import { markdownLines, proseWidth } from './markdown.ts';
import type { Paint, Piece } from './paint.ts';
import { safeOutput, safeText } from './safe-text.ts';
import { toolLines } from './tool-lines.ts';

export function rowPiece(row: Row, paint: Paint, turnBefore?: number): Piece | undefined {
  const { palette } = paint;
  switch (row.kind) {
    case 'session':
      return { lines: sessionLines(row, paint), gutter: 'none', spaced: false };
    case 'turn':
      return { lines: turnLines(row, paint, turnBefore), gutter: 'none', spaced: true };
    case 'compaction':
      return { lines: compactionLines(row, paint), gutter: 'none', spaced: true };
    case 'prompt':
      return { lines: promptLines(row, paint), gutter: 'prompt', spaced: true };
    case 'text':
      return textPiece(row, paint);
    case 'thinking':
      // Newer clients keep no thinking, only its signature: a line for each would say nothing many times.
      return row.hidden === 'signature' && !paint.full ? undefined : onThread(thinkingLines(row, paint));
    case 'tool':
      return onThread([
        ...toolLines(row, paint),
        ...row.agents.flatMap((agent) => agentLines(agent, paint, rowPiece)),
      ]);
    case 'agent':
      return onThread(agentLines(row, paint, rowPiece));
    case 'fork':
      return onThread(forkLines(row, paint));
    case 'notice':
      return row.quiet && !paint.full ? undefined : onThread(noticeLines(row, paint));
    case 'image':
      return onThread([palette.faint(cutLine(`[${stripToLine(describeImage(row.image))}]`, paint.width))]);
    case 'unknown': {
      const line = `· ${row.what} of unknown type “${stripToLine(row.type)}”${at(row)}`;
      return onThread([palette.faint(cutLine(line, paint.width))]);
    }
    case 'unreadable': {
      const line = `! not an entry: ${row.reason}${at(row)}: ${stripToLine(row.text)}`;
      return onThread([palette.warning(cutLine(line, paint.width))]);
    }
  }
}

function onThread(lines: readonly string[]): Piece {
  return { lines, gutter: 'thread', spaced: false };
}

function at(row: Row): string {
  return row.place === undefined ? '' : ` (line ${row.place.line})`;
}

const PROMPT = 40;

// What a person typed is shown as it was typed: it is rarely meant as markdown.
function promptLines(row: PromptRow, paint: Paint): string[] {
  const { palette, width } = paint;
  const text = firstLines(safeText(row.text), paint.full ? Number.POSITIVE_INFINITY : PROMPT);
  const mark = row.promptKind === 'queued' ? [palette.faint('while the model worked:')] : [];
  const lines = text.lines.flatMap((line) => wrapWords(line, proseWidth(width))).map(palette.strong);
  if (text.left > 0) lines.push(moreLine(text.left, paint, width));
  const reminders = paint.full
    ? row.reminders.flatMap((one) => wrapWords(safeText(one), proseWidth(width)))
    : [];
  return [
    ...mark,
    ...(lines.length > 0 ? lines : [palette.faint('(no text)')]),
    ...reminders.map(palette.faint),
  ];
}

function textPiece(row: TextRow, paint: Paint): Piece | undefined {
  const text = safeText(row.text).trim();
  if (text === '') return undefined;
  if (row.apiError) {
    return onThread(wrapWords(`! ${text}`, proseWidth(paint.width)).map(paint.palette.error));
  }
  if (row.synthetic) return onThread(wrapWords(text, proseWidth(paint.width)).map(paint.palette.faint));
  return { lines: markdownLines(text, paint.width, paint), gutter: 'thread', spaced: true };
}

function thinkingLines(row: ThinkingRow, paint: Paint): string[] {
  const { palette } = paint;
  const mark = palette.thinking('∴');
  if (row.hidden !== undefined) {
    return [
      `${mark} ${palette.faint(row.hidden === 'redacted' ? 'thought (encrypted)' : 'thought (not kept)')}`,
    ];
  }
  const text = safeText(row.text).trim();
  if (!paint.full && !paint.thinking) {
    const first = stripToLine(text.slice(0, 400));
    const length = countOf(text.length, 'character');
    return [cutLine(`${mark} ${palette.faint(`thought, ${length}: ${first}`)}`, paint.width)];
  }
  const lines = wrapWords(text, proseWidth(paint.width - 2));
  return lines.map((line, i) => `${i === 0 ? mark : ' '} ${palette.faint(line)}`.trimEnd());
}

const MOST_WAYS = 5;

function forkLines(row: ForkRow, paint: Paint): string[] {
  const { palette, width } = paint;
  const lines = row.others.slice(0, MOST_WAYS).map((way) => {
    const time = way.time === undefined ? '' : ` ${paint.clock.time(way.time)}`;
    const text = stripToLine(way.text.slice(0, 2000));
    const named = way.branches
      .slice(0, 3)
      .map(({ number, leaf }) => `${number} (${stripToLine(leaf).slice(0, 8)})`);
    const more = way.branches.length > 3 ? ', …' : '';
    const what =
      way.state === 'cancelled'
        ? `taken back${time}`
        : `rewound: the other way is branch ${named.join(', ')}${more}${time}`;
    return palette.compaction(cutLine(`╱ ${what} “${text}”`, width));
  });
  if (row.others.length > MOST_WAYS) {
    lines.push(palette.compaction(`╱ … and ${countOf(row.others.length - MOST_WAYS, 'more way')}`));
  }
  return lines;
}

const NOTICE = 4;

function noticeLines(row: NoticeRow, paint: Paint): string[] {
  const { palette, width } = paint;
  const tint = { info: palette.faint, warning: palette.warning, error: palette.error }[row.severity];
  const mark = row.notice === 'interruption' ? '■' : row.severity === 'info' ? '·' : '!';
  const label = stripToLine(row.label);
  // Colours of a command's output are kept, so it is not painted over.
  const output = row.notice === 'shell-output' || row.notice === 'command-output';
  const safe = output ? safeOutput(row.text ?? '', palette.color) : safeText(row.text ?? '');
  const text = firstLines(safe, paint.full ? Number.POSITIVE_INFINITY : NOTICE);
  if (text.lines.length === 1 && !output) {
    return fitNotice([`${mark} ${label}: ${text.lines[0]?.trim()}`], width, paint).map(tint);
  }
  const fitBody = output ? fitLines : fitNotice;
  const body = fitBody(text.lines, width - 2, paint).map(
    (line) => `  ${output ? line : palette.faint(line)}`,
  );
  if (text.left > 0) body.push(`  ${moreLine(text.left, paint, width - 2)}`);
  return [tint(cutLine(`${mark} ${label}`, width)), ...body];
}

// Notices are prose: in the full view they are wrapped, also in a pipe.
function fitNotice(lines: readonly string[], width: number, paint: Paint): string[] {
  if (!paint.full) return fitLines(lines, width, paint);
  return lines.flatMap((line) => wrapWords(line, proseWidth(width)));
}

// A tool call as one line, `▸ Bash npm test  ✗ exit 1  3.2 s`, with the beginning of its result under it.
import { describeImage } from '../../base/image-info.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { formatDuration } from '../format.ts';
import type { ToolRow } from '../row.ts';
import { fitLines, moreLine } from './cut-lines.ts';
import { cutLine, widthOf } from './fit-text.ts';
import type { Paint } from './paint.ts';
import { isShortError, toolBody } from './tool-body.ts';

const INDENT = '    ';

export function toolLines(row: ToolRow, paint: Paint): string[] {
  const lines = [toolLine(row, paint)];
  const width = paint.width - INDENT.length;
  const body = toolBody(row, paint);
  for (const line of fitLines(body.lines, width, paint)) lines.push(line === '' ? '' : INDENT + line);
  if (body.left > 0) lines.push(INDENT + moreLine(body.left, paint, width));
  for (const image of row.images) {
    lines.push(INDENT + paint.palette.faint(cutLine(`[${stripToLine(describeImage(image))}]`, width)));
  }
  return lines;
}

/** The call alone: name, what it was about, how it ended, how long it took. */
export function toolLine(row: ToolRow, paint: Paint): string {
  const { palette } = paint;
  const ending = endingOf(row, paint);
  const summary = fitSummary(row, Math.max(12, paint.width - 2 - widthOf(ending)));
  const space = summary.indexOf(' ');
  const [name, rest] = space < 0 ? [summary, ''] : [summary.slice(0, space), summary.slice(space)];
  return cutLine(`${palette.tool('▸')} ${palette.tool(palette.strong(name))}${rest}${ending}`, paint.width);
}

// The end of a path tells more than its beginning.
function fitSummary(row: ToolRow, width: number): string {
  const summary = stripToLine(row.summary);
  const space = summary.indexOf(' ') + 1;
  const over = widthOf(summary) - width;
  if (!('path' in row.view) || row.view.tool === 'Grep' || row.view.tool === 'Glob' || over <= 0)
    return cutLine(summary, width);
  const rest = [...summary.slice(space)];
  let at = Math.min(rest.length - 1, over + 1);
  // Better a whole folder less than half a name.
  const slash = rest.findIndex((character, i) => i >= at && (character === '/' || character === '\\'));
  if (slash >= 0 && slash - at < 24) at = slash;
  return cutLine(`${summary.slice(0, space)}…${rest.slice(at).join('')}`, width);
}

function endingOf(row: ToolRow, { palette, full, width }: Paint): string {
  const { call } = row;
  const outcome = stripToLine(row.outcome);
  const below = call.status === 'error' && !outcome.startsWith('exit') && (full || !isShortError(row));
  const words = outcome === 'exit 0' ? '' : below ? 'error' : cutLine(outcome, Math.floor(width / 2));
  const marks: Readonly<Record<typeof call.status, string>> = {
    ok: words === '' ? palette.faint('✓') : palette.faint(words),
    error: palette.error(`✗ ${words}`),
    rejected: palette.warning(`⊘ ${words}`),
    interrupted: palette.warning(`■ ${words}`),
    pending: palette.warning(`… ${words}`),
  };
  const took = call.durationMs === undefined ? '' : `  ${palette.faint(formatDuration(call.durationMs))}`;
  return `  ${marks[call.status]}${took}`;
}

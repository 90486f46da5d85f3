// A row of the transcript as a piece of a Markdown document; undefined for housekeeping that nobody would miss.
import { countOf } from '../../base/format-number.ts';
import { describeImage } from '../../base/image-info.ts';
import { type Clock, formatDuration, formatTokens } from '../format.ts';
import type { AgentRow, CompactionRow, Row, SessionRow, ToolRow, TurnRow } from '../row.ts';
import type { Paint } from '../terminal/paint.ts';
import { makePalette } from '../terminal/palette.ts';
import { toolBody } from '../terminal/tool-body.ts';
import { escapeText, fenced, folded, quoted, safeMarkdown } from './safe-markdown.ts';

export function rowMarkdown(row: Row, clock: Clock): string | undefined {
  switch (row.kind) {
    case 'session':
      return sessionMarkdown(row, clock);
    case 'turn':
      return turnMarkdown(row, clock);
    case 'prompt':
      return `${row.promptKind === 'queued' ? '*while the model worked:*\n\n' : ''}${quoted(row.text || '(no text)')}`;
    case 'thinking':
      return row.hidden === undefined ? folded('Thinking', quoted(row.text)) : undefined;
    case 'text':
      return row.text.trim() === '' ? undefined : safeMarkdown(row.text.trim());
    case 'tool':
      return toolMarkdown(row, clock);
    case 'agent':
      return agentMarkdown(row, clock);
    case 'compaction':
      return compactionMarkdown(row);
    case 'fork':
      return row.others
        .map(
          (way) =>
            `*${way.state === 'cancelled' ? 'Taken back' : 'Another way from here'}: ${escapeText(way.text.slice(0, 300))}*`,
        )
        .join('\n\n');
    case 'notice': {
      if (row.quiet) return undefined;
      const label = `*${escapeText(row.label)}*`;
      const text = row.text?.trim() ?? '';
      if (text === '') return label;
      return text.includes('\n') || text.length > 200
        ? folded(label, fenced(text))
        : `${label}: ${escapeText(text)}`;
    }
    case 'image':
      return `*[${escapeText(describeImage(row.image))}]*`;
    case 'unknown':
      return `*${row.what} of unknown type “${escapeText(row.type)}”*`;
    case 'unreadable':
      return `*not an entry (${row.reason}): ${escapeText(row.text.slice(0, 200))}*`;
  }
}

function sessionMarkdown(row: SessionRow, clock: Clock): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Session', row.sessionId],
    ['Folder', row.cwd],
    ['Branch', row.gitBranch],
    ['Model', row.models.join(', ')],
    ['From', row.start === undefined ? undefined : timeOf(row.start, clock)],
    ['To', row.end === undefined ? undefined : timeOf(row.end, clock)],
    ['Turns', String(row.turns)],
    ['Tool calls', String(row.toolCalls)],
  ];
  const lines = facts.flatMap(([name, value]) => (value ? [`- ${name}: ${escapeText(value)}`] : []));
  return `# ${escapeText(row.title ?? 'Untitled')}\n\n${lines.join('\n')}`;
}

function timeOf(time: number, clock: Clock): string {
  return `${clock.date(time)} ${clock.time(time)}`;
}

function turnMarkdown(row: TurnRow, clock: Clock): string | undefined {
  if (row.number === 0) return undefined;
  const facts = [
    row.start === undefined ? '' : timeOf(row.start, clock),
    row.toolCalls > 0 ? countOf(row.toolCalls, 'tool call') : '',
    row.durationMs === undefined ? '' : formatDuration(row.durationMs),
  ].filter(Boolean);
  return `## Turn ${row.number}${facts.length > 0 ? `\n\n*${facts.join(' · ')}*` : ''}`;
}

function toolMarkdown(row: ToolRow, clock: Clock): string {
  const { call, summary, outcome } = row;
  // A summary begins with the tool's name.
  const words = `<code>${escapeText(summary || call.name)}</code>`;
  const title = outcome === '' ? words : `${words}: ${escapeText(outcome)}`;
  const parts = [toolText(row), ...row.images.map((image) => `*[${escapeText(describeImage(image))}]*`)];
  const agents = row.agents.map((agent) => agentMarkdown(agent, clock));
  return [folded(title, parts.filter(Boolean).join('\n\n')), ...agents].join('\n\n');
}

function toolText(row: ToolRow): string {
  const { view, call } = row;
  if (view.tool === 'Bash') return fenced(`$ ${view.command}\n${call.resultText}`, 'console');
  const text = toolBody(row, PAINT).lines.join('\n');
  if (text.trim() === '') return call.resultText.trim() === '' ? '' : fenced(call.resultText);
  return fenced(text, 'hunks' in view ? 'diff' : '');
}

function agentMarkdown(row: AgentRow, clock: Clock): string {
  const name = [row.agentType, row.description].filter(Boolean).map((word) => escapeText(word as string));
  const title = `<b>Agent</b> ${name.join(': ') || escapeText(row.agentId)}, ${countOf(row.toolCalls, 'tool call')}`;
  const rows = (row.rows ?? []).filter(({ kind }) => kind !== 'turn' && kind !== 'session');
  return folded(title, rows.flatMap((one) => rowMarkdown(one, clock) ?? []).join('\n\n'));
}

function compactionMarkdown(row: CompactionRow): string {
  const sizes =
    row.tokensBefore === undefined
      ? ''
      : ` ${formatTokens(row.tokensBefore)} tokens${row.tokensAfter === undefined ? '' : ` became ${formatTokens(row.tokensAfter)}`}.`;
  const title = row.scope === 'micro' ? 'Old results dropped.' : 'Compacted.';
  const summary = row.summary === undefined ? '' : `\n\n${folded('Summary', safeMarkdown(row.summary))}`;
  return `---\n\n*${title}${sizes}*${summary}`;
}

const PAINT: Paint = {
  palette: makePalette(false),
  highlight: undefined,
  clock: { date: () => '', time: () => '' },
  width: 100,
  breakCode: false,
  full: true,
  thinking: true,
  more: '',
};

// Shows what a search found: hits grouped by session, each with its place, and the command that reads on from there.
import { basename } from 'node:path';
import pc from 'picocolors';
import { countOf } from '../../base/format-number.ts';
import { groupBy } from '../../base/group-by.ts';
import { lastPart } from '../../base/last-part.ts';
import { quoteWord } from '../../base/quote-word.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { textStart } from '../../base/text-start.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { MatchOptions } from '../../catalog/search/match-rows.ts';
import type { SearchHit, SearchResult } from '../../catalog/search/search-catalog.ts';
import type { CommandInput } from '../command.ts';
import type { CliContext } from '../context.ts';
import { formatAge, formatIso } from '../format-time.ts';
import { jsonText } from '../json-text.ts';
import { remark, remarkNoSessions } from '../remark.ts';
import { shortId } from '../short-id.ts';
import { loadTextWidth } from '../text-width.ts';

export function searchJson({ query, total, sessions, tookMs, hits }: SearchResult): string {
  const document = {
    query,
    total,
    sessions,
    tookMs: Math.round(tookMs * 10) / 10,
    hits: hits.map(({ part: _, ownFile: __, length: ___, time, gone, ...hit }) => ({
      ...hit,
      timestamp: time === undefined ? undefined : new Date(time).toISOString(),
      gone: gone || undefined,
    })),
  };
  return jsonText(document, 2);
}

export async function printHits(
  context: CliContext,
  input: CommandInput,
  catalog: Catalog,
  { total, sessions, hits, tookMs }: SearchResult,
  options: MatchOptions,
): Promise<void> {
  const { dim, bold } = pc.createColors(context.color);
  const now = context.now().getTime();
  for (const group of groupBy(hits, (hit) => hit.sessionId ?? hit.file).values()) {
    const [first] = group as [SearchHit, ...SearchHit[]];
    const session = catalog.sessionRow(options.homes, { sessionId: first.sessionId ?? '' });
    const title = stripToLine(session?.title ?? '') || '(no title)';
    const project = lastPart(session?.project ?? '');
    const when = session
      ? context.terminal
        ? formatAge(session.modified, now)
        : formatIso(session.modified)
      : '';
    const head = `${bold(await shorten(title, context, 30))}${dim(
      [' ', stripToLine(project), when].filter((part) => part !== '').join('  '),
    )}`;
    const lines = [head];
    for (const hit of group) lines.push(...hitLines(hit, context, now));
    lines.push(dim(`  → ${jumpTo(group, input)}`), '');
    await context.print(`${lines.join('\n')}\n`);
  }
  if (input.quiet) return;
  if (total === 0) {
    if (catalog.countSessions(options.homes) === 0) remarkNoSessions(context, input, options.homes);
    else remark(context, input, 'Nothing was found.');
    return;
  }
  const shown = hits.length < total ? `, ${hits.length} shown (-n ${total} shows all)` : '';
  context.printError(
    `${countOf(total, 'hit')} in ${countOf(sessions, 'session')}${shown}, ${Math.max(1, Math.round(tookMs))} ms.\n`,
  );
}

function hitLines(hit: SearchHit, context: CliContext, now: number): string[] {
  const { dim, yellow } = pc.createColors(context.color);
  const place = context.terminal ? `${basename(hit.file)}:${hit.line}` : `${hit.file}:${hit.line}`;
  const time =
    hit.time === undefined ? '' : context.terminal ? formatAge(hit.time, now) : formatIso(hit.time);
  const what = [
    hit.kind,
    hit.tool === undefined ? '' : stripToLine(hit.tool),
    hit.agent === undefined ? '' : `agent ${stripToLine(hit.agent)}`,
    hit.turn === undefined ? '' : `turn ${hit.turn}`,
    time,
  ].filter((part) => part !== '');
  const label = dim(`  ${stripToLine(place)}  ${what.join(' · ')}`);
  const text = hit.gone ? dim('(the file is gone)') : paint(cutHit(hit, context), (mark) => yellow(mark));
  return [label, `    ${text}`];
}

/** What fits on two lines of a terminal; the whole snippet in a pipe. */
function cutHit(hit: SearchHit, context: CliContext): SearchHit {
  const most = Math.max(40, context.columns * 2 - 10);
  if (!context.terminal || hit.snippet.length <= most) return hit;
  const snippet = `${textStart(hit.snippet, most - 1)}…`;
  return { ...hit, snippet, marks: hit.marks.filter(([, end]) => end < snippet.length) };
}

function paint({ snippet, marks }: SearchHit, mark: (text: string) => string): string {
  let painted = '';
  let at = 0;
  for (const [start, end] of marks) {
    painted += snippet.slice(at, start) + mark(snippet.slice(start, end));
    at = end;
  }
  return painted + snippet.slice(at);
}

async function shorten(text: string, context: CliContext, rest: number): Promise<string> {
  if (!context.terminal) return text;
  const { cutTo } = await loadTextWidth([text]);
  return cutTo(text, Math.max(20, context.columns - rest));
}

/** The command that shows the turns of the hits; an agent's text is read in its own transcript. */
function jumpTo(group: readonly SearchHit[], input: CommandInput): string {
  const [first] = group as [SearchHit, ...SearchHit[]];
  const turns = group.flatMap(({ turn }) => turn ?? []);
  const id = first.sessionId === undefined ? first.file : shortId(first.sessionId);
  const words = ['clew', 'show', id];
  for (const home of input.homes) words.push('--home', home);
  if (turns.length > 0) {
    const [from, to] = [turns.reduce((a, b) => Math.min(a, b)), turns.reduce((a, b) => Math.max(a, b))];
    words.push('--turn', from === to ? String(from) : to - from < 10 ? `${from}..${to}` : String(turns[0]));
  } else if (first.ownFile && first.agent !== undefined) words.push('--agent', first.agent);
  return words.map(quoteWord).join(' ');
}

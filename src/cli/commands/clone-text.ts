// Tells of a clone in a few calm lines: what was cut, what it weighs now, and how to go on.
import { countOf, formatBytes } from '../../base/format-number.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import type { CutAdvice } from '../../load/advise-cut.ts';
import type { CloneCost } from '../../load/clone-cost.ts';
import type { CloneReport } from '../../load/clone-session.ts';
import { changeNames } from '../../render/change-words.ts';
import { formatTokens } from '../../render/format.ts';
import { resumeCommand } from '../../session/resume-command.ts';
import type { Changes } from '../../transform/cut-session.ts';
import { formatMoney } from '../format-money.ts';
import { shortId } from '../short-id.ts';

/** `cost` is told of a plan only, `advice` of one without a cut. */
export function cloneText(report: CloneReport, cwd: string, cost?: CloneCost, advice?: CutAdvice): string {
  const { dryRun, sourceId, sessionId, title, turns, tokens, bytes, agents } = report;
  const source = stripToLine(shortId(sourceId));
  const cut = describeChanges(report.changes);
  const left = describeLeft(report.left);
  const lines = [
    dryRun
      ? `Would clone ${source} as “${stripToLine(title)}”; nothing was written.`
      : `Cloned ${source} to ${shortId(sessionId)} “${stripToLine(title)}”.`,
    row('cut', cut === '' ? 'nothing' : cut),
    ...(left === '' ? [] : [row('left behind', left)]),
    row('turns', change(turns.before, turns.after, String)),
    row(
      'tokens',
      `${change(tokens.before, tokens.after, formatTokens)}${tokens.basis === 'estimated' ? ' (estimated)' : ''}`,
    ),
    row('size', change(bytes.before, bytes.after, formatBytes)),
    ...(agents.kept + agents.left > 0 ? [row('agents', agentText(agents))] : []),
    ...(dryRun ? costLines(tokens, cost) : []),
    ...(advice ? adviceLines(advice) : []),
    ...report.notes.map((note) => `  ${stripToLine(note)}`),
  ];
  return `${lines.join('\n')}\n${dryRun ? '' : `\n${resumeLine(report, cwd)}\n`}`;
}

/** What to type to go on; from another folder the client would not find the session [F1]. */
export function resumeLine({ sessionId, resume, cwd: project }: CloneReport, cwd: string): string {
  return project === undefined || project === cwd ? resume : resumeCommand(sessionId, project);
}

/** A fact of the report, its name in a column of its own. */
export function row(name: string, text: string): string {
  return `  ${name.padEnd(12)}${text}`;
}

function change(before: number, after: number, show: (figure: number) => string): string {
  return show(before) === show(after) ? show(after) : `${show(before)} → ${show(after)}`;
}

const LEFT: Readonly<Record<string, readonly [one: string, many: string]>> = {
  otherBranches: ['line of other branches', 'lines of other branches'],
  sidechainEntries: ['line of sub-agents', 'lines of sub-agents'],
  blankAnswers: ['blank line of an answer', 'blank lines of answers'],
  repeatedLines: ['repeated line', 'repeated lines'],
  unreadableLines: ['line that cannot be read', 'lines that cannot be read'],
};

/** `12 tool calls, 1 image`; empty where nothing changed. */
export function describeChanges(changes: Changes): string {
  return changeNames(changes).join(', ');
}

function describeLeft(left: Changes): string {
  return Object.entries(left)
    .map(([name, count]) => countOf(count, ...(LEFT[name] ?? [name, name])))
    .join(', ');
}

function agentText({ kept, left }: CloneReport['agents']): string {
  return left === 0
    ? `${kept} carried along`
    : `${kept} carried along, ${left} left with ${left === 1 ? 'its call' : 'their calls'}`;
}

function adviceLines({ tokens, window, presets, advice }: CutAdvice): string[] {
  const left = presets.flatMap(({ name, tokens }) =>
    tokens === undefined ? [] : [`${name} ${formatTokens(tokens)}`],
  );
  const lines = left.length === 0 ? [] : [row('presets', left.join(', '))];
  if (!advice || window === undefined) return lines;
  const half = `half of the window of ${formatTokens(window)}`;
  if (advice.take === 'nothing')
    return [...lines, row('advice', `cut nothing: ${formatTokens(tokens)} is not over ${half}`)];
  if (advice.take === 'fit')
    return [...lines, row('advice', `--fit ${advice.tokens / 1000}k: no preset gets below ${half}`)];
  return [...lines, row('advice', `--preset ${advice.name}: the gentlest that gets below ${half}`)];
}

function costLines({ before, after }: CloneReport['tokens'], cost: CloneCost | undefined): string[] {
  const fewer = `${formatTokens(before - after)} fewer tokens are read`;
  const once = `to write ${formatTokens(after)} tokens to the cache`;
  if (!cost?.usd) {
    const why = cost ? `, in money unknown (${stripToLine(cost.model)} is an unpriced model)` : '';
    return [
      row('cost', `once, ${once}${why}`),
      ...(before > after ? [row('saving', `in each request ${fewer}`)] : []),
    ];
  }
  const { cache, write, sourceWrite, savedPerRequest, savedPerTurn, requestsPerTurn } = cost.usd;
  const kept = cache === '1h' ? '1-hour cache' : '5-minute cache';
  const lines = [row('cost', `${formatMoney(write)} once, ${once} (${stripToLine(cost.model)}, ${kept})`)];
  if (savedPerRequest === 0) return lines;
  const turn = requestsPerTurn > 1 ? `, about ${formatMoney(savedPerTurn)} a turn of ${requestsPerTurn}` : '';
  const turns = Math.ceil(write / savedPerTurn);
  const pays = `pays after ${countOf(turns, 'turn')} while the source’s cache is warm`;
  return [
    ...lines,
    row('saving', `${formatMoney(savedPerRequest)} a request${turn}: ${fewer}`),
    row('', `${pays}, at once when it is cold (${formatMoney(sourceWrite)})`),
  ];
}

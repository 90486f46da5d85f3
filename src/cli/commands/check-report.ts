// Prints what `clew check` found, session by session: aligned, errors first, each with its remedy.
import pc from 'picocolors';
import { countOf } from '../../base/format-number.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { type Finding, isAtLeast } from '../../check/finding.ts';
import { type ErrorPlace, type LocatedError, WITHOUT_PLACE } from '../../check/locate-api-error.ts';
import { NOTHING_TO_DO } from '../../check/wording.ts';
import type { AgentCheck, FileCheck } from '../../load/check-one-session.ts';
import type { Severity } from '../../session/problem.ts';
import type { CliContext } from '../context.ts';
import { shortId } from '../short-id.ts';

export interface ReportOptions {
  readonly least: Severity;
  /** Also sessions of which nothing is shown. */
  readonly all: boolean;
  readonly wrap: Wrap;
}

/** Fits a text to the terminal, its further lines behind the indent. */
export type Wrap = (text: string, indent: string) => string;

/** Loaded where there is a terminal; in a pipe a finding stays on one line. */
export async function loadWrap({ terminal, columns }: CliContext): Promise<Wrap> {
  if (!terminal) return (text) => text;
  const { default: wrapAnsi } = await import('wrap-ansi');
  return (text, indent) => {
    const width = Math.max(30, Math.min(columns, 120) - indent.length);
    return wrapAnsi(text, width).replaceAll('\n', `\n${indent}`);
  };
}

type Colors = ReturnType<typeof pc.createColors>;

/** Collects the tallies while sessions are reported one by one. */
export class CheckReport {
  readonly #options: ReportOptions;
  readonly #colors: Colors;
  #sessions = 0;
  #withWarnings = 0;
  #strays = 0;
  withErrors = 0;

  constructor(context: CliContext, options: ReportOptions) {
    this.#options = options;
    this.#colors = pc.createColors(context.color);
  }

  /** The session's part of the report; empty where nothing of it is to be shown. */
  add(check: FileCheck): string {
    this.#tally(check);
    const { least, all } = this.#options;
    const shown = check.problems.filter(({ severity }) => isAtLeast(severity, least));
    const agents = check.agents.flatMap((agent) => this.#agentLines(agent));
    if (shown.length + agents.length === 0 && (!all || check.stray)) return '';
    const head = this.#head(check);
    const lines = foldRepeats(shown).flatMap((item) => this.#findingLines(item));
    return `${[head, ...lines, ...agents].join('\n')}\n\n`;
  }

  #agentLines({ agentId, file, problems }: AgentCheck): string[] {
    const shown = problems.filter(({ severity }) => isAtLeast(severity, this.#options.least));
    if (shown.length === 0) return [];
    const { bold, dim } = this.#colors;
    const head = `  agent ${bold(stripToLine(agentId))}  ${dim(stripToLine(file))}`;
    return [head, ...foldRepeats(shown).flatMap((item) => this.#findingLines(item))];
  }

  /** "224 sessions: 180 ok, 38 with warnings, 6 with errors" */
  close(): string {
    const ok = this.#sessions - this.#withWarnings - this.withErrors;
    const { red, yellow, bold } = this.#colors;
    const counts = [
      `${ok} ok`,
      this.#withWarnings > 0 ? yellow(`${this.#withWarnings} with warnings`) : '0 with warnings',
      this.withErrors > 0 ? red(`${this.withErrors} with errors`) : '0 with errors',
    ];
    const strays = this.#strays > 0 ? `; ${countOf(this.#strays, 'other file')} with notes` : '';
    return `${bold(countOf(this.#sessions, 'session'))}: ${counts.join(', ')}${strays}\n`;
  }

  #tally({ problems, agents, ok, stray }: FileCheck): void {
    if (stray) {
      this.#strays++;
      return;
    }
    this.#sessions++;
    if (!ok) this.withErrors++;
    else if ([...problems, ...agents.flatMap((agent) => agent.problems)].some(isWarning))
      this.#withWarnings++;
  }

  #head({ file, sessionId, resume, stray, problems, agents }: FileCheck): string {
    const { bold, dim, green } = this.#colors;
    const name = sessionId === undefined ? '' : `${bold(stripToLine(shortId(sessionId)))}  `;
    const path = sessionId === undefined ? bold(stripToLine(file)) : dim(stripToLine(file));
    if (stray) return `${name}${path}`;
    const all = [...problems, ...agents.flatMap((agent) => agent.problems)];
    const ok = all.every(({ severity }) => severity === 'note') ? `${green('ok')}, ` : '';
    const loads =
      resume.of === 0
        ? 'nothing to resume'
        : `resume loads ${resume.loads} of ${countOf(resume.of, 'message')}`;
    return `${name}${path}\n  ${ok}${loads}`;
  }

  #findingLines({ finding, more }: Folded): string[] {
    const { dim } = this.#colors;
    const place = finding.line > 0 ? `line ${finding.line}` : '';
    const label = `  ${this.#paint(finding.severity.padEnd(7), finding.severity)}  ${place.padEnd(10)}  `;
    const indent = ' '.repeat(23);
    const tail = more > 0 ? [`${indent}${dim(`… and ${more} more of the same (${finding.rule})`)}`] : [];
    const message = this.#options.wrap(`${finding.message} ${dim(`[${finding.rule}]`)}`, indent);
    if (finding.remedy === NOTHING_TO_DO) return [`${label}${message}`, ...tail];
    const remedy = this.#options.wrap(stripToLine(finding.remedy), `${indent}  `);
    return [`${label}${message}`, `${indent}${dim('→')} ${remedy}`, ...tail];
  }

  #paint(text: string, severity: Severity): string {
    if (severity === 'error') return this.#colors.red(text);
    return severity === 'warning' ? this.#colors.yellow(text) : this.#colors.dim(text);
  }
}

function isWarning({ severity }: Finding): boolean {
  return severity === 'warning';
}

interface Folded {
  readonly finding: Finding;
  readonly more: number;
}

/** A file torn in a hundred places is told in a few lines. */
const SHOWN_OF_A_RULE = 5;

function foldRepeats(findings: readonly Finding[]): readonly Folded[] {
  const key = ({ rule, severity }: Finding): string => `${rule} ${severity}`;
  const totals = new Map<string, number>();
  for (const finding of findings) totals.set(key(finding), (totals.get(key(finding)) ?? 0) + 1);
  const seen = new Map<string, number>();
  return findings.flatMap((finding) => {
    const number = (seen.get(key(finding)) ?? 0) + 1;
    seen.set(key(finding), number);
    if (number > SHOWN_OF_A_RULE) return [];
    const more = number === SHOWN_OF_A_RULE ? (totals.get(key(finding)) ?? 0) - SHOWN_OF_A_RULE : 0;
    return [{ finding, more }];
  });
}

const BASES: Readonly<Record<ErrorPlace['basis'], string>> = {
  id: 'by the id in the error',
  index: 'at the index in the error',
  nearest: 'the nearest to the index in the error',
  kind: 'it fits the error',
};

/** Says which entries a pasted API error is about. */
export async function reportError(
  error: LocatedError,
  check: FileCheck,
  context: CliContext,
): Promise<string> {
  const { bold, dim } = pc.createColors(context.color);
  const wrap = await loadWrap(context);
  const lines = [`${dim(stripToLine(check.file))}`, `  ${wrap(error.meaning, '  ')}`];
  for (const { line, uuid, message, block, what, basis } of error.places) {
    const where = line > 0 ? `line ${line}` : 'not in the file';
    const sent = message === undefined ? 'not sent on resume' : `message ${message}, block ${block}`;
    lines.push(`  ${bold(where)}  ${stripToLine(what)}  ${dim(`${sent}; ${BASES[basis]}`)}`);
    if (uuid !== undefined) lines.push(`    ${dim(`uuid ${stripToLine(uuid)}`)}`);
  }
  if (error.places.length === 0 && !WITHOUT_PLACE.has(error.kind))
    lines.push('  Nothing in what a resume would send now fits this error.');
  lines.push(`  ${dim('→')} ${stripToLine(error.remedy)}`);
  return `${lines.join('\n')}\n`;
}

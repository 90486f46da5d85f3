// The before/after report of a compression: every text and what became of it, side by side, as Markdown.
import { escapeHtml } from '../base/escape-html.ts';
import { countOf, formatShare } from '../base/format-number.ts';
import { stripToLine } from '../base/strip-controls.ts';
import { maskForDisplay } from '../secrets/mask-secrets.ts';
import type { CompressUnit } from '../transform/compress-unit.ts';
import type { CompressReport } from './compress-session.ts';
import type { UnitOutcome } from './run-compression.ts';

/** Secrets are masked: a report is made to be shown to others. */
export function* reportMarkdown(report: CompressReport, outcomes: readonly UnitOutcome[]): Generator<string> {
  const { compression, tokens } = report;
  const { provider, model, bands } = compression;
  yield `# Compression of ${escapeLine(report.sourceId)}\n\n`;
  yield `- Clone: \`${report.sessionId}\`${report.dryRun ? ' (planned, not written)' : ''}\n`;
  yield `- Shortened by: ${provider === 'offline' ? 'picking sentences on this machine, without a model' : `${provider}, model ${escapeLine(model)}`}\n`;
  yield `- A resume loads ${tokens.after} tokens instead of ${tokens.before}\n`;
  yield `- ${countOf(compression.texts, 'text')}, of which ${countOf(compression.kept, 'stays as it was', 'stay as they were')}\n\n`;
  yield '| Band | Texts | Tokens before | Target | Tokens after | Left |\n|---|---|---|---|---|---|\n';
  for (const { band, texts, before, target, after } of bands)
    yield `| ${escapeLine(band)} | ${texts} | ${before} | ${target} | ${after} | ${formatShare(after, before)} |\n`;
  for (const outcome of outcomes) yield* describe(outcome);
}

const KINDS: Readonly<Record<CompressUnit['kind'], string>> = {
  answer: 'answer',
  prompt: 'prompt',
  result: 'result',
  turns: 'summary',
};

function* describe({ unit, text, tokens, how, why }: UnitOutcome): Generator<string> {
  const turns = unit.lastTurn > unit.turn ? `Turns ${unit.turn}–${unit.lastTurn}` : `Turn ${unit.turn}`;
  const what = `${KINDS[unit.kind]}${unit.tool === undefined ? '' : ` of ${escapeLine(unit.tool)}`}`;
  const line = unit.line === undefined ? '' : `, line ${unit.line}`;
  const change =
    text === undefined
      ? `stays as it was (${escapeLine(why ?? '')})`
      : `${unit.tokens} → ${tokens} tokens (${formatShare(tokens, unit.tokens)}, asked for ${formatShare(unit.target, unit.tokens)}${how === 'cached' ? ', from an earlier run' : ''})`;
  yield `\n## ${turns}, ${what}${line}: ${change}\n\n`;
  if (text === undefined) return;
  yield '<table><tr><th>Before</th><th>After</th></tr><tr valign="top">\n';
  yield `<td><pre>${cell(unit.text)}</pre></td>\n<td><pre>${cell(text)}</pre></td>\n</tr></table>\n`;
}

/** Longer texts are shown by their beginning: the source has the rest. */
const MOST = 20_000;

function cell(text: string): string {
  const masked = maskForDisplay(text);
  const rest = masked.length - MOST;
  // A blank line would end the table: Markdown takes HTML only up to there.
  return escapeMarkup(rest > 0 ? `${masked.slice(0, MOST)}\n[… ${rest} characters more]` : masked)
    .replace(/\r\n?/g, '\n')
    .replace(/\n(?=\n)/g, '\n&#8203;');
}

/** Nothing in it means anything in HTML, nor in a table or a line of Markdown: no link, and no picture that would be asked for. */
function escapeMarkup(text: string): string {
  return escapeHtml(text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd')).replace(
    /[|`[\]!*_~\\]/g,
    (sign) => `&#${sign.charCodeAt(0)};`,
  );
}

/** The same for words in a line of Markdown, which a newline would end. */
function escapeLine(text: string): string {
  return escapeMarkup(stripToLine(text));
}

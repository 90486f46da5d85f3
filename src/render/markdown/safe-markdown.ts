// Session text made safe inside a Markdown document: it keeps its own marks, but no HTML of it, no picture and no script link works.
import { stripControls, stripToLine } from '../../base/strip-controls.ts';

/** Text that is Markdown itself: headings go below those of the document. */
export function safeMarkdown(text: string): string {
  const safe = stripControls(text);
  // Fences are written anew, longer than any in the text and at the edge of the page: there they end whatever is open, so
  // that every reader takes the same lines for code as we do.
  const own = '`'.repeat(Math.max(2, longestRun(safe)) + 1);
  const lines: string[] = [];
  let fence = '';
  for (const line of safe.split('\n')) {
    const [, mark = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence !== '') {
      const closes = mark.startsWith(fence) && info.trim() === '';
      lines.push(closes ? own : line);
      if (closes) fence = '';
    } else if (mark !== '' && !info.includes('`')) {
      fence = mark;
      lines.push('', `${own}${/^[\w+#-]{1,20}/.exec(info.trim())?.[0] ?? ''}`);
    } else
      lines.push(safeLine(line.replace(/^ {0,3}#{1,6}(?=\s)/, (marks) => `##${marks.trim()}`.slice(0, 6))));
  }
  if (fence !== '') lines.push(own);
  return lines.join('\n').replace(/^\n+/, '');
}

// Code stands between two runs of equally many backticks. By searching, not by a pattern: that would look for the end of each
// run to the end of the line.
function safeLine(line: string): string {
  const runs = [...line.matchAll(/`+/g)].map(({ index, 0: ticks }) => ({ index, length: ticks.length }));
  const next = nextOfLength(runs);
  let safe = '';
  let at = 0;
  for (let i = 0; i < runs.length; i++) {
    const [open, close] = [runs[i] as Run, runs[next[i] ?? -1]];
    if (!close) continue;
    const end = close.index + close.length;
    safe += safePart(line.slice(at, open.index)) + safeCode(line.slice(open.index, end));
    at = end;
    i = next[i] as number;
  }
  return safe + safePart(line.slice(at));
}

interface Run {
  readonly index: number;
  readonly length: number;
}

/** For each run the next one of its length. */
function nextOfLength(runs: readonly Run[]): (number | undefined)[] {
  const seen = new Map<number, number>();
  const next = new Array<number | undefined>(runs.length);
  for (let i = runs.length - 1; i >= 0; i--) {
    const { length } = runs[i] as Run;
    next[i] = seen.get(length);
    seen.set(length, i);
  }
  return next;
}

// Code may span lines, and then its marks pair in another way than they do on one line: no sign of HTML is left in it.
function safeCode(part: string): string {
  return part.includes('<') || part.includes('![')
    ? `<code>${escapeText(part.replace(/^`+|`+$/g, ''))}</code>`
    : part;
}

function safePart(part: string): string {
  return part
    .replaceAll('<', '&lt;')
    .replaceAll('![', '&#33;[')
    .replaceAll(ACTING_LINK, '$&unsafe:')
    .replaceAll(/\](\(|:)(?=\s*$)/g, (_, sign: string) => `]&#${sign.charCodeAt(0)};`);
}

// Entities and escapes mean their characters in an address: what writes its scheme with them hides it. An address may also
// stand on the line after its bracket, which is why no bracket is left at the end of one.
const ACTING_LINK =
  /(?:\]\(|\]:)\s*(?=(?:javascript|data|vbscript|file)\s*:|[\w+.-]*(?:\\:|&(?:#|colon;|tab;|newline;)))/gi;

/** Any text on one line, with no mark that works. */
export function escapeText(text: string): string {
  return stripToLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]#|~!]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Text that stands as it is, in a fence that it cannot close. */
export function fenced(text: string, language = ''): string {
  const safe = stripControls(text).trimEnd();
  const fence = '`'.repeat(Math.max(2, longestRun(safe)) + 1);
  return `${fence}${language}\n${safe}\n${fence}`;
}

/** What a person typed: quoted line by line, and nothing in it works. */
export function quoted(text: string): string {
  const lines = stripControls(text).trimEnd().split('\n');
  return lines
    .map((line) => {
      const indent = /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0;
      return `> ${'&nbsp;'.repeat(indent)}${escapeText(line)}`.trimEnd();
    })
    .join('  \n');
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

export function folded(title: string, body: string): string {
  return body.trim() === '' ? `${title}` : `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}

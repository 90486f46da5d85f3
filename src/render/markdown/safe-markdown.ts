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

function safeLine(line: string): string {
  return line
    .split(/((?<!`)(`+)(?!`).*?(?<!`)\2(?!`))/)
    .map((part, i) => (i % 3 === 0 ? safePart(part) : i % 3 === 1 ? safeCode(part) : ''))
    .join('');
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
    .replaceAll(/(\]\(|\]:)\s*<?\s*(?:javascript|data|vbscript|file)\s*(?::|&colon;|&#)/gi, '$1unsafe:');
}

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

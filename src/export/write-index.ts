// The first page of a folder of exported sessions: a list of what is there, plain HTML without a script.

import { createHash } from 'node:crypto';
import { escapeHtml } from '../base/escape-html.ts';
import { countOf, formatBytes } from '../base/format-number.ts';
import { stripToLine } from '../base/strip-controls.ts';

export interface IndexLine {
  /** The file's name in the folder. */
  readonly name: string;
  readonly title: string | undefined;
  readonly project: string | undefined;
  readonly end: number | undefined;
  readonly turns: number;
  readonly bytes: number;
}

export function writeIndex(heading: string, lines: readonly IndexLine[]): string {
  const rows = lines.map((line) => {
    const day = line.end === undefined ? '' : new Date(line.end).toISOString().slice(0, 10);
    const cells = [
      `<a href="${escapeHtml(encodeURIComponent(line.name))}">${safe(line.title ?? 'Untitled')}</a>`,
      safe(line.project ?? ''),
      day,
      String(line.turns),
      formatBytes(line.bytes),
    ];
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${safe(heading)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${safe(heading)}</h1>
<p>${countOf(lines.length, 'session')}, exported by clew.</p>
<table>
<thead><tr><th>Session</th><th>Project</th><th>Last day</th><th>Turns</th><th>Size</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</main>
</body>
</html>
`;
}

function safe(text: string): string {
  return escapeHtml(stripToLine(text));
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 3rem auto; padding: 0 1rem; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 18%, transparent); vertical-align: top; }
th:nth-child(n+4), td:nth-child(n+4) { text-align: right; padding-right: 0; }
td:nth-child(n+2) { white-space: nowrap; }
td:first-child { overflow-wrap: anywhere; }
`;

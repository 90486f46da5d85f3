import { expect, test } from 'vitest';
import type { Drawing, Knot } from './drawing.ts';
import { drawingJson } from './drawing-json.ts';
import { labelOf } from './label.ts';
import { writeDot } from './write-dot.ts';
import { writeMermaid } from './write-mermaid.ts';
import { writeSvg } from './write-svg.ts';

const HOSTILE: readonly string[] = [
  '"quoted" and \'single\'',
  'back\\slash \\n \\N \\" end\\',
  '<script>alert(1)</script> &amp; <b>',
  'line one\nline two\r\nend\nsubgraph x',
  '`code` **bold** _it_ [a](javascript:x)',
  'end',
  '1. a list',
  '- another',
  '#quot; #35; %% comment %%{init: {}}%%',
  ']] }} )) --> n1 ::: click n1 "javascript:x"',
  '\u001b[31mred\u001b[0m \u202etfel \u0000\u0007',
  'half a pair \ud83d and \uffff',
  '灯台の光 😀 ñ',
  ']]> --> <!-- <![CDATA[',
  '$$x^2$$ ~~s~~',
  'style n1 fill:#f00;class n1 x',
];

function knots(labels: readonly string[]): Knot[] {
  return labels.map((label, i) => ({
    id: `n${i + 1}`,
    kind: 'user',
    state: 'active',
    label: labelOf(label, '(nothing)'),
    turn: undefined,
    cluster: i === 0 ? undefined : 'a1',
    lines: undefined,
    uuid: undefined,
    time: Date.UTC(2026, 0, 2),
    calls: 2,
    failed: 1,
    contextTokens: 12_345,
  }));
}

function drawingOf(labels: readonly string[]): Drawing {
  const drawn = knots(labels);
  const links = drawn.slice(1).map(({ id }, i) => ({
    from: `n${i + 1}`,
    to: id,
    kind: i === 0 ? ('agent-start' as const) : ('next' as const),
    active: true,
  }));
  const cluster = {
    id: 'a1',
    agentId: 'x',
    label: labelOf(labels[0] ?? '', ''),
    parent: undefined,
    note: undefined,
  };
  return { by: 'turn', knots: drawn, links, clusters: [cluster] };
}

const drawing = drawingOf(HOSTILE);
const title = labelOf(HOSTILE.join(' '), '');

test('a label is one line without control characters, halves of pairs or marks that turn the text', () => {
  for (const text of HOSTILE) {
    const label = labelOf(text, '');
    expect(label).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\uffff]/);
    expect(label).not.toMatch(/\p{Surrogate}/u);
  }
  expect(labelOf('x'.repeat(1000), '')).toHaveLength(160);
  expect(labelOf(' \n ', 'nothing')).toBe('nothing');
  expect(labelOf('é\u0301'.repeat(200), '').endsWith('…')).toBe(true);
});

test('DOT: quoted strings hold all hostile text; outside of them stands only our own', () => {
  const dot = writeDot(drawing, title);
  const outside = dot.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  expect(outside).toMatch(/^digraph session \{[\s\w[\]=,;.#"{}>-]*\}\n$/);
  expect(outside).not.toMatch(/script|javascript|click|quoted/);
  expect(outside.split('{').length).toBe(outside.split('}').length);
  // A backslash from a session is never an escape of Graphviz, nor an ampersand an entity.
  for (const [quoted] of dot.matchAll(/"(?:[^"\\]|\\.)*"/g)) {
    expect(quoted.slice(1, -1).replaceAll('\\\\', '').replaceAll('\\"', '')).not.toContain('\\');
    expect(quoted.replaceAll('&amp;', '')).not.toContain('&');
  }
});

test('Mermaid: labels hold letters, digits and codes only, and no line begins with a word of a session', () => {
  const lines = writeMermaid(drawing, title).trimEnd().split('\n');
  expect(lines[0]).toMatch(/^%% [\p{L}\p{N}\p{M} .,:·…-]*$/u);
  expect(lines[1]).toBe('flowchart TB');
  const grammar =
    /^ *(?:n\d+(?:\(|\[|\{\{)"(?:[\p{L}\p{N}\p{M} .,·…]|#\d+;)*"(?:\)|\]|\}\}):::clew_\w+|subgraph a\d+\["(?:[\p{L}\p{N}\p{M} .,·…]|#\d+;)*"\]|end|n\d+ (?:==>|-->|-\.->) n\d+|classDef clew_\w+ [\w:#,. -]+|class [n\d,]+ clew_\w+)$/u;
  for (const line of lines.slice(2)) expect(line).toMatch(grammar);
  expect(lines.some((line) => line.includes('"1#46; a list"'))).toBe(true);
});

test('SVG: only our own elements, nothing that runs and nothing that is fetched', () => {
  const svg = writeSvg(drawing, { title, subtitle: HOSTILE[2] ?? '' });
  const tags = new Set([...svg.matchAll(/<\/?([^\s>/]+)/g)].map((match) => match[1]));
  expect([...tags].sort()).toEqual(['circle', 'g', 'path', 'rect', 'style', 'svg', 'text', 'title']);
  expect(svg).not.toMatch(/\son\w+=|href|url\(|@import|<!|javascript:[^<]*"/);
  expect(svg.match(/https?:[^"\s]*/g)).toEqual(['http://www.w3.org/2000/svg']);
  expect(svg).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; &lt;b&gt;');
  expect(balance(svg)).toEqual([]);
  expect(svg).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/);
});

test('SVG: it reads in light and in dark, and says so by the system', () => {
  const svg = writeSvg(drawing, { title: 't', subtitle: 's' });
  expect(svg).toContain('@media (prefers-color-scheme: dark)');
  expect(svg).toContain('#1d5cb8');
  expect(svg).toContain('#82b3f7');
});

test('an empty drawing is a valid file in every format', () => {
  const empty: Drawing = { by: 'turn', knots: [], links: [], clusters: [] };
  expect(balance(writeSvg(empty, { title: '', subtitle: '' }))).toEqual([]);
  expect(writeDot(empty, '').split('\n').at(-2)).toBe('}');
  expect(writeMermaid(empty, '')).toContain('flowchart TB');
  expect(drawingJson(empty)).toEqual({ by: 'turn', nodes: [], edges: [], clusters: [] });
});

test('JSON: times are ISO, and what is not known is left out', () => {
  const json = JSON.parse(JSON.stringify(drawingJson(drawing)));
  expect(json.nodes[0]).toEqual({
    id: 'n1',
    kind: 'user',
    state: 'active',
    label: HOSTILE[0],
    time: '2026-01-02T00:00:00.000Z',
    toolCalls: 2,
    failedCalls: 1,
    contextTokens: 12_345,
  });
  expect(json.edges[0]).toEqual({ from: 'n1', to: 'n2', kind: 'agent-start', active: true });
});

/** Elements left open at the end, or closed without having been opened. */
function balance(xml: string): string[] {
  const open: string[] = [];
  for (const [, close, name, , alone] of xml.matchAll(/<(\/?)([a-z]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>/g)) {
    if (alone) continue;
    if (!close) open.push(name as string);
    else if (open.at(-1) === name) open.pop();
    else return [`</${name}>`];
  }
  return open;
}

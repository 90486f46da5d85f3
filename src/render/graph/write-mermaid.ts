// Writes a drawing as a Mermaid flowchart, agents as subgraphs.
import type { Drawing, Knot, KnotKind, KnotState, Link } from './drawing.ts';
import { shortLabel } from './label.ts';
import { nestClusters } from './nest-clusters.ts';
import { returnsToStart } from './returns-to-start.ts';

/** Mermaid's own limits, which a page must raise before it shows a larger chart. */
export const MERMAID_MAX_EDGES = 500;
export const MERMAID_MAX_TEXT = 50_000;

/** A drawing for Mermaid, which many Markdown viewers show. */
export function writeMermaid(drawing: Drawing, title: string): string {
  const lines = [`%% ${title.replace(/[^\p{L}\p{N} .,:·-]/gu, ' ')}`, 'flowchart TB'];
  for (const part of nestClusters(drawing)) {
    const indent = '  '.repeat(part.depth + 1);
    if (part.kind === 'knot') lines.push(`${indent}${writeKnot(part.knot)}`);
    else if (part.kind === 'open')
      lines.push(`${indent}subgraph ${part.cluster.id}["${encode(part.cluster.label)}"]`);
    else lines.push(`${indent}end`);
  }
  const loops = returnsToStart(drawing);
  for (const link of drawing.links) {
    if (!loops.has(link)) lines.push(`  ${link.from} ${arrowOf(link)} ${link.to}`);
  }
  for (const [kind, stroke] of Object.entries(STROKES))
    lines.push(`  classDef ${className(kind)} stroke:${stroke}`);
  for (const [style, states] of STATE_STYLES) {
    const ids = drawing.knots.filter((knot) => states.includes(knot.state)).map((knot) => knot.id);
    if (ids.length === 0) continue;
    lines.push(`  classDef ${className(states[0] as string)} ${style}`);
    // In pieces: one line of thousands of ids is more than some readers take.
    for (let at = 0; at < ids.length; at += 50) {
      lines.push(`  class ${ids.slice(at, at + 50).join(',')} ${className(states[0] as string)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

// Strokes only, of a middle lightness: fill and text are the reader's theme, light or dark.
const STROKES: Readonly<Record<KnotKind, string>> = {
  user: '#3b7bd8',
  assistant: '#6b747c',
  thinking: '#8f68d0',
  'tool-use': '#b07a1c',
  'tool-result': '#7d8a35',
  error: '#d9532f',
  agent: '#1d9a95',
  system: '#7c868e',
  compaction: '#c9459a',
};

const STATE_STYLES: readonly (readonly [style: string, states: readonly KnotState[]])[] = [
  ['stroke-width:2px', ['active']],
  ['opacity:0.7', ['compacted']],
  ['stroke-dasharray:4 3,opacity:0.7', ['left']],
  ['stroke-dasharray:2 3,opacity:0.5', ['phantom', 'cancelled', 'missing']],
];

// Prefixed, because some plain words are keywords of the language.
function className(name: string): string {
  return `clew_${name.replace('-', '_')}`;
}

function writeKnot(knot: Knot): string {
  const label = `"${encode(shortLabel(knot))}"`;
  const shape =
    knot.kind === 'compaction' ? `{{${label}}}` : knot.kind === 'user' ? `(${label})` : `[${label}]`;
  return `${knot.id}${shape}:::${className(knot.kind)}`;
}

function arrowOf(link: Link): string {
  if (link.kind === 'agent-return' || link.kind === 'branch' || link.kind === 'compaction') return '-.->';
  return link.active ? '==>' : '-->';
}

// Labels are read as Markdown and as HTML: whatever could mean something there is written as its character code.
function encode(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}\p{M} .,·…]/gu, (character) => `#${character.codePointAt(0)};`)
    .replace(/\d+\./, escapeList);
}

// "1. " at the start would make the label a list, which Mermaid refuses to draw.
function escapeList(start: string, offset: number): string {
  return offset === 0 ? `${start.slice(0, -1)}#46;` : start;
}

// Writes a drawing as a DOT file for Graphviz, agents as clusters.
import type { Drawing, Knot, KnotKind, Link } from './drawing.ts';
import { KIND_COLOURS } from './kind-colours.ts';
import { shortLabel } from './label.ts';
import { nestClusters } from './nest-clusters.ts';
import { returnsToStart } from './returns-to-start.ts';

/** A drawing for Graphviz. */
export function writeDot(drawing: Drawing, title: string): string {
  const lines = [
    'digraph session {',
    `  graph [label=${quote(title)}, labelloc=t, fontname="sans-serif", fontsize=12, ranksep=0.25, nodesep=0.3]`,
    '  node [shape=box, style="rounded", fontname="sans-serif", fontsize=10, height=0.3, margin="0.12,0.05"]',
    '  edge [arrowsize=0.6, color="#626a71"]',
  ];
  for (const part of nestClusters(drawing)) {
    const indent = '  '.repeat(part.depth + 1);
    if (part.kind === 'knot') lines.push(`${indent}${part.knot.id} [${knotAttributes(part.knot)}]`);
    else if (part.kind === 'open') {
      lines.push(`${indent}subgraph cluster_${part.cluster.id} {`);
      lines.push(
        `${indent}  label=${quote(part.cluster.label)}; color="${colourOf('agent')}"; fontcolor="${colourOf('agent')}"; style=rounded`,
      );
    } else lines.push(`${indent}}`);
  }
  const loops = returnsToStart(drawing);
  for (const link of drawing.links) {
    if (!loops.has(link)) lines.push(`  ${link.from} -> ${link.to}${linkAttributes(link)}`);
  }
  return `${lines.join('\n')}\n}\n`;
}

function colourOf(kind: KnotKind): string {
  return KIND_COLOURS[kind][0];
}

function knotAttributes(knot: Knot): string {
  const attributes = [`label=${quote(shortLabel(knot))}`, `color="${colourOf(knot.kind)}"`];
  if (knot.kind === 'compaction') attributes.push('shape=hexagon');
  if (knot.state === 'active') attributes.push('penwidth=1.8');
  else attributes.push('fontcolor="#626a71"');
  if (knot.state === 'left') attributes.push('style="rounded,dashed"');
  if (knot.state === 'phantom' || knot.state === 'cancelled' || knot.state === 'missing')
    attributes.push('style="rounded,dotted"');
  return attributes.join(', ');
}

function linkAttributes(link: Link): string {
  const attributes: string[] = [];
  if (link.active) attributes.push('penwidth=1.8', 'color="#1c2125"');
  if (link.kind === 'branch') attributes.push('style=dashed');
  if (link.kind === 'compaction') attributes.push('style=dashed', `color="${colourOf('compaction')}"`);
  if (link.kind === 'agent-start') attributes.push(`color="${colourOf('agent')}"`);
  // A return leads upwards where it would rule the ranks: it is drawn, but does not place anything.
  if (link.kind === 'agent-return')
    attributes.push(`color="${colourOf('agent')}"`, 'style=dashed', 'constraint=false');
  return attributes.length === 0 ? '' : ` [${attributes.join(', ')}]`;
}

// In a quoted label Graphviz reads backslash escapes and HTML entities; all else is plain.
function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('&', '&amp;')}"`;
}

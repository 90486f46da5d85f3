// Writes a drawing as one SVG file: a thread that runs down the page, one row a knot, readable in light and dark. No scripts, no references.
import { cutToWidth } from '../../base/cut-to-width.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { toWellFormed } from '../../base/well-formed.ts';
import type { Drawing, Knot } from './drawing.ts';
import { layOut, type PlacedKnot } from './lay-out.ts';
import { type Point, ROW, writeFailure, writeKnotMark, writeReturn, writeThread } from './svg-marks.ts';
import { SVG_STYLE } from './svg-style.ts';

interface SvgWords {
  readonly title: string;
  /** A line below the title. */
  readonly subtitle: string;
}

const WIDTH = 960;
const TOP = 92;
const THREAD_X = 72;
const LANE = 20;
/** Beyond this, lanes lie on each other: a picture wider than its text helps no one. */
const MAX_LANES = 12;
const CALLS_X = 752;
const TOKENS_X = 808;
const TIME_X = 936;
/** The width of an average letter at 13 px; wide characters count twice. */
const LETTER = 6.8;

/** A drawing as a picture for a browser, light and dark. */
export function writeSvg(drawing: Drawing, words: SvgWords): string {
  const placed = layOut(drawing);
  const lanes = Math.min(
    MAX_LANES,
    placed.reduce((most, { lane }) => Math.max(most, lane), 0),
  );
  const textX = THREAD_X + lanes * LANE + 28;
  const height = TOP + placed.length * ROW + 32;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="clew-title">`,
    `<title id="clew-title">${escapeXml(words.title)}</title>`,
    `<style>${SVG_STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${height}"/>`,
    `<text class="title" x="24" y="36">${escapeXml(cutToWidth(words.title, 80))}</text>`,
    `<text class="meta quiet" x="24" y="58">${escapeXml(cutToWidth(words.subtitle, 150))}</text>`,
    ...writeThreads(drawing, placed),
    ...placed.map((one) => writeRow(one, textX)),
    `<text class="meta quiet" x="24" y="${height - 16}">${escapeXml(legendOf(drawing))}</text>`,
    '</svg>',
    '',
  ].join('\n');
}

// Side strands first, so that the thread itself lies above them.
function writeThreads(drawing: Drawing, placed: readonly PlacedKnot[]): string[] {
  const carried = new Set(placed.filter((one) => one.straight).map((one) => one.parent));
  const byId = new Map(placed.map((one) => [one.knot.id, one]));
  const aside: string[] = [];
  const straight: string[] = [];
  for (const one of placed) {
    if (!one.parent) continue;
    const line = writeThread(one, pointOf(one), pointOf(one.parent), carried.has(one.parent));
    (one.straight ? straight : aside).push(line);
  }
  for (const link of drawing.links) {
    if (link.kind !== 'agent-return') continue;
    const [from, to] = [byId.get(link.from), byId.get(link.to)];
    // Where the thread does not go on below, there is nothing to return to.
    if (from && to && (to.row > from.row || carried.has(to)))
      aside.push(writeReturn(pointOf(from), pointOf(to).x));
  }
  return [...aside, ...straight];
}

function pointOf({ row, lane }: PlacedKnot): Point {
  return { x: THREAD_X + Math.min(lane, MAX_LANES) * LANE, y: TOP + row * ROW };
}

function writeRow(one: PlacedKnot, textX: number): string {
  const { knot } = one;
  const at = pointOf(one);
  const y = at.y + 4.5;
  const parts = [writeKnotMark(knot, at, radiusOf(one))];
  if (knot.failed > 0 && knot.kind !== 'error') parts.push(writeFailure({ x: THREAD_X, y: at.y }));
  if (knot.kind === 'user' && knot.cluster === undefined && knot.turn !== undefined) {
    parts.push(`<text class="quiet end" x="44" y="${y}">${knot.turn}</text>`);
  }
  const room = Math.floor((CALLS_X - 60 - textX) / LETTER);
  const style = textClass(knot);
  parts.push(
    `<text${style === '' ? '' : ` class="${style}"`} x="${textX}" y="${y}">${escapeXml(cutToWidth(knot.label, room))}</text>`,
  );
  if (knot.calls > 1 || (knot.calls === 1 && knot.kind !== 'tool-use')) {
    parts.push(
      `<text class="meta quiet end" x="${CALLS_X}" y="${y}">${knot.calls === 1 ? '1 call' : `${knot.calls} calls`}</text>`,
    );
  }
  if (knot.contextTokens !== undefined) {
    parts.push(
      `<text class="meta quiet end" x="${TOKENS_X}" y="${y}">${Math.round(knot.contextTokens / 1000)}k</text>`,
    );
  }
  if (knot.time !== undefined) {
    const time = new Date(knot.time).toISOString().slice(0, 16).replace('T', ' ');
    parts.push(`<text class="meta quiet end" x="${TIME_X}" y="${y}">${time}</text>`);
  }
  return `<g>${parts.join('')}</g>`;
}

function textClass(knot: Knot): string {
  if (knot.state === 'left' || knot.state === 'phantom' || knot.state === 'cancelled') return 'quiet italic';
  if (knot.kind === 'compaction' || knot.kind === 'error') return knot.kind;
  if (knot.kind === 'agent') return 'agent';
  if (knot.state === 'compacted' || knot.kind === 'system' || knot.kind === 'tool-result') return 'quiet';
  return knot.kind === 'thinking' || knot.kind === 'tool-use' ? knot.kind : '';
}

// A larger knot added more to the context; where that is not known, all are alike.
function radiusOf({ knot, parent }: PlacedKnot): number {
  if (knot.cluster !== undefined || knot.state === 'missing') return 3.5;
  const before = parent?.knot.contextTokens;
  if (knot.contextTokens === undefined || before === undefined) return 4.5;
  const added = Math.max(0, knot.contextTokens - before);
  return Math.round(Math.min(8, 3 + Math.sqrt(added / 1000)) * 10) / 10;
}

function legendOf({ knots, clusters }: Drawing): string {
  const some = (test: (knot: Knot) => boolean, words: string) => (knots.some(test) ? [words] : []);
  return [
    ...some((knot) => knot.state === 'compacted', 'dashed: no longer sent'),
    ...some((knot) => knot.kind === 'compaction', 'bow: a compaction'),
    ...some((knot) => knot.state === 'left', 'ring: a resume does not go this way'),
    ...some((knot) => knot.state === 'cancelled', 'dotted ring: a prompt taken back'),
    ...some((knot) => knot.state === 'phantom', 'dotted ring: a copy of a prompt'),
    ...(clusters.length > 0 ? ['strand to the right: an agent'] : []),
    ...some((knot) => knot.failed > 0, 'diamond: something failed'),
  ].join('   ·   ');
}

/** What XML 1.0 has no way to write goes first. */
function escapeXml(text: string): string {
  return escapeHtml(
    (toWellFormed(text) as string).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''),
  );
}

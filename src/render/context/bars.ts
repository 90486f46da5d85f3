// Quantities as characters: bars for shares, sparklines for growth.

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** A bar of up to `width` characters for a share of 0 to 1; anything above nothing shows at least a sliver. */
export function bar(share: number, width: number): string {
  const eighths = Math.max(share > 0 ? 1 : 0, Math.round(Math.min(1, share) * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}

/** One character a value, or fewer where there are more values than columns: each then shows the largest of its stretch. */
export function sparkline(values: readonly number[], width: number): string {
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  if (most === 0) return '';
  const columns = Math.min(values.length, width);
  let line = '';
  for (let i = 0; i < columns; i++) {
    const from = Math.floor((i * values.length) / columns);
    const to = Math.max(from + 1, Math.floor(((i + 1) * values.length) / columns));
    const value = values.slice(from, to).reduce((a, b) => Math.max(a, b), 0);
    line += LEVELS[Math.min(LEVELS.length - 1, Math.floor((value / most) * LEVELS.length))];
  }
  return line;
}

/** Several shares as one bar, each with its own filling, exactly `width` characters for a whole. */
export function stackedBar(
  parts: readonly { readonly share: number; readonly fill: string }[],
  width: number,
): string {
  let drawn = 0;
  let sum = 0;
  let line = '';
  for (const { share, fill } of parts) {
    sum += share;
    const end = Math.min(width, Math.round(sum * width));
    line += fill.repeat(Math.max(0, end - drawn));
    drawn = Math.max(drawn, end);
  }
  return line + '·'.repeat(Math.max(0, width - drawn));
}

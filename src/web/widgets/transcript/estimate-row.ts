// How high a row will be, before it is drawn: close enough that the scroll bar tells the truth.
import type { WebRow } from '../../../server/api.ts';

const LINE = 24;
const CHARACTERS = 88;

export function estimateRow(row: WebRow): number {
  switch (row.kind) {
    case 'turn':
      return 48;
    case 'prompt':
      return 32 + Math.min(24, lines(row.text)) * LINE;
    case 'text':
      return row.apiError ? 28 : 16 + lines(row.text) * LINE;
    case 'compaction':
      return 100;
    case 'fork':
      return 40 * row.others.length;
    case 'image':
      return 200;
    default:
      return 28;
  }
}

function lines(text: string): number {
  let count = 0;
  for (const line of text.slice(0, 20_000).split('\n'))
    count += Math.max(1, Math.ceil(line.length / CHARACTERS));
  return count;
}

// Finds words in the rows that an exported page carries, in every text that a row shows.
import { textsOf } from '../../render/web/row-texts.ts';
import type { FindHit, WebRow } from '../../server/api.ts';

const AROUND = 40;

/** A hit for each text of the row that holds the words. */
export function findInRow(row: WebRow, words: string): FindHit[] {
  const wanted = words.toLowerCase();
  if (wanted === '') return [];
  return textsOf(row).flatMap(([path, text]): FindHit[] => {
    const at = text.toLowerCase().indexOf(wanted);
    if (at < 0) return [];
    const start = Math.max(0, at - AROUND);
    return [
      {
        row: row.index,
        id: row.id,
        turn: row.turn,
        kind: row.kind,
        path,
        snippet: text.slice(start, at + wanted.length + AROUND),
        marks: [[at - start, at - start + wanted.length]],
        ...(row.place ? { line: row.place.line } : {}),
      },
    ];
  });
}

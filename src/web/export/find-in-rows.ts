// Finds words in the rows that an exported page carries, in every text that a row shows.
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

type PathText = readonly [path: string, text: string];

function textsOf(row: WebRow): PathText[] {
  switch (row.kind) {
    case 'prompt':
    case 'thinking':
    case 'text':
    case 'unreadable':
      return [['text', row.text]];
    case 'notice':
      return [
        ['label', row.label],
        ['text', row.text ?? ''],
      ];
    case 'compaction':
      return [['summary', row.summary ?? '']];
    case 'tool':
      return [...stringsIn(row.input), ['resultText', row.resultText]];
    case 'agent':
      return [['description', row.description ?? '']];
    default:
      return [];
  }
}

function stringsIn(input: unknown): PathText[] {
  const found: PathText[] = [];
  const waiting: PathValue[] = [['input', input]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, value] = next;
    if (typeof value === 'string') found.push([path, value]);
    else if (typeof value === 'object' && value !== null)
      for (const [key, field] of Object.entries(value))
        waiting.push([`${path}.${key.replaceAll('~', '~0').replaceAll('.', '~1')}`, field]);
  }
  return found.reverse();
}

type PathValue = readonly [path: string, value: unknown];

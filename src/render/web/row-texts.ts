// Every text that a row can show, each with its path in the row: what a search in a session looks at.
import { joinPath } from './cut-texts.ts';
import type { WebRow } from './web-row.ts';

type PathText = readonly [path: string, text: string];

export function textsOf(row: WebRow): PathText[] {
  switch (row.kind) {
    case 'prompt':
      return [['text', row.text], ...row.reminders.map((text, i): PathText => [`reminders.${i}`, text])];
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
      return [...stringsIn(row.input, 'input'), ['resultText', row.resultText]];
    case 'agent':
      return [['description', row.description ?? '']];
    case 'unknown':
      return stringsIn(row.value, 'value');
    case 'fork':
      return row.others.map(({ text }, i): PathText => [`others.${i}.text`, text]);
    default:
      return [];
  }
}

function stringsIn(value: unknown, path: string): PathText[] {
  const found: PathText[] = [];
  const waiting: { value: unknown; path: string }[] = [{ value, path }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.value === 'string') found.push([next.path, next.value]);
    else if (typeof next.value === 'object' && next.value !== null) {
      for (const [key, field] of Object.entries(next.value)) {
        waiting.push({ value: field, path: joinPath(next.path, key) });
      }
    }
  }
  return found.reverse();
}

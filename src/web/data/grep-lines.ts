// The output of a search as lines: the name of a file, or a line of it with its number and the matches in it.
import { escapePattern } from '../../base/escape-pattern.ts';

interface GrepLine {
  /** Set where the line names a file. */
  readonly file: string | undefined;
  readonly number: number | undefined;
  readonly text: string;
  readonly marks: readonly (readonly [number, number])[];
}

const NAMED = /^((?:[A-Za-z]:)?[^:\n]{1,400}?)[:-](\d{1,9})[:-](.*)$/s;
const NUMBERED = /^(\d{1,9})[:-](.*)$/s;

export function listGrepLines(text: string, pattern: string): GrepLine[] {
  const expression = compile(pattern);
  const lines: GrepLine[] = [];
  let file: string | undefined;
  const hit = (number: string | undefined, words: string) => {
    const marks = expression ? matchesOf(words, expression) : [];
    lines.push({
      file: undefined,
      number: number === undefined ? undefined : Number(number),
      text: words,
      marks,
    });
  };
  for (const line of text.trimEnd().split('\n')) {
    const named = NAMED.exec(line);
    const numbered = named ? undefined : NUMBERED.exec(line);
    if (named) {
      if (named[1] !== file) {
        file = named[1];
        lines.push({ file, number: undefined, text: '', marks: [] });
      }
      hit(named[2], named[3] ?? '');
    } else if (numbered) hit(numbered[1], numbered[2] ?? '');
    else if (/^\S+\/\S*$|^\S+\.\w{1,8}$/.test(line))
      lines.push({ file: line, number: undefined, text: '', marks: [] });
    else hit(undefined, line);
  }
  return lines;
}

// The pattern is hostile input and was made for another engine: only plain ones are tried, on short lines.
function compile(pattern: string): RegExp | undefined {
  const plain = pattern.replace(/\\([(){}[\].*+?^$|/"'-])/g, '$1');
  if (pattern.length > 200 || plain === '') return undefined;
  const words = /^[\w\s|\\().,:;'"/<>=-]+$/.test(pattern) ? pattern.split('|').map(escapeWord) : [];
  try {
    return words.length === 0 ? undefined : new RegExp(words.filter(Boolean).join('|'), 'gi');
  } catch {
    return undefined;
  }
}

function escapeWord(word: string): string {
  return escapePattern(word.replace(/\\(.)/g, '$1'));
}

function matchesOf(text: string, expression: RegExp): [number, number][] {
  const marks: [number, number][] = [];
  for (const match of text.slice(0, 2000).matchAll(expression)) {
    if (match[0] !== '') marks.push([match.index, match.index + match[0].length]);
    if (marks.length > 20) break;
  }
  return marks;
}

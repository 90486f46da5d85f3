// A pattern for searching the files themselves, and the bytes that a line must hold if any of its texts fits.
import { escapePattern } from '../../base/escape-pattern.ts';
import { Refusal } from '../../base/refusal.ts';

/** A pattern or a piece of text to search the files for. */
export interface PatternSource {
  readonly kind: 'regex' | 'substring';
  readonly text: string;
  readonly ignoreCase: boolean;
}

export interface Pattern {
  /** Global and multi-line; what it finds in a text is a hit. */
  readonly regex: RegExp;
  /** One of these is in every line that fits, as plain bytes; undefined where nothing can be said. */
  readonly needles: readonly string[] | undefined;
  readonly ignoreCase: boolean;
}

export function compilePattern({ kind, text, ignoreCase }: PatternSource): Pattern {
  if (text === '')
    throw new Refusal(
      'empty-query',
      'Nothing to search for was given.',
      'Write clew search --substring "out of memory".',
    );
  const regex = compileRegex(kind === 'regex' ? text : escapePattern(text), ignoreCase);
  const literals = kind === 'regex' ? regexLiterals(text) : [[text]];
  const needles = literals.map((runs) => longestSafe(runs, ignoreCase));
  const usable = needles.every((needle) => needle !== undefined);
  return { regex, needles: usable ? (needles as string[]) : undefined, ignoreCase };
}

function compileRegex(source: string, ignoreCase: boolean): RegExp {
  const flags = ignoreCase ? 'gmi' : 'gm';
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    // What is sloppy by the rules of Unicode patterns (`\-`, `\_`) is still what a person may write.
  }
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw new Refusal(
      'bad-regex',
      `--regex cannot be read: ${String((error as Error).message).replace(/^Invalid regular expression: /, '')}.`,
      'It is a JavaScript pattern; --substring takes the text as it is.',
    );
  }
}

/**
 * For each alternative the stretches of plain characters that it must contain. Groups, classes and what may be missing are
 * passed over: a shorter stretch only means that more lines are looked at.
 */
function regexLiterals(source: string): string[][] {
  const alternatives: string[][] = [];
  let runs: string[] = [];
  let run = '';
  const breakRun = () => {
    if (run !== '') runs.push(run);
    run = '';
  };
  for (let at = 0; at < source.length; ) {
    const char = source[at] as string;
    if (char === '|') {
      breakRun();
      alternatives.push(runs);
      runs = [];
      at++;
    } else if (char === '[' || char === '(') {
      breakRun();
      at = quantifierEnd(source, char === '[' ? classEnd(source, at) : groupEnd(source, at)).end;
    } else {
      const { text, end } = readAtom(source, at);
      const quantifier = quantifierEnd(source, end);
      if (text === undefined || quantifier.optional) breakRun();
      else run += text;
      // Repeated: the character is there at least once, but what follows does not follow it directly.
      if (quantifier.end !== end && !quantifier.optional) breakRun();
      at = quantifier.end;
    }
  }
  breakRun();
  return [...alternatives, runs];
}

function readAtom(source: string, at: number): { readonly text: string | undefined; readonly end: number } {
  const char = source[at] as string;
  if (char !== '\\') return { text: '.^$*+?{}])'.includes(char) ? undefined : char, end: at + 1 };
  const next = source[at + 1];
  if (next !== undefined && !/[A-Za-z0-9]/.test(next)) return { text: next, end: at + 2 };
  // \d, \b, \u{…}, \x41, \p{…}, \k<…>, back references: none of them is a plain character.
  const length = /^\\(?:[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|k<[^>]*>|c[A-Za-z]|\d+|.|$)/su.exec(
    source.slice(at),
  );
  return { text: undefined, end: at + (length?.[0].length ?? 2) };
}

function quantifierEnd(source: string, at: number): { readonly end: number; readonly optional: boolean } {
  const found = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(source.slice(at, at + 24));
  if (!found) return { end: at, optional: false };
  const optional = found[0].startsWith('*') || found[0].startsWith('?') || found[1] === '0';
  return { end: at + found[0].length, optional };
}

function classEnd(source: string, at: number): number {
  for (let i = at + 1; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === ']') return i + 1;
  }
  return source.length;
}

function groupEnd(source: string, at: number): number {
  let depth = 0;
  for (let i = at; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '[') i = classEnd(source, i) - 1;
    else if (source[i] === '(') depth++;
    else if (source[i] === ')' && --depth === 0) return i + 1;
  }
  return source.length;
}

// What JSON writes as it is: no quote, backslash or slash, no control characters, and nothing beyond ASCII, which may be
// escaped. Without regard to case, `k` and `s` have unlikely relatives beyond ASCII.
function longestSafe(runs: readonly string[], ignoreCase: boolean): string | undefined {
  const unsafe = ignoreCase ? /[^ !#-.0-[\]-~]|[ksKS]/ : /[^ !#-.0-[\]-~]/;
  return runs
    .flatMap((run) => run.split(unsafe))
    .filter((piece) => piece.length >= 2)
    .sort((a, b) => b.length - a.length)[0];
}

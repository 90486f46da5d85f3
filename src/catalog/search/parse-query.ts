// Turns what a person typed into a full-text query: words, "phrases", beginnings*, -not, and OR between two of them.
import { Refusal } from '../../base/refusal.ts';

export interface ParsedQuery {
  /** In the language of FTS5. */
  readonly match: string;
  /** The same language: any of what is wanted, for marking it in a text that fits. */
  readonly anyOf: string;
  /** The words, phrases and beginnings that are looked for, as they were typed. */
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

interface Term {
  readonly text: string;
  readonly prefix: boolean;
  readonly not: boolean;
}

export function parseQuery(query: string): ParsedQuery {
  const groups: Term[][] = [];
  const unwanted: Term[] = [];
  let joined = false;
  for (const token of tokens(query)) {
    if (token === 'OR' || token === '|') {
      joined = groups.length > 0;
      continue;
    }
    const term = readTerm(token);
    if (!hasWord(term.text)) continue;
    if (term.not) unwanted.push(term);
    else if (joined) groups.at(-1)?.push(term);
    else groups.push([term]);
    joined = false;
  }
  if (groups.length === 0) throw emptyRefusal(query, unwanted.length > 0);
  const wanted = groups.map((group) => `(${group.map(ftsTerm).join(' OR ')})`).join(' AND ');
  const match = unwanted.length > 0 ? `(${wanted}) NOT (${unwanted.map(ftsTerm).join(' OR ')})` : wanted;
  const terms = groups.flat();
  return {
    match,
    anyOf: terms.map(ftsTerm).join(' OR '),
    wanted: terms.map(({ text }) => text),
    unwanted: unwanted.map(({ text }) => text),
  };
}

// A quote opens a phrase only where a word could begin: `don't` and `5"` are words.
function tokens(query: string): string[] {
  return [...query.matchAll(/-?"[^"]*(?:"\*?|$)|\S+/g)].map(([token]) => token);
}

function readTerm(token: string): Term {
  const not = token.length > 1 && token.startsWith('-');
  const rest = not ? token.slice(1) : token;
  const prefix = rest.length > 1 && rest.endsWith('*');
  const text = (prefix ? rest.slice(0, -1) : rest).replace(/^"|"$/g, '');
  return { text, prefix, not };
}

/** Letters, digits and private characters are what the index knows as words; everything else parts them. */
function hasWord(text: string): boolean {
  return /[\p{L}\p{N}\p{Co}]/u.test(text);
}

function ftsTerm({ text, prefix }: Term): string {
  return `"${text.replaceAll('"', '""').replaceAll('\u0000', ' ')}"${prefix ? '*' : ''}`;
}

function emptyRefusal(query: string, onlyUnwanted: boolean): Refusal {
  if (query.trim() === '') {
    return new Refusal(
      'empty-query',
      'Nothing to search for was given.',
      'Write clew search lamp, or clew search \'"out of memory"\'.',
    );
  }
  if (onlyUnwanted) {
    return new Refusal(
      'only-unwanted',
      'The query only says what must not be there.',
      'Add a word that must be there.',
    );
  }
  return new Refusal(
    'no-word',
    `There is no word in “${query.trim().slice(0, 60)}”: the index holds letters and digits only.`,
    'Use --substring to search for signs.',
  );
}

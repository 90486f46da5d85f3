// Finds the names that a later turn may speak of again: file paths, commands, identifiers.

export type TermKind = 'path' | 'command' | 'identifier';

export interface Term {
  readonly kind: TermKind;
  readonly text: string;
}

// Each pattern is linear: no nested repetition, so that hostile text costs no more than its length.
const PATTERNS: readonly (readonly [TermKind, RegExp])[] = [
  ['command', /(?:^|\n)[ \t]*(?:\$ |> )([^\n]{3,80})|`([a-z][\w.-]{1,20} [^`\n]{2,70})`/g],
  ['path', /(https?:\/\/[^\s"'`<>()[\]]{4,120})/g],
  ['path', /(?<![\w:/\\])((?:[A-Za-z]:|[~.]{1,2})?[\w@.-]{0,80}(?:[/\\][\w@.+-]{1,80}){1,20})/g],
  [
    'path',
    /\b([\w-]{1,60}\.(?:[cm]?[jt]sx?|jsonl?|py|rs|go|rb|java|kt|swift|c|h|cc|cpp|hpp|cs|php|sh|sql|md|txt|ya?ml|toml|html?|css|scss|vue|svelte|lock|env|ini|cfg|log|csv|proto))\b/g,
  ],
  [
    'identifier',
    /\b([a-z][a-z0-9]{0,40}[A-Z]\w{0,60}|[A-Z][a-z0-9]{1,40}[A-Z]\w{0,60}|\w{1,40}_\w{1,60})\b/g,
  ],
  ['identifier', /(?:^|\s)(--[a-z][a-z0-9-]{2,40})/g],
];

/** What tools paint their output with. */
export const COLOURS: RegExp = /\u001b\[[0-9;]*m/g;

/** Longer texts are looked at from both ends. */
const MOST = 200_000;

/** Each name once, in order of kind and first appearance. */
export function findTerms(text: string): Term[] {
  const part = text.length <= MOST ? text : `${text.slice(0, MOST / 2)}\n${text.slice(-MOST / 2)}`;
  const looked = part.replace(COLOURS, '');
  const found = new Map<string, Term>();
  for (const [kind, pattern] of PATTERNS) {
    for (const match of looked.matchAll(pattern)) {
      const term = clean(match[1] ?? match[2] ?? '');
      if (isName(term, kind) && !found.has(term)) found.set(term, { kind, text: term });
    }
  }
  return [...found.values()];
}

function clean(text: string): string {
  return text.trim().replace(/[.,;:]+$/, '');
}

const COMMAND =
  /^(?:git|npm|npx|pnpm|yarn|bun|node|deno|python3?|pip3?|uv|poetry|pytest|cargo|rustc|go|make|cmake|docker|kubectl|helm|terraform|aws|gcloud|gh|curl|wget|ssh|scp|rsync|tar|grep|rg|sed|awk|find|ls|cat|cp|mv|rm|mkdir|chmod|sudo|systemctl|psql|sqlite3|redis-cli|brew|apt|apt-get|claude|clew|tsc|vitest|jest|eslint|biome|cd)\b/;

// Names that say nothing of the work.
const EVERYWHERE =
  /^\/dev\/|[/\\]node_modules[/\\]|^(?:old_string|new_string|file_path|replace_all|tool_use_id)$/;

function isName(term: string, kind: TermKind): boolean {
  if (term.length < 4 || /^[\d./:-]+$/.test(term) || EVERYWHERE.test(term)) return false;
  if (kind === 'command') return COMMAND.test(term) && /\s\S/.test(term);
  // Words joined by a slash (`and/or`) are no path; a path has a dot, a digit or another slash somewhere, or begins with one.
  if (kind === 'path') return /[.\d_-]|^\/|\/.*\//.test(term);
  return true;
}

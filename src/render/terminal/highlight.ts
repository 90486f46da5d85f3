// Colours code by its language. Loaded only where colours are shown, because the grammars take a moment.
import type { Palette } from './palette.ts';

/** Colours safe code; code of a language that is not known comes back as it is. */
export type Highlight = (code: string, language: string) => string;

export async function loadHighlight(palette: Palette): Promise<Highlight> {
  const [{ default: core }, grammars] = await Promise.all([
    import('highlight.js/lib/core'),
    import('./highlight-grammars.ts'),
  ]);
  for (const [name, grammar] of grammars.GRAMMARS) core.registerLanguage(name, grammar);
  return (code, language) => {
    if (code.length > MAX_LENGTH || !core.getLanguage(language)) return code;
    try {
      return paintMarkup(core.highlight(code, { language, ignoreIllegals: true }).value, palette);
    } catch {
      // A grammar that fails on odd input is no reason not to show the code.
      return code;
    }
  };
}

const MAX_LENGTH = 100_000;

type Role = keyof Palette['syntax'];

const ROLES: Readonly<Record<string, Role>> = {
  keyword: 'keyword',
  built_in: 'type',
  type: 'type',
  title: 'name',
  section: 'name',
  name: 'name',
  tag: 'name',
  attr: 'name',
  attribute: 'name',
  property: 'name',
  'selector-class': 'type',
  'selector-tag': 'keyword',
  literal: 'number',
  number: 'number',
  string: 'text',
  regexp: 'text',
  symbol: 'number',
  meta: 'comment',
  comment: 'comment',
  quote: 'comment',
  addition: 'text',
  deletion: 'keyword',
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

// The library gives HTML with spans that nest; the innermost known role colours a stretch, line by line.
function paintMarkup(markup: string, palette: Palette): string {
  const roles: (Role | undefined)[] = [];
  let painted = '';
  for (const [, opened, closed, entity, text] of markup.matchAll(MARKUP)) {
    if (opened !== undefined) roles.push(ROLES[/^hljs-([\w-]+)/.exec(opened)?.[1] ?? ''] ?? roles.at(-1));
    else if (closed !== undefined) roles.pop();
    else
      painted += paintLines(
        entity === undefined ? (text ?? '') : (ENTITIES[entity] ?? ''),
        roles.at(-1),
        palette,
      );
  }
  return painted;
}

const MARKUP = /<span class="([^"]*)">|(<\/span>)|&(amp|lt|gt|quot|#x27);|([^<&]+)/g;

function paintLines(text: string, role: Role | undefined, palette: Palette): string {
  if (role === undefined) return text;
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : palette.syntax[role](line)))
    .join('\n');
}

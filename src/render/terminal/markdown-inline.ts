// The inline part of markdown as one styled string: emphasis, code, links. Addresses are written out, never hidden in a link.
import type { Token, Tokens } from 'marked';
import type { Palette } from './palette.ts';

export function inlineText(tokens: readonly Token[], palette: Palette, depth = 0): string {
  if (depth > MAX_DEPTH) return tokens.map((token) => token.raw).join('');
  const inner = (token: Token) =>
    inlineText((token as { tokens?: Token[] }).tokens ?? [], palette, depth + 1);
  return tokens
    .map((token) => {
      switch (token.type) {
        case 'strong':
          return paintLines(inner(token), palette.strong);
        case 'em':
          return paintLines(inner(token), palette.emphasis);
        case 'del':
          return paintLines(inner(token), palette.struck);
        case 'codespan':
          return palette.code((token as Tokens.Codespan).text);
        case 'link':
          return linkText(token as Tokens.Link, inner(token), palette);
        case 'image':
          return `[${(token as Tokens.Image).text || 'image'}](${(token as Tokens.Image).href})`;
        case 'br':
          return '\n';
        case 'escape':
          return (token as Tokens.Escape).text;
        case 'text': {
          const { tokens: nested, text } = token as Tokens.Text;
          return nested ? inner(token) : text;
        }
        case 'checkbox':
          return '';
        default:
          return token.raw;
      }
    })
    .join('');
}

const MAX_DEPTH = 16;

// A style must not run over a line break: what stands left of the text would take it on.
function paintLines(text: string, paint: (line: string) => string): string {
  return text.split('\n').map(paint).join('\n');
}

function linkText(link: Tokens.Link, text: string, palette: Palette): string {
  const { href } = link;
  if (text === href || `mailto:${text}` === href) return palette.link(text);
  return `${text} (${palette.link(href)})`;
}

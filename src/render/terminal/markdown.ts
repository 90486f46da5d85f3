// Markdown as lines of a terminal: headings, lists, tables, quotes and code, wrapped to a width.
import { lexer, type Token, type Tokens } from 'marked';
import { wrapColumns, wrapWords } from './fit-text.ts';
import type { Highlight } from './highlight.ts';
import { inlineText } from './markdown-inline.ts';
import { tableLines } from './markdown-table.ts';
import type { Palette } from './palette.ts';

interface MarkdownOptions {
  readonly palette: Palette;
  readonly highlight: Highlight | undefined;
  /** Whether code is broken at the last column; in a pipe it stays whole, so that it can be copied. */
  readonly breakCode: boolean;
}

/** The text must be safe already. */
export function markdownLines(text: string, width: number, options: MarkdownOptions): string[] {
  if (text.length > MAX_LENGTH) return wrapWords(text, proseWidth(width));
  try {
    return blockLines(lexer(text), width, options, 0);
  } catch {
    // Nested deeper than the parser can follow: shown as it was written.
    return wrapWords(text, proseWidth(width));
  }
}

/** Longer lines are hard to read, however wide the screen is. */
export function proseWidth(width: number): number {
  return Math.min(width, MEASURE);
}

const MEASURE = 88;
const MAX_LENGTH = 200_000;
const MAX_DEPTH = 12;
const MIN_WIDTH = 12;

function blockLines(
  tokens: readonly Token[],
  width: number,
  options: MarkdownOptions,
  depth: number,
): string[] {
  const lines: string[] = [];
  let last: string | undefined;
  for (const token of tokens) {
    if (token.type === 'space') continue;
    const block = tokenLines(token, width, options, depth);
    if (block.length === 0) continue;
    // Text and a list directly under it belong together.
    if (lines.length > 0 && !(last === 'text' && token.type === 'list')) lines.push('');
    for (const line of block) lines.push(line);
    last = token.type;
  }
  return lines;
}

function tokenLines(token: Token, width: number, options: MarkdownOptions, depth: number): string[] {
  const { palette } = options;
  if (depth > MAX_DEPTH || width < MIN_WIDTH) return wrapWords(token.raw.trimEnd(), Math.max(1, width));
  switch (token.type) {
    case 'heading': {
      const marks = palette.faint('#'.repeat((token as Tokens.Heading).depth));
      return wrapWords(`${marks} ${palette.strong(inline(token, palette))}`, proseWidth(width));
    }
    case 'paragraph':
    case 'text':
      return wrapWords(inline(token, palette), proseWidth(width));
    case 'code':
      return codeLines(token as Tokens.Code, width, options);
    case 'list':
      return listLines(token as Tokens.List, width, options, depth);
    case 'table':
      return tableLines(token as Tokens.Table, width, palette);
    case 'blockquote': {
      const bar = palette.faint('▎ ');
      const quoted = blockLines((token as Tokens.Blockquote).tokens, width - 2, options, depth + 1);
      return quoted.map((line) => bar + line);
    }
    case 'hr':
      return [palette.faint('─'.repeat(Math.min(width, 24)))];
    default:
      return wrapWords(token.raw.trimEnd(), proseWidth(width)).map(palette.faint);
  }
}

function inline(token: Token, palette: Palette): string {
  const { tokens, text } = token as { tokens?: Token[]; text?: string };
  return tokens ? inlineText(tokens, palette) : (text ?? token.raw);
}

const CODE_INDENT = '    ';

function codeLines(token: Tokens.Code, width: number, options: MarkdownOptions): string[] {
  const language = token.lang?.split(/\s/, 1)[0]?.toLowerCase() ?? '';
  const code = options.highlight ? options.highlight(token.text, language) : token.text;
  const lines = options.breakCode ? wrapColumns(code, width - CODE_INDENT.length) : code.split('\n');
  return lines.map((line) => (line === '' ? '' : CODE_INDENT + line));
}

function listLines(list: Tokens.List, width: number, options: MarkdownOptions, depth: number): string[] {
  const lines: string[] = [];
  const first = typeof list.start === 'number' ? list.start : 1;
  for (const [i, item] of list.items.entries()) {
    const box = item.task ? (item.checked ? '☑ ' : '☐ ') : '';
    const mark = list.ordered ? `${first + i}. ` : box === '' ? '• ' : '';
    const indent = ' '.repeat(mark.length + box.length);
    // Newer parsers keep the box of a task as a token of its own.
    const tokens = item.tokens.filter((token) => token.type !== 'checkbox');
    const body = blockLines(tokens, width - indent.length, options, depth + 1);
    if (list.loose && i > 0) lines.push('');
    for (const [j, line] of (body.length > 0 ? body : ['']).entries()) {
      lines.push(j === 0 ? options.palette.faint(mark + box) + line : line === '' ? '' : indent + line);
    }
  }
  return lines;
}

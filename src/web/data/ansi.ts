// Terminal output as lines of coloured stretches: colours and weight are kept, everything else that steers is dropped.
import { stripControls } from '../../base/strip-controls.ts';

export interface Span {
  readonly text: string;
  /** Classes of the stylesheet; empty for plain text. */
  readonly className: string;
}

interface Style {
  readonly color: string;
  readonly bold: boolean;
  readonly dim: boolean;
}

const PLAIN: Style = { color: '', bold: false, dim: false };
// Black and white are left to the ink: either would be unreadable on one of the grounds.
const COLORS = ['', 'a-r', 'a-g', 'a-y', 'a-b', 'a-m', 'a-c', ''];
const SEQUENCE = /\u001b\[([0-9;:]{0,64})m/g;

export function parseAnsi(text: string): Span[][] {
  const lines: Span[][] = [];
  let style = PLAIN;
  for (const raw of text.split('\n')) {
    const spans: Span[] = [];
    let at = 0;
    const line = overwritten(raw);
    const add = (part: string) => {
      const shown = stripControls(part);
      if (shown !== '') spans.push({ text: shown, className: classOf(style) });
    };
    for (const match of line.matchAll(SEQUENCE)) {
      add(line.slice(at, match.index));
      style = applyCodes(style, match[1] ?? '');
      at = match.index + match[0].length;
    }
    add(line.slice(at));
    lines.push(spans);
  }
  return lines;
}

// A progress line goes back to its start again and again; what stood there last is what was seen.
function overwritten(line: string): string {
  const end = line.endsWith('\r') ? line.length - 1 : line.length;
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end);
}

function applyCodes(before: Style, text: string): Style {
  let style = before;
  const codes = text.split(/[;:]/).map(Number);
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0;
    if (code === 0) style = PLAIN;
    else if (code === 1) style = { ...style, bold: true };
    else if (code === 2) style = { ...style, dim: true };
    else if (code === 22) style = { ...style, bold: false, dim: false };
    else if (code === 39) style = { ...style, color: '' };
    else if (code >= 30 && code <= 37) style = { ...style, color: COLORS[code - 30] ?? '' };
    else if (code === 90) style = { ...style, color: 'a-d' };
    else if (code > 90 && code <= 97) style = { ...style, color: COLORS[code - 90] ?? '' };
    else if (code === 38 || code === 48) {
      const long = codes[i + 1] === 2;
      if (code === 38)
        style = { ...style, color: long ? nearest(codes.slice(i + 2, i + 5)) : indexed(codes[i + 2]) };
      i += long ? 4 : 2;
    }
  }
  return style;
}

function classOf({ color, bold, dim }: Style): string {
  return [dim ? 'a-d' : color, bold ? 'a-B' : ''].filter(Boolean).join(' ');
}

const CUBE = [0, 95, 135, 175, 215, 255];

function indexed(index = 0): string {
  if (index < 16) return index === 8 ? 'a-d' : (COLORS[index % 8] ?? '');
  if (index >= 232) return index < 250 ? 'a-d' : '';
  const at = index - 16;
  return nearest([CUBE[Math.floor(at / 36)] ?? 0, CUBE[Math.floor(at / 6) % 6] ?? 0, CUBE[at % 6] ?? 0]);
}

// Any colour becomes the one of ours with its hue: all of ours can be read on both grounds.
function nearest([red = 0, green = 0, blue = 0]: readonly number[]): string {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  if (most - least < 40) return most < 200 ? 'a-d' : '';
  const high = (value: number) => value - least > (most - least) / 2;
  return COLORS[(high(red) ? 1 : 0) + (high(green) ? 2 : 0) + (high(blue) ? 4 : 0)] ?? '';
}

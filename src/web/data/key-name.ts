// How keys are written: on the page that lists them, and in the palette.
import { COMMAND_KEY } from './command-key.ts';
import type { KeyBinding } from './keys.ts';

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Enter: '↵',
};

/** `↵`, `⇧E`, `Ctrl K`: of a key as bindings name it. */
export function nameOfKey(key: string): string {
  const [, way = '', letter = key] = /^(shift\+|mod\+)(.+)$/.exec(key) ?? [];
  const before = way === 'shift+' ? '⇧' : way === 'mod+' ? COMMAND_KEY : '';
  return `${before}${NAMES[letter] ?? letter.toUpperCase()}`;
}

export interface HelpLine {
  readonly keys: readonly string[];
  readonly title: string;
}

/** Keys that do the same, or go the same way to and fro, stand on one line. */
export function listKeys(bindings: readonly Pick<KeyBinding, 'key' | 'title'>[]): readonly HelpLine[] {
  const lines: HelpLine[] = [];
  for (const { key, title } of bindings) {
    if (title === '') continue;
    const [, way = '', what = ''] = /^(Next|Previous) (.+)$/.exec(title) ?? [];
    const both = `Next, previous ${what}`;
    const at = lines.findIndex((one) => one.title === title || (way !== '' && isOfPair(one.title, what)));
    const known = lines[at];
    if (known) lines[at] = { keys: [...known.keys, key], title: known.title === title ? title : both };
    else lines.push({ keys: [key], title });
  }
  return lines;
}

function isOfPair(title: string, what: string): boolean {
  return [`Next, previous ${what}`, `Next ${what}`, `Previous ${what}`].includes(title);
}

// Light, dark or as the system has it; the choice is kept in the browser.
import { type ReadonlySignal, signal } from '@preact/signals';

export type Theme = 'light' | 'dark' | 'system';

const KEY = 'clew-theme';
const current = signal<Theme>('system');

export const theme: ReadonlySignal<Theme> = current;

export function readTheme(): void {
  const asked = new URLSearchParams(globalThis.location.search).get('theme');
  setTheme(asTheme(asked) ?? asTheme(readStored()) ?? 'system', asked === null);
}

/** From what is seen to the other one; from there back to the system's. */
export function nextTheme(): Theme {
  const systemDark = globalThis.matchMedia('(prefers-color-scheme: dark)').matches;
  const other: Theme = systemDark ? 'light' : 'dark';
  const next = current.peek() === 'system' ? other : 'system';
  setTheme(next);
  return next;
}

export function setTheme(next: Theme, keep = true): void {
  current.value = next;
  if (next === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  if (keep) store(next);
}

function asTheme(text: string | null): Theme | undefined {
  return text === 'light' || text === 'dark' || text === 'system' ? text : undefined;
}

// Storage is refused in some private windows; the theme then lasts as long as the page.
function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function store(next: Theme): void {
  try {
    localStorage.setItem(KEY, next);
  } catch {}
}

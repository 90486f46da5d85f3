// Light, dark or as the system has it; the choice is kept in the browser.
import { type ReadonlySignal, signal } from '@preact/signals';
import { readStored, store } from './stored.ts';

export type Theme = 'light' | 'dark' | 'system';

/** What it is kept under. */
export const THEME_KEY = 'clew-theme';
const current = signal<Theme>('system');

export const theme: ReadonlySignal<Theme> = current;

export function readTheme(): void {
  const asked = new URLSearchParams(globalThis.location.search).get('theme') ?? undefined;
  setTheme(asTheme(asked) ?? asTheme(readStored(THEME_KEY)) ?? 'system', asked === undefined);
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
  if (keep) store(THEME_KEY, next);
}

export function asTheme(text: string | undefined): Theme | undefined {
  return text === 'light' || text === 'dark' || text === 'system' ? text : undefined;
}

// How wide the left pane is, in percent; the browser remembers it.
import { type ReadonlySignal, signal } from '@preact/signals';

export const NARROWEST = 25;
export const WIDEST = 75;
const KEY = 'clew-split';

const width = signal(readStored());

export const splitWidth: ReadonlySignal<number> = width;

export function setSplitWidth(percent: number): void {
  width.value = keepInside(percent);
  // Storage is refused in some private windows; the width then lasts as long as the page.
  try {
    localStorage.setItem(KEY, String(width.peek()));
  } catch {}
}

function readStored(): number {
  try {
    return keepInside(Number.parseFloat(localStorage.getItem(KEY) ?? ''));
  } catch {
    return 50;
  }
}

function keepInside(percent: number): number {
  if (!Number.isFinite(percent)) return 50;
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, percent)) * 10) / 10;
}

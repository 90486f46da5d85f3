// How wide the left pane is, in percent; the browser remembers it.
import { type ReadonlySignal, signal } from '@preact/signals';
import { readStored, store } from '../../data/stored.ts';

export const NARROWEST = 25;
export const WIDEST = 75;
const KEY = 'clew-split';

const width = signal(keepInside(Number.parseFloat(readStored(KEY) ?? '')));

export const splitWidth: ReadonlySignal<number> = width;

export function setSplitWidth(percent: number): void {
  width.value = keepInside(percent);
  store(KEY, String(width.peek()));
}

function keepInside(percent: number): number {
  if (!Number.isFinite(percent)) return 50;
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, percent)) * 10) / 10;
}

// Whether a dialog is open, and the actions that the shown page offers in the palette.
import { type Signal, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { IconName } from './icon.tsx';

export interface PaletteAction {
  readonly icon: IconName;
  readonly title: string;
  /** The key that does the same without the palette. */
  readonly key?: string;
  /** Among the first, before anything was typed. */
  readonly main?: boolean;
  readonly run: () => void;
}

export const dialog: Signal<'palette' | 'keys' | 'turn' | undefined> = signal(undefined);

export function openPalette(): void {
  dialog.value = 'palette';
}

interface ActionGroup {
  readonly name: string;
  /** What it offers to someone who typed these words. */
  readonly list: (words: string) => readonly PaletteAction[];
}

/** The group of what can be done on every page. */
export const EVERYWHERE = 'clew';

export const actionGroups: Signal<readonly ActionGroup[]> = signal([]);

/** Offers actions in the palette for as long as the component is shown; a function finds them by what was typed. */
export function useActions(name: string, actions: readonly PaletteAction[] | ActionGroup['list']): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const list = (words: string) =>
      typeof latest.current === 'function' ? latest.current(words) : latest.current;
    const group: ActionGroup = { name, list };
    actionGroups.value = [...actionGroups.peek(), group];
    return () => {
      actionGroups.value = actionGroups.peek().filter((one) => one !== group);
    };
  }, [name]);
}

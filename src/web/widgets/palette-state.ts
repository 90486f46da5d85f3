// Whether a dialog is open, and the actions that the shown page offers in the palette.
import { type Signal, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { IconName } from './icon.tsx';

export interface PaletteAction {
  readonly icon: IconName;
  readonly title: string;
  /** The key that does the same without the palette. */
  readonly key?: string;
  readonly run: () => void;
}

export const dialog: Signal<'palette' | 'keys' | 'turn' | undefined> = signal(undefined);

export function openPalette(): void {
  dialog.value = 'palette';
}

interface ActionGroup {
  readonly name: string;
  readonly list: () => readonly PaletteAction[];
}

export const actionGroups: Signal<readonly ActionGroup[]> = signal([]);

/** Offers actions in the palette for as long as the component is shown. */
export function useActions(name: string, actions: readonly PaletteAction[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const group: ActionGroup = { name, list: () => latest.current };
    actionGroups.value = [...actionGroups.peek(), group];
    return () => {
      actionGroups.value = actionGroups.peek().filter((one) => one !== group);
    };
  }, [name]);
}

// Opens, exchanges and closes the split view, from buttons and keys, of the page and of its panes.
import { type ReadonlySignal, signal } from '@preact/signals';
import { isPane, tellFrame } from '../../data/pane.ts';
import { goTo, hrefOfSession, route } from '../../data/route.ts';
import { afterChoice, partnerOf, readSplit, sharedParams, type TabPair } from './split-address.ts';

/** Below this, two panes are too narrow for anything; then the second is not offered. */
const WIDE = '(min-width: 1100px)';

const query = isPane ? undefined : globalThis.matchMedia?.(WIDE);
const wide = signal(query?.matches ?? false);
query?.addEventListener('change', () => {
  wide.value = query.matches;
});

/** Whether there is room for two panes. */
export const canSplit: ReadonlySignal<boolean> = wide;

/** What the panes show; undefined while there is one view. */
export function splitTabs(): TabPair | undefined {
  return wide.value ? readSplit(route.value) : undefined;
}

function showTabs(
  tabs: TabPair,
  params: Readonly<Record<string, string>> = sharedParams(route.peek().params),
): void {
  const { session = '' } = route.peek();
  goTo(hrefOfSession(session, tabs[0], { ...params, split: tabs[1] }));
}

/** Shows a tab: the only one, or the one of the pane that has the keyboard, by default the left one. */
export function showTab(name: string): void {
  const { session = '', params } = route.peek();
  const tabs = splitTabs();
  const isRight = (document.activeElement as HTMLElement | null)?.dataset?.side === '1';
  if (tabs) showTabs(afterChoice(tabs, isRight ? 1 : 0, name));
  else goTo(hrefOfSession(session, name, sharedParams(params)));
}

/** Opens the split view, or closes it and leaves what is on the left. */
export function toggleSplit(): void {
  if (isPane) {
    tellFrame({ type: 'do', what: 'close' });
    return;
  }
  const { session = '', tab = 'transcript' } = route.peek();
  const tabs = splitTabs();
  if (tabs) {
    const pane = document.querySelector<HTMLIFrameElement>('iframe[data-side="0"]')?.contentDocument;
    goTo(hrefOfSession(session, tab, withTurn(pane)));
  } else if (wide.peek()) showTabs([tab, partnerOf(tab)], withTurn(document));
}

export function swapPanes(): void {
  const tabs = splitTabs();
  if (isPane) tellFrame({ type: 'do', what: 'swap' });
  else if (tabs) showTabs([tabs[1], tabs[0]]);
}

/** Hands the keyboard to the other pane; to the first one if none has it. */
export function focusOtherPane(): void {
  if (isPane) {
    tellFrame({ type: 'do', what: 'other' });
    return;
  }
  const [left, right] = ['0', '1'].map((side) =>
    document.querySelector<HTMLIFrameElement>(`iframe[data-side="${side}"]`),
  );
  (document.activeElement === left ? right : left)?.focus();
}

// The turn that is read is not selected, and would be lost with the list that shows it.
function withTurn(page: Document | null | undefined): Readonly<Record<string, string>> {
  const params = sharedParams(route.peek().params);
  if (params.turn !== undefined || params.line !== undefined || params.uuid !== undefined) return params;
  const turn = page?.querySelector('.rail [role="slider"]')?.getAttribute('aria-valuenow');
  return turn && Number(turn) > 1 ? { ...params, turn } : params;
}

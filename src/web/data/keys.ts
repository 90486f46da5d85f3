// The keyboard map: pages bind keys while they are shown, and `?` lists what is bound.
import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

export interface KeyBinding {
  /** As `KeyboardEvent.key` gives it; letters in lower case, `shift+e` for the other way. */
  readonly key: string;
  readonly title: string;
  readonly run: (event: KeyboardEvent) => void;
}

interface KeyGroup {
  readonly name: string;
  readonly bindings: readonly KeyBinding[];
}

const groups = signal<readonly KeyGroup[]>([]);

/** Bound groups, the newest last: it is asked first. */
export const keyGroups: ReadonlySignal<readonly KeyGroup[]> = groups;

/** Binds keys for as long as the component is shown. The bindings may change with every render. */
export function useKeys(name: string, bindings: readonly KeyBinding[]): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  useEffect(() => {
    const group: KeyGroup = {
      name,
      get bindings() {
        return latest.current;
      },
    };
    groups.value = [...groups.peek(), group];
    return () => {
      groups.value = groups.peek().filter((one) => one !== group);
    };
  }, [name]);
}

export function watchKeys(): void {
  globalThis.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const key = keyOf(event);
    if (key === undefined || isTyping(event) || isModal(key)) return;
    for (const group of [...groups.peek()].reverse()) {
      const binding = group.bindings.find((one) => one.key === key);
      if (!binding) continue;
      event.preventDefault();
      binding.run(event);
      return;
    }
  });
}

// Letters with Ctrl, Alt or ⌘ are the browser's, but for ⌘K, and ⌘P where a page knows more than the browser.
function keyOf(event: KeyboardEvent): string | undefined {
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.altKey) return undefined;
  if (event.metaKey || event.ctrlKey)
    return !event.shiftKey && (letter === 'k' || letter === 'p') ? `mod+${letter}` : undefined;
  return event.shiftKey && /^[a-z]$/.test(letter) ? `shift+${letter}` : letter;
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  if (!target?.matches) return false;
  if (event.key === 'Escape' || event.metaKey || event.ctrlKey) return false;
  if (target.matches('input, textarea, select, [contenteditable]')) return true;
  // These do what they say on Enter and Space.
  return (event.key === 'Enter' || event.key === ' ') && target.matches('a, button, summary');
}

// Under an open dialog the page's keys rest; the dialog's own group answers.
function isModal(key: string): boolean {
  return key !== 'Escape' && document.querySelector('[aria-modal="true"]') !== null;
}

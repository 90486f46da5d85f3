// Short words at the edge of the page: something was copied, something could not be done.
import { type ReadonlySignal, signal } from '@preact/signals';

interface Toast {
  readonly id: number;
  readonly kind: 'done' | 'error';
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

const list = signal<readonly Toast[]>([]);
export const toasts: ReadonlySignal<readonly Toast[]> = list;

const SHOWN_MS = 4000;
let lastId = 0;

export function tell(text: string, kind: Toast['kind'] = 'done', action?: Toast['action']): void {
  lastId += 1;
  const id = lastId;
  list.value = [...list.peek().slice(-3), { id, kind, text, action }];
  if (kind === 'done') setTimeout(() => dismiss(id), action ? SHOWN_MS * 3 : SHOWN_MS);
}

export function dismiss(id: number): void {
  list.value = list.peek().filter((toast) => toast.id !== id);
}

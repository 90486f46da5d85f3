// Where the reader is: one address, after the hash, that names page, session, tab and what is selected.
import { type ReadonlySignal, signal } from '@preact/signals';

export interface Route {
  /** `sessions`, `search`, `session` … */
  readonly page: string;
  /** The session's id on a session page. */
  readonly session: string | undefined;
  /** The tab on a session page. */
  readonly tab: string | undefined;
  /** What is searched, filtered and selected: one selection for all tabs. */
  readonly params: Readonly<Record<string, string>>;
}

const current = signal<Route>(parseRoute(globalThis.location?.hash ?? ''));

/** The route that is shown; pages read it and re-render when it changes. */
export const route: ReadonlySignal<Route> = current;

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const [page, session, tab] = path.split('/').map(decodePart);
  return {
    page: page || 'sessions',
    session: session || undefined,
    tab: tab || undefined,
    params: Object.fromEntries(new URLSearchParams(query)),
  };
}

export type RouteParams = Readonly<Record<string, string | number | undefined>>;

export function hrefOf(
  page: string,
  path: readonly (string | undefined)[] = [],
  params: RouteParams = {},
): string {
  const parts = path.filter((part) => part !== undefined).map(encodeURIComponent);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return `#/${[page, ...parts].join('/')}${text === '' ? '' : `?${text}`}`;
}

export function hrefOfSession(session: string, tab?: string, params: RouteParams = {}): string {
  return hrefOf('session', [session, tab], params);
}

/** An address as others can open it, too. */
export function linkOf(href: string): string {
  const { origin, pathname } = globalThis.location;
  return `${origin}${pathname}${href}`;
}

/** The address of the same page with some parameters set anew (undefined takes one away). */
export function hrefWith(changes: RouteParams): string {
  const { page, session, tab, params } = current.peek();
  return hrefOf(page, [session, tab], { ...params, ...changes });
}

/** Decides about every move instead of the browser: in a pane of the split view, whose address another page keeps. */
type Mover = (asked: Route, here: Route, href: string, step: boolean) => void;

let mover: Mover | undefined;

export function setMover(next: Mover): void {
  mover = next;
}

export function goTo(href: string): void {
  if (mover) mover(parseRoute(href), current.peek(), href, true);
  else globalThis.location.hash = href;
}

/** Changes the address without a step in the history: for what follows scrolling and typing. */
export function replaceRoute(href: string): void {
  if (href === globalThis.location.hash) return;
  if (mover) mover(parseRoute(href), current.peek(), href, false);
  else showRoute(href);
}

/** Shows an address and asks nobody. */
export function showRoute(href: string): void {
  globalThis.history.replaceState(globalThis.history.state, '', href);
  current.value = parseRoute(href);
}

export function watchRoute(): void {
  globalThis.addEventListener('hashchange', () => {
    current.value = parseRoute(globalThis.location.hash);
  });
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

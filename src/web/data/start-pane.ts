// Makes this page a pane: its address and its history are kept by the page around it, which shows it what is selected.
import { onFrame, tellFrame } from './pane.ts';
import { goTo, hrefOfSession, type Route, route, setMover, showRoute } from './route.ts';
import { asTheme, setTheme, THEME_KEY } from './theme.ts';

export function startPane(): void {
  document.documentElement.classList.add('in-pane');
  // Links that are copied or opened in another window lead to the page itself.
  globalThis.history.replaceState(null, '', `./${globalThis.location.hash}`);
  let seen = 0;
  setMover((asked: Route, here: Route, href: string, step: boolean) => {
    if (asked.page !== 'session' || asked.session !== here.session) {
      tellFrame({ type: 'leave', href });
      return;
    }
    // The tab is for the page around to grant: the other pane may show it already.
    showRoute(hrefOfSession(here.session ?? '', here.tab, asked.params));
    tellFrame({ type: 'move', tab: asked.tab ?? 'transcript', params: asked.params, step, seen });
  });
  onFrame((message) => {
    if (message.type !== 'show') return;
    seen = message.number;
    showRoute(hrefOfSession(route.peek().session ?? '', message.tab, message.params));
  });
  // A link would be a step in the frame's own history: it is taken as what it means.
  globalThis.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(link.getAttribute('href') ?? '');
  });
  globalThis.addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME_KEY) setTheme(asTheme(newValue ?? undefined) ?? 'system', false);
  });
  tellFrame({ type: 'ready' });
}

// The frame around every page: top bar, dialogs, toasts, and the page that the address names.
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { stripToLine } from '../base/strip-controls.ts';
import { clip } from './data/clip.ts';
import { useKeys } from './data/keys.ts';
import { onLive } from './data/live.ts';
import { isPane } from './data/pane.ts';
import { goTo, hrefOf, hrefOfSession, route } from './data/route.ts';
import { nextTheme } from './data/theme.ts';
import { tell } from './data/toasts.ts';
import { PAGES } from './pages/page-list.ts';
import { KeysHelp } from './widgets/keys-help.tsx';
import { Lazy } from './widgets/lazy.tsx';
import { Palette } from './widgets/palette.tsx';
import { dialog, EVERYWHERE, openPalette, useActions } from './widgets/palette-state.ts';
import { Sprite } from './widgets/sprite.tsx';
import { Empty } from './widgets/states.tsx';
import { ToastList } from './widgets/toast-list.tsx';
import { TopBar } from './widgets/top-bar.tsx';

export function App(): JSX.Element {
  useKeys('Everywhere', [
    { key: 'mod+k', title: 'Go to or do anything', run: openPalette },
    { key: '/', title: 'Search all sessions', run: () => goTo(hrefOf('search')) },
    { key: '?', title: 'All keys', run: () => (dialog.value = 'keys') },
  ]);
  useActions(EVERYWHERE, [
    { icon: 'asst', title: 'All sessions', run: () => goTo(hrefOf('sessions')) },
    { icon: 'search', title: 'Search in all sessions', key: '/', run: () => goTo(hrefOf('search')) },
    { icon: 'theme', title: 'Light or dark', run: nextTheme },
    { icon: 'info', title: 'All keys', key: '?', run: () => (dialog.value = 'keys') },
  ]);
  useEffect(() => (isPane ? undefined : tellNewSessions()), []);
  return (
    <>
      <Sprite />
      {!isPane && <SkipLink />}
      {!isPane && <TopBar />}
      <ShownPage />
      {dialog.value === 'palette' && <Palette />}
      {dialog.value === 'keys' && <KeysHelp />}
      <ToastList />
    </>
  );
}

function SkipLink(): JSX.Element {
  return (
    <a
      class="skip"
      href="#main"
      onClick={(event) => {
        // The hash is the address of the page, so the jump is made by hand.
        event.preventDefault();
        const main = document.getElementById('main');
        main?.setAttribute('tabindex', '-1');
        main?.focus();
      }}
    >
      Skip to the text
    </a>
  );
}

function ShownPage(): JSX.Element {
  const { page, session } = route.value;
  const found = PAGES.find((one) => one.name === page && (one.name !== 'session' || session !== undefined));
  useEffect(() => {
    document.title = found?.title === undefined ? 'clew' : `${found.title} · clew`;
  }, [found]);
  if (found) return <Lazy load={found.load} waiting={<main id="main" />} />;
  return (
    <main class="wrap" id="main">
      <Empty title="There is no such page">
        <p>The address may come from another version of clew.</p>
        <a class="btn btn-main" href={hrefOf('sessions')}>
          All sessions
        </a>
      </Empty>
    </main>
  );
}

function tellNewSessions(): () => void {
  return onLive((event) => {
    if (event.type !== 'newSession' || event.cloned) return;
    const { page, session } = route.peek();
    if (page === 'session' && session === event.key) return;
    const what = event.title ?? event.firstPrompt;
    tell(`New session${what ? `: ${clip(stripToLine(what), 80)}` : ''}`, 'done', {
      label: 'Open',
      run: () => goTo(hrefOfSession(event.key)),
    });
  });
}
